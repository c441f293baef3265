/// A collection of the standard library: its storage has value semantics if the elements have.
protocol ValueCollection {
    /// The types of the collection's contents, and the path to each.
    static var heldTypes: [(label: String, type: Any.Type)] { get }
}

extension Optional: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("", Wrapped.self)] }
}

extension Array: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension ArraySlice: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension ContiguousArray: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension Set: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension Dictionary: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("[key]", Key.self), ("[]", Value.self)] }
}
