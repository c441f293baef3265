/// Why a text is not a pointer.
package struct JSONPointerError: Error, Sendable, Hashable, CustomStringConvertible {
    package var text: String
    /// What is wrong with it, and what would be right.
    package var reason: String

    /// The text, and what is wrong with it.
    package var description: String { "\(JSONValue.string(text).jsonText) is not a path: \(reason)" }
}

extension JSONPointer {
    /// The pointer that a text denotes according to RFC 6901, such as `/home/episodes/3/title`.
    ///
    /// The empty text is the root. Throws a ``JSONPointerError`` if the text begins with anything but `/`, or a `~` is followed by anything
    /// but 0 or 1.
    package init(parsing text: String) throws(JSONPointerError) {
        guard !text.isEmpty else {
            self = .root
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw JSONPointerError(text: text, reason: "a JSON Pointer begins with '/', as in /cart/items/0")
        }
        var tokens: [String] = []
        for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let token = Self.unescaped(part) else {
                throw JSONPointerError(text: text, reason: "write '~' as '~0', and '/' inside a key as '~1'")
            }
            tokens.append(token)
        }
        self.init(tokens: tokens)
    }

    private static func unescaped(_ part: Substring.UTF8View.SubSequence) -> String? {
        guard part.contains(UInt8(ascii: "~")) else { return String(Substring(part)) }
        var bytes: [UInt8] = []
        var iterator = part.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch iterator.next() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The pointer with one more unescaped token at its end.
    package func appending(_ token: String) -> JSONPointer {
        var longer = self
        longer.tokens.append(token)
        return longer
    }

    /// The pointer with an array index at its end.
    package func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// Whether the other pointer names the same value or one inside it.
    package func isPrefix(of other: JSONPointer) -> Bool {
        tokens.count <= other.tokens.count && zip(tokens, other.tokens).allSatisfy { $0.isIdentical(to: $1) }
    }

    /// Appends the text by RFC 6901 as it stands between the quotes of a JSON string.
    package func writeJSONContents(into bytes: inout [UInt8]) {
        for token in tokens {
            bytes.append(UInt8(ascii: "/"))
            Self.escaped(token).writeJSONContents(into: &bytes)
        }
    }

    private static func escaped(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
        var bytes: [UInt8] = []
        for byte in token.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes.append("~0")
            case UInt8(ascii: "/"): bytes.append("~1")
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The text according to RFC 6901: `/a~1b` for the single token `a/b`.
    public var description: String { tokens.reduce(into: "") { $0 += "/" + Self.escaped($1) } }
}
