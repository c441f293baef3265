package import RewindReplay
import RewindValue

extension FindQuestion: RenderedQuestion {
    package func table(columns: Int?) -> AnswerTable<Row> { AnswerTable { [$0.line] } }
}

extension FindQuestion.Row {
    /// The step, and behind it the store and how long it stays so.
    package var line: Line {
        let parts = [store.map { "in \(TerminalText.escaped($0))" }, through.map { "true through \($0)" }]
        return step.line(Line(parts.compactMap(\.self).joined(separator: ", ")))
    }
}
