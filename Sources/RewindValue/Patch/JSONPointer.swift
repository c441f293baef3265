/// A path to one value inside another: RFC 6901.
///
/// `/home/episodes/3/title` has four tokens. The empty pointer names the whole value. Tokens are kept unescaped: the text `/a~1b` is the
/// single token `a/b`.
public struct JSONPointer: Sendable, Hashable {
    /// The unescaped reference tokens, from the root down.
    public var tokens: [String]

    /// The pointer with the given unescaped tokens.
    package init(tokens: [String] = []) { self.tokens = tokens }

    /// The whole value.
    package static let root = JSONPointer()
}

extension JSONPointer {
    /// Whether both have the same tokens, by Unicode scalars: two spellings of "é" are two keys.
    public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.count == right.tokens.count && left.isPrefix(of: right)
    }

    /// Mixes in what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(tokens.count)
        for token in tokens { token.hashBytes(into: &hasher) }
    }
}
