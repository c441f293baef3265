/// A list of changes to a value, applied in order: RFC 6902.
package struct JSONPatch: Sendable, Hashable {
    /// The operations in the order they apply.
    package var operations: [Operation]

    package init(_ operations: [Operation] = []) { self.operations = operations }

    /// Whether applying the patch changes nothing.
    package var isEmpty: Bool { operations.isEmpty }

    package enum Operation: Sendable, Hashable {
        /// Inserts into an array, sets in an object, or replaces the whole value at the root; the token `-` appends.
        case add(JSONPointer, JSONValue)
        /// Removes the value, which must exist.
        case remove(JSONPointer)
        /// Replaces the value, which must exist.
        case replace(JSONPointer, JSONValue)
        /// Removes the value at `from` and adds it at `to`.
        case move(from: JSONPointer, to: JSONPointer)
        /// Adds the value at `from` also at `to`.
        case copy(from: JSONPointer, to: JSONPointer)
        /// Fails the whole patch unless the value there equals this one.
        case test(JSONPointer, JSONValue)
    }
}
