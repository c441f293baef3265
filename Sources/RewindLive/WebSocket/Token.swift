import SmallFoundation

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
