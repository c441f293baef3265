extension TreeDiff {
    /// The operations that turn the old value into the new one, up to the order of members.
    ///
    /// Uses `add`, `remove`, `replace`, and `move` within one array. Where the operations on an array would be longer than the array, it is replaced whole.
    public var patch: JSONPatch {
        var builder = PatchBuilder()
        builder.visit(root)
        return JSONPatch(builder.operations)
    }
}

/// Writes operations down, and keeps account of how long they are.
private struct PatchBuilder {
    private(set) var operations: [JSONPatch.Operation] = []
    private var pointer = JSONPointer.root
    /// About how many bytes the operations take.
    private var cost = 0

    mutating func visit(_ node: TreeDiff.Node) {
        switch node {
        case .unchanged: break
        case .added(let value): append(.add(pointer, value), weight: value.weight(limit: .max))
        case .removed: append(.remove(pointer), weight: 0)
        case .changed(_, let value): append(.replace(pointer, value), weight: value.weight(limit: .max))
        case .object(let members):
            // Removals first: a key may come back in another spelling, which Swift takes for the same key.
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

    /// Removals from the end, moves, additions from the beginning, then what changed inside: at each point indices are easy to tell.
    private mutating func visit(_ array: TreeDiff.ArrayDiff) {
        let start = (count: operations.count, cost: cost)
        for case .removed(let index) in array.elements.reversed() { visit(.removed(.null), at: String(index)) }
        for (from, to) in ArrayMoves(array).steps {
            append(.move(from: pointer.appending(from), to: pointer.appending(to)), weight: cost(of: pointer) + 8)
        }
        for case .added(let index) in array.elements { visit(.added(array.new[index]), at: String(index)) }
        for element in array.elements {
            switch element {
            case .changed(_, let index, let node), .moved(_, let index, let node): visit(node, at: String(index))
            case .unchanged, .added, .removed: break
            }
        }
        let spent = cost - start.cost
        let whole = cost(of: pointer) + JSONValue.array(array.new).weight(limit: spent)
        if spent > whole {
            operations.removeSubrange(start.count...)
            cost = start.cost
            append(.replace(pointer, .array(array.new)), weight: whole)
        }
    }

    private mutating func append(_ operation: JSONPatch.Operation, weight: Int) {
        operations.append(operation)
        cost += cost(of: pointer) + weight
    }

    /// What an operation takes besides its value.
    private func cost(of pointer: JSONPointer) -> Int { pointer.tokens.reduce(32) { $0 + $1.utf8.count + 1 } }
}

extension JSONValue {
    /// About how many bytes the value takes as JSON; stops counting soon after the limit.
    fileprivate func weight(limit: Int) -> Int {
        switch self {
        case .null, .bool, .number: return 5
        case .string(let text): return text.utf8.count + 2
        case .array(let elements):
            var weight = 2
            for element in elements where weight <= limit { weight += 1 + element.weight(limit: limit - weight) }
            return weight
        case .object(let object):
            var weight = 2
            for index in 0..<object.count where weight <= limit {
                let (key, value) = object.member(at: index)
                weight += key.utf8.count + 4 + value.weight(limit: limit - weight)
            }
            return weight
        }
    }
}
