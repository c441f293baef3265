import RewindRendering

@testable import RewindCLI

extension Frame {
    /// The rows as text, without trailing blanks.
    var text: [String] {
        var rows = [[Character?]](repeating: [Character?](repeating: " ", count: columns), count: rows)
        for run in runs {
            var column = run.place.column
            for character in run.text {
                let width = DisplayWidth.of(String(character))
                guard width > 0, column + width <= columns else { continue }
                rows[run.place.row][column] = character
                if width > 1 { rows[run.place.row][column + 1] = nil }
                column += width
            }
        }
        return rows.map { row in
            let text = String(row.compactMap { $0 })
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The rows that stand out, as text.
    var reversed: [String] {
        let rows = Set(runs.filter(\.isReversed).map(\.place.row))
        return rows.sorted().map { row in
            String(runs.filter { $0.isReversed && $0.place.row == row }.map(\.text).joined().reversed().drop { $0 == " " }.reversed())
        }
    }
}
