package import RewindReplay
import RewindValue

extension CheckQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable { [$0.line] } }
}

extension CheckQuestion.Row {
    /// Whether the condition holds, its name, and where it does not hold.
    package var line: Line {
        let name = Line(result.invariant.name, .strong) + Line(store.map { " in \(TerminalText.escaped($0))" } ?? "")
        if result.asksForNothing { return (Line("no path ", .alarm) + name).hanging(8) }
        if !result.isCondition { return (Line("no test ", .alarm) + name).hanging(8) }
        if result.verdict == .unknown { return Line("unknown ", .alarm) + name + Line(": no state is known") }
        guard let step else {
            let count = result.unknown.count
            let rest = count == 0 ? "" : " (\(count) \(count == 1 ? "state" : "states") not checked)"
            return (Line("holds   ", .added) + name + Line(rest, .faint)).hanging(8)
        }
        var words =
            step.steps.count > 1
            ? ": from one of steps \(step.number)" : ": from step \(step.number)" + (step.step.map { ", \($0.type)" } ?? "")
        if result.failures.count > 0 { words += ": \(result.failures.reason)" }
        return (Line("broken  ", .alarm) + name + Line(words)).hanging(8)
    }
}
