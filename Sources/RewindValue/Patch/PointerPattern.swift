/// A place in actions and states, as a JSON Pointer (RFC 6901) in which `*` matches any one key or index: `/users/*/notes`.
///
/// An element's index does not identify it for good, so a number in a pattern also matches any key or index, and so does `-`:
/// `/users/0/notes` is `/users/*/notes`.
public struct PointerPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The keys on the way; `nil` for any one.
    package let tokens: [String?]

    /// Reads a pattern; the leading `/` may be left out, and the empty text is the whole value.
    public init(_ text: String) {
        let text = text.hasPrefix("/") ? text.dropFirst() : text[...]
        tokens = text.isEmpty ? [] : text.split(separator: "/", omittingEmptySubsequences: false).map { Self.token(String($0)) }
    }

    /// The pattern of a place: every index, and every key that could be an index, becomes `*`.
    package init(_ pointer: JSONPointer) { tokens = pointer.tokens.map { Self.isWild($0) ? nil : $0 } }

    #if !hasFeature(Embedded)
        /// The pattern that a person writes on a command line: `/users/*/notes`, or dotted as in jq, `.users[*].notes`.
        package init(argument text: String) throws(JSONPointerError) {
            if text.hasPrefix("/") { self.init(text) } else { self.init(try JSONPointer(argument: text.replacing("[*]", with: ".*"))) }
        }
    #endif

    /// A pattern in source code.
    public init(stringLiteral text: String) { self.init(text) }

    /// The pattern as it is written, with `*` for any key or index.
    public var description: String { tokens.map { $0.map { JSONPointer(tokens: [$0]).description } ?? "/*" }.joined() }

    private static func token(_ text: String) -> String? {
        if isWild(text) { return nil }
        guard text.contains("~") else { return text }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0") where isEscaped: isEscaped = false
            case UInt8(ascii: "1") where isEscaped:
                bytes[bytes.count - 1] = UInt8(ascii: "/")
                isEscaped = false
            default:
                bytes.append(byte)
                isEscaped = byte == UInt8(ascii: "~")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a token may be an index, or anything.
    package static func isWild(_ token: String) -> Bool { token == "*" || token == "-" || ArrayIndex.parse(token) != nil }
}
