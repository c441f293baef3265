import RewindValue

/// Where a comparison puts its operations: into a ``JSONPatch``, or into the bytes of one (``PatchBytes``).
///
/// Operations are in the order they apply: a path is valid after all operations before it.
protocol PatchOutput: AnyObject {
    var count: Int { get }

    func remove(at path: CodingPath)

    func move(in array: CodingPath, from: Int, to: Int)

    /// Adds or replaces a value that is encoded already.
    func put(_ way: PatchPut, _ value: JSONValue, at path: CodingPath)

    /// Adds or replaces a value that is not encoded yet.
    func put<T: Encodable>(_ way: PatchPut, encoding value: T, at path: CodingPath) throws

    /// Appends the operations of a part's patch, below the path of that part.
    func append(_ patch: JSONPatch, below path: CodingPath)

    /// Puts a replacement in the place of all operations from that one on, if that takes less text.
    func replaceIfLighter(since start: Int, with value: JSONValue, at path: CodingPath)

    /// Removes all operations after the first `count`.
    func truncate(to count: Int)
}

/// How a value is put in its place.
enum PatchPut { case add, replace }

final class PatchOperations: PatchOutput {
    private(set) var operations: [JSONPatch.Operation] = []

    var count: Int { operations.count }

    func remove(at path: CodingPath) { operations.append(.remove(path.pointer)) }

    func move(in array: CodingPath, from: Int, to: Int) {
        operations.append(.move(from: array.index(from).pointer, to: array.index(to).pointer))
    }

    func put(_ way: PatchPut, _ value: JSONValue, at path: CodingPath) {
        operations.append(way == .add ? .add(path.pointer, value) : .replace(path.pointer, value))
    }

    func put<T: Encodable>(_ way: PatchPut, encoding value: T, at path: CodingPath) throws {
        put(way, try JSONValue(encoding: value, at: path), at: path)
    }

    func append(_ patch: JSONPatch, below path: CodingPath) { operations += patch.moved(below: path.pointer).operations }

    func replaceIfLighter(since start: Int, with value: JSONValue, at path: CodingPath) {
        let replacement = JSONPatch.Operation.replace(path.pointer, value)
        let spent = operations[start...].reduce(0) { $0 + $1.weight() }
        guard replacement.weight(limit: spent) < spent else { return }
        operations.removeSubrange(start...)
        operations.append(replacement)
    }

    func truncate(to count: Int) { operations.removeSubrange(count...) }

    /// The patch of all operations, which are forgotten.
    func drainPatch() -> JSONPatch {
        defer { operations = [] }
        return JSONPatch(operations)
    }
}
