import SmallFoundation

/// The opening handshake of a WebSocket by RFC 6455: a client's request, and an app's answer.
enum Handshake {
    /// The path of every endpoint.
    static let path = "/rewind"

    /// An app's answer to a key.
    static func accept(_ key: String) -> String {
        Data(SHA1.hash((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)).base64EncodedString()
    }

    /// A key for a client: sixteen unpredictable bytes.
    static func key() -> String {
        var random = SystemRandomNumberGenerator()
        return Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }).base64EncodedString()
    }

    private static func isKey(_ text: String) -> Bool { Data(base64Encoded: text)?.count == 16 }

    /// Why an app refuses a client, in HTTP's terms.
    struct Refusal: Error, Sendable, Equatable {
        var status: Int
        var words: String
        /// The message for a person, in one sentence.
        var text: String

        var bytes: [UInt8] {
            let body = text + "\n"
            let upgrade = status == 426 ? "Sec-WebSocket-Version: 13\r\n" : ""
            return Array(
                """
                HTTP/1.1 \(status) \(words)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n\
                \(upgrade)Connection: close\r\n\r\n\(body)
                """.utf8)
        }

        static let notHTTP = Refusal(status: 400, words: "Bad Request", text: "That is not an HTTP/1.1 request for a WebSocket.")
        static let tooLarge = Refusal(
            status: 431, words: "Request Header Fields Too Large", text: "The request's headers have more than \(HTTPHead.limit) bytes.")
        static let notFound = Refusal(status: 404, words: "Not Found", text: "Only \(path) is here.")
        static let noPage = Refusal(status: 404, words: "Not Found", text: "Nothing is here: use the URL that the command printed.")
        static let version = Refusal(status: 426, words: "Upgrade Required", text: "Only WebSockets of version 13 are spoken here.")
        static let origin = Refusal(status: 403, words: "Forbidden", text: "Pages of that origin may not reach the app.")
        static let token = Refusal(
            status: 401, words: "Unauthorized", text: "The token is missing or wrong: use the URL that the app printed.")
        static let full = Refusal(status: 503, words: "Service Unavailable", text: "The app has as many clients as it takes.")
    }

    /// What an app answers a client's request.
    ///
    /// - Parameters:
    ///   - head: the request.
    ///   - token: what the client has to know.
    ///   - origins: the pages that may connect.
    static func answer(_ head: HTTPHead, token: String, origins: [String]) throws(Refusal) -> [UInt8] {
        guard head.startLine[0] == "GET", head.startLine[2] == "HTTP/1.1", head.value("host") != nil else { throw .notHTTP }
        let target = head.startLine[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard target.first == path[...] else { throw .notFound }
        // A browser names the page that connects; only the listed pages may.
        for origin in head.values("origin") where !origins.contains(origin) { throw .origin }
        let query = target.count == 2 ? target[1].split(separator: "&") : []
        let bearers = head.values("authorization").filter { $0.hasPrefix("Bearer ") }.map { $0.dropFirst("Bearer ".count) }
        let given = query.filter { $0.hasPrefix("token=") }.map { $0.dropFirst("token=".count) } + bearers
        guard given.count == 1, given.allSatisfy({ Token.isSame($0, token) }) else { throw .token }
        guard head.has("websocket", in: "upgrade"), head.has("upgrade", in: "connection") else { throw .notHTTP }
        guard head.value("sec-websocket-version") == "13" else { throw .version }
        guard let key = head.value("sec-websocket-key"), isKey(key) else { throw .notHTTP }
        return Array(
            """
            HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accept(key))\r\n\r\n
            """.utf8)
    }

    /// A client's request.
    static func request(host: String, token: String, key: String) -> [UInt8] {
        Array(
            """
            GET \(path) HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: \(key)\r\nAuthorization: Bearer \(token)\r\n\r\n
            """.utf8)
    }

    /// Whether an app's answer begins a WebSocket.
    static func isAccepted(_ head: HTTPHead, key: String) -> Bool {
        head.startLine[0] == "HTTP/1.1" && head.startLine[1] == "101" && head.has("websocket", in: "upgrade")
            && head.has("upgrade", in: "connection")
            && head.value("sec-websocket-accept") == accept(key) && head.values("sec-websocket-extensions").isEmpty
    }
}

/// What a client has to show to reach an app: 32 unguessable bytes, as text.
enum Token {
    static func make() -> String {
        var random = SystemRandomNumberGenerator()
        let text = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }).base64EncodedString()
        return String(text.compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
    }

    /// Whether two tokens are the same; the time that this takes does not show where they differ.
    static func isSame(_ given: some StringProtocol, _ token: String) -> Bool {
        let (given, token) = (Array(given.utf8), Array(token.utf8))
        var difference = given.count ^ token.count
        for place in token.indices { difference |= Int(token[place] ^ (place < given.count ? given[place] : 0)) }
        return difference == 0 && !token.isEmpty
    }
}
