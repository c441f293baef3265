/// The difference between two values, as a tree of the same shape: to be rendered, folded, searched, or turned into a patch.
///
/// Members of objects are matched by key, whatever their order. Elements of arrays are matched by identity: by their member `id` if each
/// has its own, else by equality. So an insertion or a move shows as one. Costs about one comparison of both values; parts that share
/// memory, as in neighbouring states of a store, cost next to nothing.
package struct TreeDiff: Sendable, Hashable {
    /// The difference of the two values as a whole.
    package var root: Node

    /// The difference that leads from one value to the other.
    package init(from old: JSONValue, to new: JSONValue) { root = Node(from: old, to: new) }

    /// Whether both values are equal.
    package var isEmpty: Bool { root.isUnchanged }

    /// The fate of one value.
    package indirect enum Node: Sendable, Hashable {
        /// Both values are equal.
        case unchanged(JSONValue)
        /// The value is only in the new one.
        case added(JSONValue)
        /// The value was only in the old one.
        case removed(JSONValue)
        /// The value differs: a scalar, or a value of another kind.
        case changed(from: JSONValue, to: JSONValue)
        /// Both are objects, with these members.
        case object([Member])
        /// Both are arrays, with these elements.
        case array(ArrayDiff)

        /// Whether both are equal.
        package var isUnchanged: Bool { if case .unchanged = self { true } else { false } }
    }

    /// The fate of the value under a key.
    package struct Member: Sendable, Hashable {
        package var key: String
        /// The fate of the key's value.
        package var node: Node

        package init(key: String, node: Node) {
            self.key = key
            self.node = node
        }
    }

    package struct ArrayDiff: Sendable, Hashable {
        package var old: [JSONValue]
        package var new: [JSONValue]
        /// The elements in the order of the new array, with removed elements where they were.
        package var elements: [Element]
    }

    /// The fate of an element, or of a run of elements.
    package enum Element: Sendable, Hashable {
        /// A run of equal elements in the same order.
        case unchanged(from: Range<Int>, to: Range<Int>)
        case added(at: Int)
        case removed(at: Int)
        /// An element that kept its place among the others and differs inside.
        case changed(from: Int, to: Int, Node)
        /// An element that moved to another place among the others, with what differs inside.
        case moved(from: Int, to: Int, Node)
    }
}

extension TreeDiff.Node {
    init(from old: JSONValue, to new: JSONValue) {
        switch (old, new) {
        case (.object(let oldObject), .object(let newObject)):
            // Objects that share their storage compare in no time; comparing others here would compare each level again.
            self = Self.object(old: oldObject, new: newObject) ?? .unchanged(new)
        case (.array(let oldElements), .array(let newElements)):
            self = TreeDiff.ArrayDiff(from: oldElements, to: newElements).map(Self.array) ?? .unchanged(new)
        default:
            self = old == new ? .unchanged(new) : .changed(from: old, to: new)
        }
    }

    /// The members in the new order, each removed one before the member that followed it; `nil` if none differs.
    private static func object(old: JSONObject, new: JSONObject) -> Self? {
        if old.sharesStorage(with: new) { return nil }
        var members: [TreeDiff.Member] = []
        members.reserveCapacity(new.count)
        var isUnchanged = true
        var oldPosition = 0
        func removed(upTo end: Int) {
            while oldPosition < end {
                let (key, value) = old.member(at: oldPosition)
                if new.index(of: key) == nil {
                    members.append(TreeDiff.Member(key: key, node: .removed(value)))
                    isUnchanged = false
                }
                oldPosition += 1
            }
        }
        for index in 0..<new.count {
            let (key, value) = new.member(at: index)
            if let oldIndex = old.index(of: key) {
                removed(upTo: oldIndex)
                let node = Self(from: old.member(at: oldIndex).value, to: value)
                isUnchanged = isUnchanged && node.isUnchanged
                members.append(TreeDiff.Member(key: key, node: node))
            } else {
                members.append(TreeDiff.Member(key: key, node: .added(value)))
                isUnchanged = false
            }
        }
        removed(upTo: old.count)
        return isUnchanged ? nil : .object(members)
    }
}
