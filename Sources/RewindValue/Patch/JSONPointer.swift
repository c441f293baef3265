/// A path to one value inside another: RFC 6901.
///
/// `/home/episodes/3/title` has four tokens. The empty pointer names the whole value. A token is held unescaped:
/// the text `/a~1b` is the single token `a/b`.
public struct JSONPointer: Sendable, Hashable {
    /// The unescaped reference tokens, from the root down.
    public var tokens: [String]

    /// The pointer with the given unescaped tokens.
    public init(tokens: [String] = []) { self.tokens = tokens }

    /// The whole value.
    public static let root = JSONPointer()
}
