package import RewindReplay
import RewindValue

extension FindQuestion: RenderedQuestion {
    package func table(columns: Int?) -> AnswerTable<Row> { AnswerTable { [$0.line] } }
}

extension FindQuestion.Row {
    /// The step, followed by the store and how long the condition holds.
    package var line: Line {
        let parts = [store.map { "in \(TerminalText.escaped($0))" }, through.map { "true through \($0)" }]
        return step.line(Line(parts.compactMap(\.self).joined(separator: ", ")))
    }
}
