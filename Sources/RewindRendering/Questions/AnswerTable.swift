package import RewindReplay

/// A question whose answer can be drawn for people.
package protocol RenderedQuestion: Question {
    /// Returns the layout of the answer.
    func table(_ drawing: Drawing) -> AnswerTable<Row>
}

/// Where an answer is drawn, and how much of it.
package struct Drawing: Sendable {
    /// The recording that was asked.
    package let timeline: Timeline
    /// The terminal's columns; `nil` for unlimited.
    package var columns: Int?
    /// Whether everything is shown, with no row left out and nothing folded.
    package var showsAll = false
    /// How to see what is folded; `nil` if the answer says that elsewhere.
    package var foldAdvice: String? = "--full shows everything, a path such as .a.b one part"
    /// The command that shows a value in full that a prompt folds; `nil` if nothing is folded.
    package var whole: String?
    /// The step that is marked as the current one.
    package var current: Int?
    /// Finds the app's source.
    package var source: SourceExcerpt.Finder = { _ in nil }

    package init(of timeline: Timeline, columns: Int? = nil, showsAll: Bool = false, foldedWith whole: String? = nil) {
        (self.timeline, self.columns, self.showsAll, self.whole) = (timeline, columns, showsAll, whole)
    }
}

/// The layout of an answer's rows.
package struct AnswerTable<Row> {
    /// The names of the columns.
    package let header: [Line]
    /// Whether each row is a list row, fitted to the terminal; otherwise its lines are text.
    package let isList: Bool
    package let lines: (Row) -> [Line]
    /// Draws the lines that remain after the last row.
    package var rest: () -> [Line] = { [] }
    /// Draws a row without colours and at unlimited width, if that is faster; returns `false` for any other row.
    package var plain: (Row, inout PlainRows) -> Bool = { _, _ in false }

    package init(header: [Line] = [], isList: Bool = true, lines: @escaping (Row) -> [Line]) {
        (self.header, self.isList, self.lines) = (header, isList, lines)
    }
}
