import RewindRendering

/// What a full screen shows: text at places, and the cursor.
///
/// A value: the same frame is painted on a terminal, and read by a test.
struct Frame: Equatable {
    let rows: Int
    let columns: Int
    private(set) var runs: [Run] = []
    /// Where the cursor blinks; `nil` for nowhere.
    var cursor: Place?

    struct Place: Equatable {
        var row: Int
        var column: Int
    }

    /// Text that fits where it stands, without control characters.
    struct Run: Equatable {
        var place: Place
        var text: String
        var ink: Line.Ink
        var isReversed: Bool
    }

    init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }

    /// Puts a line at a place, cut to a width.
    ///
    /// - Parameter isReversed: whether the line stands out, in its whole width.
    mutating func put(_ line: Line, row: Int, column: Int = 0, width: Int, isReversed: Bool = false) {
        guard (0..<rows).contains(row), column < columns else { return }
        let width = min(width, columns - column)
        var place = Place(row: row, column: column)
        for span in line.cut(to: width).spans {
            let text = TerminalText.escaped(span.text)
            runs.append(Run(place: place, text: text, ink: span.ink, isReversed: isReversed))
            place.column += DisplayWidth.of(text)
        }
        let rest = column + width - place.column
        if isReversed, rest > 0 {
            runs.append(Run(place: place, text: String(repeating: " ", count: rest), ink: .plain, isReversed: true))
        }
    }

    /// Takes everything off a row.
    mutating func clear(row: Int) { runs.removeAll { $0.place.row == row } }
}
