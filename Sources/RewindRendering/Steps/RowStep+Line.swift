import RewindFormat
package import RewindReplay
import RewindValue

/// A row about a step, or one of several: number, time and type, followed by the list's own columns.
extension RowStep {
    package static func header(_ rest: Line) -> Line { columns("STEP", time: "TIME", type: "TYPE", .faint, rest) }

    /// The column headers with one more name.
    package static func header(_ rest: String) -> Line { header(Line(rest, .faint)) }

    /// The row followed by the list's own columns.
    package func line(_ rest: Line) -> Line { row(rest).about(steps.upperBound) }

    private func row(_ rest: Line) -> Line {
        if isBefore { return Self.columns("", time: "", type: "before \(number)", .faint, rest) }
        let time = step?.time.map { "+" + TimeText.clock($0) } ?? text?.time ?? "?"
        if isOneOfThese, step != nil { return Self.columns(number, time: time, type: "one of \(steps.count) steps", .faint, rest) }
        return Self.columns(number, time: time, type: step?.type ?? text?.type ?? "?", .name, rest)
    }

    /// The columns before the list's own.
    package static let width = typeColumn + typeWidth + 2
    /// The column of the type, where continuation lines begin.
    package static let typeColumn = 21
    private static let typeWidth = 26

    private static func columns(_ number: String, time: String, type: String, _ ink: Line.Ink, _ rest: Line) -> Line {
        var line = Line(DisplayWidth.aligned(number, to: 7) + "  ", ink == .faint ? .faint : .plain)
        line.add(DisplayWidth.aligned(time, to: 10) + "  ", .faint)
        line.add(TerminalText.escaped(type), ink, width: typeWidth, widest: typeWidth, columnsBeside: typeColumn + 2, isName: true)
        line.add("  ")
        return line.with(rest: rest, under: typeColumn)
    }

    /// The texts for a number without a step.
    private var text: NoStepText? { noStep.map { NoStepText(number: steps.upperBound, noStep: $0) } }
}
