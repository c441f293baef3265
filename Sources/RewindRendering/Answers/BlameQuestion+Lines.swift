import RewindFormat
package import RewindReplay
import RewindValue

extension BlameQuestion: RenderedQuestion {
    package func table(columns: Int?) -> AnswerTable<Row> { AnswerTable { [$0.line] } }
}

extension BlameQuestion.Row {
    /// The step, the path, the value, and the call site of the action.
    package var line: Line {
        let name = Line(PatchText.name(place), .name)
        guard let value else { return step.line(name + Line("  something in it was removed or moved", .faint)) }
        let site = step.steps.count == 1 ? step.step?.action?.site.map { Line("  " + $0, .faint) } : nil
        return step.line(name + Line(" = ") + ValueText.line(value, limit: 50) + others + (site ?? Line()))
    }

    /// `, or 31..60 (lost)`: the last steps that may also have set the value.
    private var others: Line {
        guard let steps = unknown.first else { return Line() }
        let others = unknown.count == 1 ? "" : ", or \(unknown.count - 1) more"
        let number = steps.count == 1 ? "\(steps.lowerBound)" : "\(steps.lowerBound)..\(steps.upperBound)"
        return Line("  or \(number) (\(areLost ? "lost" : "unknown"))\(others)", .alarm)
    }
}
