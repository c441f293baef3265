/// A promise: two values that are `==` encode to the same JSON, and a value that is kept stays as it is.
///
/// The typed diff compares bits and never trusts a user's `==`, which may compare identifiers only. A type that keeps its parts behind a
/// reference (copy-on-write storage of its own) has no bits to compare and is encoded at every step; where its `==` compares everything
/// that `encode(to:)` writes, conform it to this and equal values are skipped:
///
/// ```swift
/// extension Deque: EncodesEqually where Element: Equatable {}
/// ```
///
/// Never conform a class whose instances change: kept twice, it equals itself, and its change is lost.
public protocol EncodesEqually: Equatable {}

extension EncodesEqually {
    /// `==` for a caller that found `Self` in the plan of `T`, so both are one type and the casts change nothing.
    static func areEqual<T>(_ left: T, _ right: T) -> Bool {
        unsafeBitCast(left, to: Self.self) == unsafeBitCast(right, to: Self.self)
    }
}
