extension TreeDiff {
    /// The operations that turn the old value into the new one, up to the order of members.
    ///
    /// Uses `add`, `remove`, `replace`, and `move` within one array. If the operations on an array would take more text than the array, the
    /// whole array is replaced.
    package var patch: JSONPatch {
        var builder = PatchBuilder()
        builder.visit(root)
        return JSONPatch(builder.operations)
    }

    /// The operations that turn the old value into the new one, without replacing an array of which an element stays.
    package var exactPatch: JSONPatch {
        var builder = PatchBuilder(mayReplaceArrays: false)
        builder.visit(root)
        return JSONPatch(builder.operations)
    }
}

/// Collects operations, and keeps track of their length.
private struct PatchBuilder {
    private(set) var operations: [JSONPatch.Operation] = []
    private var pointer = JSONPointer.root
    /// The approximate number of bytes of the operations.
    private var weight = 0
    private let mayReplaceArrays: Bool

    init(mayReplaceArrays: Bool = true) { self.mayReplaceArrays = mayReplaceArrays }

    package mutating func visit(_ node: TreeDiff.Node) {
        switch node {
        case .unchanged: break
        case .added(let value): append(.add(pointer, value))
        case .removed: append(.remove(pointer))
        case .changed(_, let value): append(.replace(pointer, value))
        case .object(let members):
            for member in members { if case .removed = member.node { visit(member.node, at: member.key) } }
            for member in members { if case .removed = member.node { continue } else { visit(member.node, at: member.key) } }
        case .array(let array): visit(array)
        }
    }

    private mutating func visit(_ node: TreeDiff.Node, at token: String) {
        pointer.tokens.append(token)
        visit(node)
        pointer.tokens.removeLast()
    }

    /// Moves all elements to their places first, then visits those that changed inside, so that indices are easy to determine at each
    /// point.
    private mutating func visit(_ array: TreeDiff.ArrayDiff) {
        let before = (count: operations.count, weight: weight)
        let (start, script) = array.script
        for index in script.removals { append(.remove(pointer.appending(start + index))) }
        var additions = array.elements.lazy.compactMap { if case .added(let index) = $0 { array.new[index] } else { nil } }.makeIterator()
        for step in script.steps {
            switch step {
            case .add(let index):
                if let value = additions.next() { append(.add(pointer.appending(start + index), value)) }
            case .move(let from, let to): append(.move(from: pointer.appending(start + from), to: pointer.appending(start + to)))
            }
        }
        for element in array.elements {
            switch element {
            case .changed(_, let index, let node), .moved(_, let index, let node): visit(node, at: String(index))
            case .unchanged, .added, .removed: break
            }
        }
        if !mayReplaceArrays { return }
        let spent = weight - before.weight
        if JSONPatch.Operation.replace(pointer, .array([])).weight() + JSONValue.array(array.new).weight(limit: spent) < spent {
            operations.removeSubrange(before.count...)
            weight = before.weight
            append(.replace(pointer, .array(array.new)))
        }
    }

    private mutating func append(_ operation: JSONPatch.Operation) {
        operations.append(operation)
        weight += operation.weight()
    }
}
