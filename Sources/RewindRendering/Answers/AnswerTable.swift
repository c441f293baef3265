package import RewindReplay

/// A question whose answer can be shown to people.
package protocol RenderedQuestion: Question {
    /// How the answer looks.
    ///
    /// - Parameter columns: those of the terminal; `nil` for as many as the answer takes.
    func table(columns: Int?) -> AnswerTable<Row>
}

/// How the rows of an answer look.
package struct AnswerTable<Row> {
    /// The names of the columns.
    package let header: [Line]
    /// Whether each row is a row of a list, which is fitted to the terminal; else its lines are a text.
    package let isList: Bool
    /// The lines of a row.
    package let lines: (Row) -> [Line]

    package init(header: [Line] = [], isList: Bool = true, lines: @escaping (Row) -> [Line]) {
        (self.header, self.isList, self.lines) = (header, isList, lines)
    }
}
