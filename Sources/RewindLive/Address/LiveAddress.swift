/// Where a running app can be reached: `ws://127.0.0.1:49152/rewind?token=…`.
public struct LiveAddress: Sendable, Hashable, CustomStringConvertible {
    /// An address of the app's machine, as numbers: `127.0.0.1`, `::1`.
    package var host: String
    /// The port.
    public var port: UInt16
    /// The token that a client needs.
    package var token: String

    package init(host: String = "127.0.0.1", port: UInt16, token: String) {
        self.host = host
        self.port = port
        self.token = token
    }

    /// Reads the URL that an app printed.
    ///
    /// - Throws: ``LiveError`` if the text is not such a URL.
    package init(parsing text: String) throws(LiveError) { try self.init(parsing: text, defaultToken: nil) }

    /// Reads a URL, which may lack the token.
    package init(parsing text: String, defaultToken: String?) throws(LiveError) {
        func refused(_ what: String) -> LiveError {
            LiveError(.badAddress, "'\(text)' is not the URL of a running app: \(what)", advice: "Copy the whole URL that the app printed")
        }
        guard text.hasPrefix("ws://") else { throw refused("it does not begin with ws://") }
        let rest = text.dropFirst("ws://".count)
        guard let slash = rest.firstIndex(of: "/") else { throw refused("it has no path") }
        let parts = rest[slash...].split(separator: "?", maxSplits: 1)
        guard parts.first == Handshake.path[...] else { throw refused("its path is not \(Handshake.path)") }
        let tokens = parts.count == 2 ? parts[1].split(separator: "&").filter { $0.hasPrefix("token=") } : []
        guard tokens.count < 2, let token = tokens.first?.dropFirst("token=".count) ?? defaultToken?[...], !token.isEmpty,
            token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else { throw refused("it has no token") }
        guard let colon = rest[..<slash].lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)..<slash]), port > 0 else {
            throw refused("it has no port")
        }
        var host = rest[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        if host == "localhost" { host = "127.0.0.1" }
        guard !host.isEmpty, host.allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" }) else {
            throw refused("'\(host)' is not an address in numbers")
        }
        self.init(host: String(host), port: port, token: String(token))
    }

    /// The URL, token included: it gives access to the app.
    public var description: String { "\(withoutToken)?token=\(token)" }

    /// The URL without the token, safe to show.
    package var withoutToken: String { "ws://\(authority)\(Handshake.path)" }

    /// Host and port, as in a URL.
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether only this machine reaches it.
    package var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }
}
