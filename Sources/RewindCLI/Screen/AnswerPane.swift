import RewindRendering

/// The answer to a verb, as rows to move in; a row that names a step leads there.
struct AnswerPane {
    let title: String
    private let lines: [Line]
    /// The row under the cursor.
    private(set) var cursor = 0
    private var top = 0
    private var layout: [Line] = []
    private var width = 0

    /// The columns of a line that are shown; of a longer text, only the beginning is read here.
    private static let lineLimit = 20_000

    init(title: String, _ lines: [Line]) { (self.title, self.lines) = (title, lines) }

    /// The step that the row under the cursor names.
    var step: Int? { layout.indices.contains(cursor) ? layout[cursor].step : nil }

    mutating func fit(width: Int) {
        if width == self.width { return }
        self.width = width
        layout = lines.flatMap { line in
            line.isRow ? line.rows(in: width) : line.cut(to: Self.lineLimit).hanging(line.hang ?? 0).wrapped(to: width)
        }
        move(to: cursor)
    }

    mutating func move(by count: Int) { move(to: cursor + count) }

    mutating func move(to row: Int) { cursor = min(max(row, 0), max(0, layout.count - 1)) }

    /// Goes to the next row with a text, or to the one before, and behind the last to the first; returns whether there is one.
    ///
    /// Capitals count as small letters.
    mutating func find(_ text: String, forward: Bool) -> Bool {
        let wanted = text.lowercased()
        let places = layout.indices.filter { layout[$0].text.lowercased().contains(wanted) }
        let next = forward ? places.first { $0 > cursor } ?? places.first : places.last { $0 < cursor } ?? places.last
        if let next { move(to: next) }
        return next != nil
    }

    /// Turns pages of a height, and takes the cursor along.
    mutating func turn(by count: Int, height: Int) {
        top += count * max(1, height - 1)
        move(by: count * max(1, height - 1))
    }

    mutating func moveToEnd() { move(to: layout.count - 1) }

    /// The rows that a pane of a height shows, and the position of the cursor among them.
    mutating func visible(height: Int) -> (lines: [Line], current: Int) {
        top = min(max(top, cursor - height + 1), cursor, max(0, layout.count - height))
        let end = min(layout.count, top + height)
        return (Array(layout[min(top, end)..<end]), cursor - top)
    }

    /// Goes to the row that is shown at a height of the pane.
    mutating func move(toRowAt height: Int) { move(to: top + height) }
}
