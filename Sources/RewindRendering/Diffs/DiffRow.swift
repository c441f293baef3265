import RewindValue

/// A row of a tree diff, however it is drawn: what changed, with the keys around it, and equal parts folded into a count.
struct DiffRow {
    enum Content {
        /// The key or index of something that has changes inside.
        case inside
        case unchanged(Int)
        case added(JSONValue), removed(JSONValue)
        case changed(JSONValue, JSONValue)
        /// An element that was at another index before.
        case moved(from: Int)
    }

    let content: Content
    /// The key or the index; `nil` for the value that the diff is about.
    let label: String?
    let depth: Int

    /// The label in front of a value.
    var name: String { label.map { $0 + ": " } ?? "" }

    static func all(of diff: TreeDiff) -> [DiffRow] {
        var rows: [DiffRow] = []
        add(diff.root, label: nil, depth: 0, to: &rows)
        return rows
    }

    private static func add(_ node: TreeDiff.Node, label: String?, depth: Int, to rows: inout [DiffRow]) {
        func add(_ content: Content) { rows.append(DiffRow(content: content, label: label, depth: depth)) }
        let inner = label == nil ? depth : depth + 1
        switch node {
        case .unchanged: break
        case .added(let value): add(.added(value))
        case .removed(let value): add(.removed(value))
        case .changed(let old, let new): add(.changed(old, new))
        case .object(let members):
            if label != nil { add(.inside) }
            for member in members { Self.add(member.node, label: DiffLines.key(member.key), depth: inner, to: &rows) }
            let equal = members.count { $0.node.isUnchanged }
            if equal > 0 { rows.append(DiffRow(content: .unchanged(equal), label: nil, depth: inner)) }
        case .array(let array):
            if label != nil { add(.inside) }
            for element in array.elements { Self.add(element, of: array, depth: inner, to: &rows) }
        }
    }

    private static func add(_ element: TreeDiff.Element, of array: TreeDiff.ArrayDiff, depth: Int, to rows: inout [DiffRow]) {
        func add(_ content: Content, _ index: Int?) {
            rows.append(DiffRow(content: content, label: index.map { String($0) }, depth: depth))
        }
        switch element {
        case .unchanged(_, let range): add(.unchanged(range.count), nil)
        case .added(let index): add(.added(array.new[index]), index)
        case .removed(let index): add(.removed(array.old[index]), index)
        case .changed(_, let index, let node): Self.add(node, label: String(index), depth: depth, to: &rows)
        case .moved(let from, let to, let node):
            add(.moved(from: from), to)
            Self.add(node, label: String(to), depth: depth, to: &rows)
        }
    }
}
