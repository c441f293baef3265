import RewindFormat
package import RewindReplay

extension ReproduceQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable(isList: false) { [$0.line] } }
}

extension ReproduceQuestion.Row {
    /// What became of it, in a sentence.
    fileprivate var line: Line {
        let place = "step \(reproduction.steps.upperBound), " + TerminalText.escaped(step.step?.type ?? "?")
        let reason = reproduction.reason.map { ": " + TerminalText.escaped($0) } ?? ""
        let line: Line
        switch reproduction.result {
        case .crashedAgain:
            let how = isAsRecorded ? ", as recorded" : ", but not as recorded (\(TerminalText.escaped(recorded ?? "")))"
            line = Line("crashed again", .alarm) + Line(" at ") + Line(place, .name) + Line(how + reason)
        case .crashedElsewhere:
            line = Line("crashed", .alarm) + Line(" at another step than recorded, at ") + Line(place, .name) + Line(reason)
        case .gotThrough:
            line = Line("no longer crashes", .added) + Line(" at ") + Line(place, .name) + Line(": the reducer gets through it")
        case .unknown: line = Line("can't be reduced again: ", .alarm) + Line(place, .name) + Line(reason)
        }
        return line.hanging(4)
    }
}
