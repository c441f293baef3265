import RewindReplay
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

    package init(_ diff: TreeDiff) { for row in DiffRow.all(of: diff) { add(row) } }

    /// Values with a longer JSON text get their own lines.
    private static let inlineLimit = 72

    private mutating func add(_ row: DiffRow) {
        switch row.content {
        case .inside: lines.append(Self.line(" ", row.depth, Line(row.label ?? "", .name)))
        case .unchanged(let count): lines.append(Self.line(" ", row.depth, Line("… \(count) unchanged", .faint)))
        case .added(let value): add("+", row, value, .added)
        case .removed(let value): add("-", row, value, .removed)
        case .changed(let old, let new): change(row, from: old, to: new)
        case .moved(let from):
            lines.append(Self.line(">", row.depth, Line(row.label ?? "", .changed) + Line(": was \(from)", .faint)))
        }
    }

    private mutating func change(_ row: DiffRow, from old: JSONValue, to new: JSONValue) {
        if let part = PatchText.change(from: old, to: new, Self.inlineLimit) {
            lines.append(Self.line("-", row.depth, Line(row.name + part.old, .removed)))
            lines.append(Self.line("+", row.depth, Line(row.name + part.new, .added)))
            return
        }
        let oldText = old.jsonText
        let newText = new.jsonText
        guard oldText.count + newText.count <= Self.inlineLimit else {
            add("-", row, old, .removed)
            add("+", row, new, .added)
            return
        }
        var line = Line(row.name, .changed)
        line.add(oldText, .removed)
        line.add(" → ", .faint)
        line.add(newText, .added)
        lines.append(Self.line("~", row.depth, line))
    }

    private mutating func add(_ sign: String, _ row: DiffRow, _ value: JSONValue, _ ink: Line.Ink) {
        let text = value.jsonText
        if text.count <= Self.inlineLimit {
            lines.append(Self.line(sign, row.depth, Line(row.name + text, ink)))
            return
        }
        for (position, line) in ValueLines(value).lines.enumerated() {
            lines.append(
                Self.line(sign, row.depth, Line((position == 0 ? row.name : "") + line.spans.map { $0.text }.joined(), ink)))
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

extension DiffCounts {
    /// A table of the parts, and the sums.
    var lines: [Line] {
        if total.all == 0 { return [Line("nothing differs", .faint)] }
        var table = Table(header: ["ADDED", "REMOVED", "CHANGED", "MOVED", "PLACE"])
        for (name, counts) in places + (places.count > 1 ? [("in all", total)] : []) {
            table.add([counts.added, counts.removed, counts.changed, counts.moved].map { $0 == 0 ? "" : String($0) } + [name])
        }
        return table.lines
    }
}
