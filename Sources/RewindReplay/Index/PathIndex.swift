import RewindValue

/// The steps at which each part of each store's state changed, and the rare changes themselves: with it, a question about one part reads
/// only the segments that matter, or none.
///
/// A place that changed is a node in a tree of keys. The elements of an array share one node, and so do the keys of an object that has very
/// many; each change has their numbers, as long as there are no millions of them. So an answer may include steps that did not change the
/// place, if two keys have the same number, but it never misses a step that may have changed it.
struct PathIndex: Sendable, Equatable {
    var stores: [String: Table] = [:]

    /// What is known of one store.
    struct Table: Sendable, Equatable {
        /// The tree; the first node is the whole state.
        var nodes = [Node()]
        /// The segments that have to be read for every question: in them some state is unknown, or merged.
        var irregular: Set<Int> = []
        /// The segments that do not begin with a keyframe of the store.
        var dependent: Set<Int> = []
        /// The number of changes of one node that are distinguished by their numbers.
        var numberedLimit = ChangeList.numberedLimit
        /// What is kept of the states themselves.
        var excerpt = Excerpt()
    }

    /// A place in the tree.
    struct Node: Sendable, Equatable {
        var token = ""
        var parent = 0
        var children: [Int] = []
        /// The steps at which it was set, added or removed as a whole, with a number for each shared node on the path.
        var changes = ChangeList()
    }

    /// The node shared by elements, and by keys that have no node of their own.
    static let sharedToken = "*"
    /// The node of insertions and removals in an array, which move the elements after them: its number is the index of the first one.
    static let shiftToken = "±"
}

extension PathIndex.Node {
    var isShared: Bool { token == PathIndex.sharedToken || token == PathIndex.shiftToken }
}

extension PathIndex.Table {
    /// How many keys of one node, and how many nodes in all, are distinguished: later ones share a node.
    private static let keyLimit = 1_024
    private static let nodeLimit = 50_000

    /// Notes that a patch changed the state at a step, and returns the nodes of the places; steps come in order.
    @discardableResult
    mutating func add(_ patch: JSONPatch, at step: Int) -> [Int] {
        var places: [Int] = []
        for operation in patch.operations {
            switch operation {
            case .replace(let place, _): places.append(add(place.tokens, isShift: false, step))
            case .add(let place, _), .remove(let place), .copy(_, let place): places.append(add(place.tokens, isShift: true, step))
            case .move(let from, let to): places += [add(from.tokens, isShift: true, step), add(to.tokens, isShift: true, step)]
            case .test: break
            }
        }
        return places
    }

    /// Notes that the state changed at a step, at unknown places.
    mutating func addWhole(at step: Int) { nodes[0].changes.add(step) }

    private mutating func add(_ tokens: [String], isShift: Bool, _ step: Int) -> Int {
        var node = 0
        var numbers: [Int] = []
        for (position, token) in tokens.enumerated() {
            if isShift, position == tokens.count - 1, token.isIndex {
                node = child(PathIndex.shiftToken, of: node)
                numbers.append(token.firstMoved)
            } else {
                node = child(for: token, of: node)
                if nodes[node].isShared { numbers.append(token.number) }
            }
        }
        nodes[node].changes.add(step, numbers)
        return node
    }

    private mutating func child(for token: String, of node: Int) -> Int {
        let isOwn = !token.isIndex && token != PathIndex.sharedToken && token != PathIndex.shiftToken
        if isOwn, let known = known(token, of: node) { return known }
        let isFull = nodes.count >= Self.nodeLimit || nodes[node].children.count >= Self.keyLimit
        return child(isOwn && !isFull ? token : PathIndex.sharedToken, of: node)
    }

    private func known(_ token: String, of node: Int) -> Int? {
        nodes[node].children.first { nodes[$0].token.isIdentical(to: token) }
    }

    private mutating func child(_ token: String, of node: Int) -> Int {
        if let known = known(token, of: node) { return known }
        append(token, to: node)
        return nodes.count - 1
    }

    /// Adds a node with no change yet.
    mutating func append(_ token: String, to parent: Int) {
        var node = PathIndex.Node(token: token, parent: parent)
        node.changes = ChangeList(width: nodes[parent].changes.width + (node.isShared ? 1 : 0), limit: numberedLimit)
        nodes.append(node)
        nodes[parent].children.append(nodes.count - 1)
    }

    /// Calls `body` with each step that may have changed the value at a place, in any order, possibly more than once.
    func forEachStep(changing place: JSONPointer, _ body: (Int) -> Void) {
        /// A node, and the numbers to look for.
        var level: [(node: Int, numbers: [ClosedRange<Int>])] = [(0, [])]
        func pass(_ node: Int, _ wanted: [ClosedRange<Int>]) {
            nodes[node].changes.forEach { step, numbers in
                for index in wanted.indices where !wanted[index].contains(numbers[index]) && numbers[index] != ChangeList.anyNumber {
                    return
                }
                body(step)
            }
        }
        for token in place.tokens {
            var next: [(node: Int, numbers: [ClosedRange<Int>])] = []
            for (node, wanted) in level {
                pass(node, wanted)
                for child in nodes[node].children {
                    switch nodes[child].token {
                    case PathIndex.shiftToken: if let moved = token.movedBy { pass(child, wanted + [moved]) }
                    case PathIndex.sharedToken: next.append((child, wanted + [token.number...token.number]))
                    default: if nodes[child].token.isIdentical(to: token) { next.append((child, wanted)) }
                    }
                }
            }
            level = next
        }
        while let (node, wanted) = level.popLast() {
            pass(node, wanted)
            level += nodes[node].children.map { ($0, wanted) }
        }
    }
}

extension String {
    /// Whether it may be an index of an array, or its end.
    fileprivate var isIndex: Bool {
        self == "-" || Int(self) != nil || !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Larger numbers are not distinguished.
    private static let numberLimit = Int.max >> 2

    /// The number that represents the text in a shared node: an index represents itself; any other text gets a number that few others
    /// share.
    fileprivate var number: Int {
        if let index = Int(self), index.magnitude < Self.numberLimit { return index }
        var text = self
        let hash = text.withUTF8 { UnsafeRawBufferPointer($0).fingerprint }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0xf_ffff)
    }

    /// The index of the first element that an insertion or a removal at this index may move; the first of all if it is an end whose index
    /// is unknown.
    fileprivate var firstMoved: Int { Swift.min(Swift.max(0, Int(self) ?? 0), Self.numberLimit) }

    /// The indices at which an insertion or a removal may move the element at this one; `nil` if this is not an index.
    fileprivate var movedBy: ClosedRange<Int>? {
        guard let index = Int(self) else { return isIndex ? 0...Int.max : nil }
        return 0...Swift.max(0, index)
    }
}
