package import RewindReplay
import RewindValue

extension FireQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable(isList: false) { $0.lines } }
}

extension FireQuestion.Row {
    /// What changed, and whether that is what was recorded.
    fileprivate var lines: [Line] {
        let whose = store.map { " in \(TerminalText.escaped($0))" } ?? ""
        let number = step.steps.upperBound
        let head = Line("step \(number)", .strong) + Line(", ") + Line(TerminalText.escaped(step.step?.type ?? "?"), .name) + Line(whose)
        let changes = diff.map { $0.isEmpty ? [Line("nothing changed", .faint)] : DiffLines($0).lines } ?? []
        return [head] + changes + verdict
    }

    private var verdict: [Line] {
        if !divergences.isEmpty { return divergences.flatMap { VerifyQuestion.Row.lines($0) } }
        return isAsRecorded == true
            ? [Line("as recorded", .added)]
            : [Line("the recording does not have the state after it", .alarm)]
    }
}
