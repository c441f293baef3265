package import RewindValue

/// A tree diff as two columns: old values on the left, new values on the right, equal parts folded into a count.
///
/// ```
///   home
///     isLoading: true              ~   isLoading: false
///                                  +   3: {"id":7}
/// ```
package struct SideBySideLines {
    package private(set) var lines: [Line] = []
    private let width: Int

    package init(_ diff: TreeDiff, columns: Int) {
        width = Self.width(in: columns)
        visit(diff.root, label: nil, depth: 0)
    }

    /// The width of each side, if both together have the given number of columns.
    package static func width(in columns: Int) -> Int { max(20, (columns - 3) / 2) }

    private mutating func visit(_ node: TreeDiff.Node, label: String?, depth: Int) {
        let name = label.map { $0 + ": " } ?? ""
        switch node {
        case .unchanged: break
        case .added(let value): row("+", nil, name + value.jsonText, depth, .added)
        case .removed(let value): row("-", name + value.jsonText, nil, depth, .removed)
        case .changed(let old, let new):
            let part = PatchText.change(from: old, to: new, max(20, width - 2 * depth - name.count))
            row("~", name + (part?.old ?? old.jsonText), name + (part?.new ?? new.jsonText), depth, .changed)
        case .object(let members):
            open(label, depth)
            let inner = label == nil ? depth : depth + 1
            for member in members where !member.node.isUnchanged { visit(member.node, label: DiffLines.key(member.key), depth: inner) }
            fold(members.count { $0.node.isUnchanged }, inner)
        case .array(let array):
            open(label, depth)
            for element in array.elements { visit(element, of: array, depth: label == nil ? depth : depth + 1) }
        }
    }

    private mutating func visit(_ element: TreeDiff.Element, of array: TreeDiff.ArrayDiff, depth: Int) {
        switch element {
        case .unchanged(_, let range): fold(range.count, depth)
        case .added(let index): row("+", nil, "\(index): " + array.new[index].jsonText, depth, .added)
        case .removed(let index): row("-", "\(index): " + array.old[index].jsonText, nil, depth, .removed)
        case .changed(_, let index, let node): visit(node, label: String(index), depth: depth)
        case .moved(let from, let to, let node):
            row(">", "\(from)", "\(to)", depth, .changed)
            if !node.isUnchanged { visit(node, label: String(to), depth: depth) }
        }
    }

    private mutating func open(_ label: String?, _ depth: Int) {
        if let label { row(" ", label, label, depth, .name) }
    }

    private mutating func fold(_ count: Int, _ depth: Int) {
        if count > 0 { row(" ", "… \(count) unchanged", "… \(count) unchanged", depth, .faint) }
    }

    private mutating func row(_ sign: String, _ left: String?, _ right: String?, _ depth: Int, _ ink: Line.Ink) {
        func cell(_ text: String?) -> String {
            guard let text else { return "" }
            let indented = String(repeating: "  ", count: depth) + TerminalText.escaped(text)
            return DisplayWidth.of(indented) <= width ? indented : DisplayWidth.prefix(indented, columns: width - 1) + "…"
        }
        let isPair = sign == "~"
        var line = Line(DisplayWidth.padded(cell(left), to: width), isPair ? .removed : ink)
        line.add(" \(sign) ", ink)
        line.add(cell(right), isPair ? .added : ink)
        lines.append(line)
    }
}
