/// Serves pages over HTTP to the browsers of this machine, below a path that can't be guessed.
///
/// It listens on loopback. Each connection carries one request, and a request has no body.
package final class PageServer: Sendable {
    /// What a browser gets.
    package struct Page: Sendable {
        package var type: String
        package var bytes: [UInt8]
        package var headers: [String: String]

        package init(type: String, bytes: [UInt8], headers: [String: String] = [:]) {
            (self.type, self.bytes, self.headers) = (type, bytes, headers)
        }
    }

    private let listener: Listener
    private let token = Token.make()
    private let connections = ConnectionTasks()

    /// Listens on a port of this machine; 0 is any.
    ///
    /// - Throws: ``LiveError`` if the port is taken.
    package init(port: UInt16) async throws {
        listener = try await Listener(address: "127.0.0.1", port: port, who: "the command")
    }

    /// Where a browser finds the page whose name is empty.
    package var url: String { "http://127.0.0.1:\(listener.port)/\(token)/" }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter answer: gets the name below the path, and the query; `nil` if there is no such page.
    package func run(_ answer: @escaping @Sendable (_ name: String, _ query: String) async throws -> Page?) async {
        await listener.accept { [connections, token] wire in
            connections.start {
                try? await Self.serve(wire, token: token, answer)
                wire.close()
            }
        }
        connections.cancelAll()
    }

    private static func serve(_ wire: Connection, token: String, _ answer: (String, String) async throws -> Page?) async throws {
        do {
            let head = try await within(.seconds(10)) { try await wire.head().head }
            guard head.startLine[0] == "GET", head.startLine[2].hasPrefix("HTTP/1.") else { throw Handshake.Refusal.notHTTP }
            let target = head.startLine[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let path = target[0].split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
            guard path.count == 3, Token.isSame(path[1], token),
                let page = try await answer(String(path[2]), target.count == 2 ? String(target[1]) : "")
            else { throw Handshake.Refusal.noPage }
            try await wire.write(Array(page.head.utf8))
            try await wire.write(page.bytes)
        } catch let refusal as Handshake.Refusal {
            try await wire.write(refusal.bytes)
        }
    }
}

extension PageServer.Page {
    fileprivate var head: String {
        let own = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        return "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\(own)Cache-Control: no-store\r\n"
            + "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n"
    }
}
