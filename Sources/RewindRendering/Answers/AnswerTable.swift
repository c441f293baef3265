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
    /// The lines of a row.
    package let lines: (Row) -> [Line]

    init(header: [Line] = [], lines: @escaping (Row) -> [Line]) { (self.header, self.lines) = (header, lines) }
}
