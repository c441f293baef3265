package import RewindValue

/// A tree diff as lines: changes with their enclosing keys, equal parts folded into a count.
///
/// ```
///   home
/// ~   isLoading: true → false
///     episodes
///       … 3 unchanged
/// +     3: {"id":7,"title":"The Gift"}
///     … 5 unchanged
/// ```
package struct DiffLines {
    package private(set) var lines: [Line] = []

    package init(_ diff: TreeDiff) { visit(diff.root, label: nil, depth: 0) }

    /// Values with a longer JSON text get their own lines.
    private static let inlineLimit = 72

    private mutating func visit(_ node: TreeDiff.Node, label: String?, depth: Int) {
        switch node {
        case .unchanged: break
        case .added(let value): add("+", label, value, depth, .added)
        case .removed(let value): add("-", label, value, depth, .removed)
        case .changed(let old, let new): change(label, from: old, to: new, depth: depth)
        case .object(let members):
            open(label, depth: depth)
            let inner = label == nil ? depth : depth + 1
            var equal = 0
            for member in members {
                if member.node.isUnchanged {
                    equal += 1
                } else {
                    visit(member.node, label: Self.key(member.key), depth: inner)
                }
            }
            fold(equal, depth: inner)
        case .array(let array):
            open(label, depth: depth)
            visit(array, depth: label == nil ? depth : depth + 1)
        }
    }

    private mutating func visit(_ array: TreeDiff.ArrayDiff, depth: Int) {
        for element in array.elements {
            switch element {
            case .unchanged(_, let range): fold(range.count, depth: depth)
            case .added(let index): add("+", String(index), array.new[index], depth, .added)
            case .removed(let index): add("-", String(index), array.old[index], depth, .removed)
            case .changed(_, let index, let node): visit(node, label: String(index), depth: depth)
            case .moved(let from, let to, let node):
                lines.append(Self.line(">", depth, Line("\(to)", .changed) + Line(": was \(from)", .faint)))
                if !node.isUnchanged { visit(node, label: String(to), depth: depth) }
            }
        }
    }

    private mutating func open(_ label: String?, depth: Int) {
        if let label { lines.append(Self.line(" ", depth, Line(label, .name))) }
    }

    private mutating func fold(_ count: Int, depth: Int) {
        if count > 0 { lines.append(Self.line(" ", depth, Line("… \(count) unchanged", .faint))) }
    }

    private mutating func change(_ label: String?, from old: JSONValue, to new: JSONValue, depth: Int) {
        if let part = PatchText.change(from: old, to: new, Self.inlineLimit) {
            lines.append(Self.line("-", depth, Line((label.map { $0 + ": " } ?? "") + part.old, .removed)))
            lines.append(Self.line("+", depth, Line((label.map { $0 + ": " } ?? "") + part.new, .added)))
            return
        }
        let oldText = old.jsonText
        let newText = new.jsonText
        guard oldText.count + newText.count <= Self.inlineLimit else {
            add("-", label, old, depth, .removed)
            add("+", label, new, depth, .added)
            return
        }
        var line = Line(label.map { $0 + ": " } ?? "", .changed)
        line.add(oldText, .removed)
        line.add(" → ", .faint)
        line.add(newText, .added)
        lines.append(Self.line("~", depth, line))
    }

    private mutating func add(_ sign: String, _ label: String?, _ value: JSONValue, _ depth: Int, _ ink: Line.Ink) {
        let name = label.map { $0 + ": " } ?? ""
        let text = value.jsonText
        if text.count <= Self.inlineLimit {
            lines.append(Self.line(sign, depth, Line(name + text, ink)))
            return
        }
        for (position, line) in ValueLines(value).lines.enumerated() {
            lines.append(Self.line(sign, depth, Line((position == 0 ? name : "") + line.spans.map { $0.text }.joined(), ink)))
        }
    }

    private static func line(_ sign: String, _ depth: Int, _ content: Line) -> Line {
        let ink: Line.Ink =
            switch sign {
            case "+": .added
            case "-": .removed
            case "~", ">": .changed
            default: .plain
            }
        return (Line(sign + " ", ink) + Line(String(repeating: "  ", count: depth)) + content).hanging(2 * depth + 4)
    }

    /// A key as it is, or in quotes if it would be ambiguous.
    package static func key(_ key: String) -> String {
        let isPlain =
            !key.isEmpty
            && key.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-" }
        return isPlain ? key : JSONValue.string(key).jsonText
    }
}
