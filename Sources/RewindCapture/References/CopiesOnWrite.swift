import RewindValue

/// A promise that a kept value stays as it is, although what it stores lies behind a reference.
///
/// The typed diff looks at a type's stored properties. For a class that it does not know, it has to assume that instances change in place,
/// so whatever holds one is encoded at every step. A container that copies its storage before changing it, as `Array` does, is a value all
/// the same. Declare this, and name the types of what it stores:
///
/// ```swift
/// extension Deque: CopiesOnWrite {
///     public static var storedTypes: [any Any.Type] { [Element.self] }
/// }
/// ```
///
/// Two values with the same storage are then the same, and others are compared element by element. `==` is never asked: it may consider two
/// spellings of "é", or two elements with one identifier, equal although they encode differently. For a class the promise has no effect; it
/// is still encoded.
public protocol CopiesOnWrite {
    /// The types of everything that is in the storage and may reach what a value encodes to.
    static var storedTypes: [any Any.Type] { get }
}
