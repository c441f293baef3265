package import RewindValue

/// A place in actions and states, as a JSON Pointer (RFC 6901) in which `*` stands for any one key or index: `/users/*/notes`.
///
/// An element's index is not a lasting name for it, so a number in a pattern also stands for any key or index, and so does `-`:
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

/// Patterns that begin alike, followed together.
package struct PatternTree: Sendable {
    private var nodes = [Node()]

    private struct Node {
        var members: [String: Int] = [:]
        var any: Int?
        /// The rule, where a pattern ends.
        var rule: String?
    }

    package init(_ patterns: [PointerPattern]) {
        for pattern in patterns {
            var node = 0
            for token in pattern.tokens {
                let known = token.map { nodes[node].members[$0] } ?? nodes[node].any
                if let known {
                    node = known
                } else {
                    nodes.append(Node())
                    if let token { nodes[node].members[token] = nodes.count - 1 } else { nodes[node].any = nodes.count - 1 }
                    node = nodes.count - 1
                }
            }
            nodes[node].rule = "path " + pattern.description
        }
    }

    /// Where all patterns begin; nothing if there are none.
    package var start: [Int] { nodes.count == 1 && nodes[0].rule == nil ? [] : [0] }

    /// Where the patterns go on below a key, or below an index, which is `nil`.
    package func next(_ places: [Int], _ key: String?) -> [Int] {
        var next: [Int] = []
        for place in places {
            if let any = nodes[place].any { next.append(any) }
            if let key, let member = nodes[place].members[key] { next.append(member) }
        }
        return next
    }

    /// Whether a pattern ends at a key that it has by name, and not as `*`.
    package func names(_ places: [Int], _ key: String) -> Bool {
        places.contains { nodes[$0].members[key].map { nodes[$0].rule != nil } ?? false }
    }

    /// The rule of a pattern that ends here.
    package func rule(_ places: [Int]) -> String? { places.lazy.compactMap { nodes[$0].rule }.first }
}
