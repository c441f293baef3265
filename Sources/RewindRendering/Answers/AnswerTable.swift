package import RewindReplay

/// A question whose answer can be drawn for people.
package protocol RenderedQuestion: Question {
    /// Returns the layout of the answer.
    ///
    /// - Parameter columns: the terminal's columns; `nil` for unlimited.
    func table(columns: Int?) -> AnswerTable<Row>
}

/// The layout of an answer's rows.
package struct AnswerTable<Row> {
    /// The names of the columns.
    package let header: [Line]
    /// Whether each row is a list row, fitted to the terminal; otherwise its lines are text.
    package let isList: Bool
    /// Draws the lines of a row.
    package let lines: (Row) -> [Line]
    /// Draws the lines that remain after the last row.
    package var rest: () -> [Line] = { [] }
    /// Draws a row without colours and at unlimited width, if that is faster; returns `false` for any other row.
    package var plain: (Row, inout PlainRows) -> Bool = { _, _ in false }

    package init(header: [Line] = [], isList: Bool = true, lines: @escaping (Row) -> [Line]) {
        (self.header, self.isList, self.lines) = (header, isList, lines)
    }
}
