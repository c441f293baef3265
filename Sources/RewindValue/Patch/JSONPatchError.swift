/// Why a patch could not be applied or read: which operation, where, and what was in the way.
///
/// It quotes pointers but no values, since what a recording holds may be secret.
public struct JSONPatchError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The index of the operation in its patch; `nil` if the patch as a whole is none.
    public var index: Int?
    /// The name of the operation, such as `replace`, where it is known.
    public var operation: String?
    /// Where the operation was to work, where that is known.
    public var pointer: JSONPointer?
    /// What is wrong.
    public var reason: String

    /// The operation with its place, and what is wrong.
    public var description: String {
        var subject = index.map { "operation \($0)" } ?? "the patch"
        if let operation { subject += " (\(operation)" + (pointer.map { " at \(Self.quoted($0))" } ?? "") + ")" }
        return "\(subject): \(reason)"
    }

    static func quoted(_ pointer: JSONPointer) -> String { JSONValue.string(pointer.description).jsonText }
}
