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
        for row in DiffRow.all(of: diff) { add(row) }
    }

    /// The width of each side, if both together have the given number of columns.
    package static func width(in columns: Int) -> Int { max(20, (columns - 3) / 2) }

    private mutating func add(_ row: DiffRow) {
        let (name, depth) = (row.name, row.depth)
        switch row.content {
        case .inside: add(" ", row.label, row.label, depth, .name)
        case .unchanged(let count): add(" ", "… \(count) unchanged", "… \(count) unchanged", depth, .faint)
        case .added(let value): add("+", nil, name + value.jsonText, depth, .added)
        case .removed(let value): add("-", name + value.jsonText, nil, depth, .removed)
        case .changed(let old, let new):
            let part = PatchText.change(from: old, to: new, max(20, width - 2 * depth - name.count))
            add("~", name + (part?.old ?? old.jsonText), name + (part?.new ?? new.jsonText), depth, .changed)
        case .moved(let from): add(">", "\(from)", row.label, depth, .changed)
        }
    }

    private mutating func add(_ sign: String, _ left: String?, _ right: String?, _ depth: Int, _ ink: Line.Ink) {
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
