import RewindValue

/// A promise: a value that is kept stays as it is, though what it stores lies behind a reference.
///
/// The typed diff looks at a type's stored properties, and of a class that it does not know it has to assume that instances change in place: what holds one is
/// encoded at every step. A container that copies its storage before it changes it, as `Array` does, is a value all the same. Say so, and name
/// the types of what it stores:
///
/// ```swift
/// extension Deque: CopiesOnWrite {
///     public static var storedTypes: [any Any.Type] { [Element.self] }
/// }
/// ```
///
/// Then two values with the same storage are the same, and others are compared element by element. No `==` is asked: that may hold two spellings of "é", or
/// two elements with one identifier, equal, though they encode differently. For a class the promise means nothing; it is encoded as before.
public protocol CopiesOnWrite {
    /// The types of everything that is in the storage and may reach what a value encodes to.
    static var storedTypes: [any Any.Type] { get }
}
