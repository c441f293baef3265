/// Why a patch could not be applied or read: which operation, where, and what was in the way.
///
/// The error quotes pointers but no values, because what a recording holds may be private.
package struct JSONPatchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The index of the operation in its patch; `nil` if the value is not a patch at all.
    package var index: Int?
    /// The name of the operation, such as `replace`, if it is known.
    package var operation: String?
    /// The place on which the operation was to work, if it is known.
    package var pointer: JSONPointer?
    package var reason: String

    /// The operation with its place, and what is wrong.
    package var description: String {
        var subject = index.map { "operation \($0)" } ?? "the patch"
        if let operation { subject += " (\(operation)" + (pointer.map { " at \(Self.quoted($0))" } ?? "") + ")" }
        return "\(subject): \(reason)"
    }

    static func quoted(_ pointer: JSONPointer) -> String { JSONValue.string(pointer.description).jsonText }
}
