import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

extension StepList.Row {
    struct Columns {
        /// The columns of the last step's number.
        var number: Int
        /// Whether the time is the one since the step before, or else since the start.
        var showsIntervals: Bool
        /// The step that is shown.
        var here: Int
        var off: Set<Int> = []
        /// The depth of a step below what caused it; `nil` if the list does not indent.
        var depth: (Step) -> Int? = { _ in nil }
    }

    /// The row for people.
    func line(_ columns: Columns, width: Int, ending: Ending) -> Line {
        switch content {
        case .beginning:
            line(columns, width, steps?.lowerBound ?? 0, time: timeBefore, Line(ActionLine.initial, .faint), changes: "", .faint)
        case .item(.step(let step)): line(of: step, columns, width, ending)
        case .run(let run):
            line(
                columns, width, run.first.number, time: run.first.time,
                Line(off(in: columns), .alarm) + Line(run.first.type, run.changes == 0 ? .faint : .name)
                    + Line(
                        steps?.contains(columns.here) == true ? " \(columns.here - run.first.number + 1) of \(run.count)" : " ×\(run.count)"
                    ), changes: String(run.changes), .plain)
        case .item(.gap(let steps, let reason)): StepRow.gap(steps, reason: reason)
        case .item(.mark(let mark)): aside(columns, Line(":" + mark.name, .strong) + Line(mark.note.map { "  " + $0 } ?? "", .faint))
        case .item(.log(let log)): aside(columns, Line("\(log.level)  \(log.message)", .faint))
        case .item(.effect(let effect)): aside(columns, Line(effect.name + "  ", .faint) + EffectText.line(effect))
        case .item(.swallowed(let action)): aside(columns, Line("\(action.type)  swallowed", .faint))
        }
    }

    /// How many steps of a run are switched off.
    private func off(in columns: Columns) -> String {
        let count = columns.off.count { steps?.contains($0) == true }
        return count == 0 ? "" : "\(count) off "
    }

    private func line(of step: Step, _ columns: Columns, _ width: Int, _ ending: Ending) -> Line {
        let isUnderWay = ending.text(at: step) != nil
        let isUnchanged = if case .changed(let patch) = step.outcome { patch.isEmpty } else { false }
        let depth = columns.depth(step) ?? 0
        let branch = depth == 0 ? "" : String(repeating: " ", count: min(depth, 12) - 1) + "└"
        let type =
            Line(branch, .faint) + Line(columns.off.contains(step.number) ? "off " : "", .alarm)
            + Line(step.type, isUnderWay ? .alarm : isUnchanged ? .faint : .name)
        return line(
            columns, width, step.number, time: step.time, type, changes: StepRow.changes(step.outcome),
            isUnderWay ? .alarm : isUnchanged ? .faint : .plain)
    }

    private func aside(_ columns: Columns, _ line: Line) -> Line { Line(String(repeating: " ", count: columns.number + 2)) + line }

    /// Number, time, type and changes: the type takes what the others leave.
    private func line(
        _ columns: Columns, _ width: Int, _ number: Int, time: Int?, _ type: Line, changes: String, _ ink: Line.Ink
    ) -> Line {
        var line = Line(DisplayWidth.aligned(String(number), to: columns.number) + "  ", ink)
        if width >= 44 {
            let clock = columns.showsIntervals ? interval(to: time) : time.map { "+" + TimeText.clock($0) } ?? ""
            line.add(DisplayWidth.aligned(clock, to: 10) + "  ", .faint)
        }
        let room = max(4, width - DisplayWidth.of(line.text) - 6)
        let type = type.cutInside(to: room)
        line = line + type
        line.add(String(repeating: " ", count: max(1, room - DisplayWidth.of(type.text) + 1)))
        line.add(DisplayWidth.aligned(changes, to: 4), ink == .plain ? .plain : ink)
        return line
    }

    private func interval(to time: Int?) -> String {
        guard let time, let timeBefore else { return "" }
        return "+" + TimeText.duration(max(0, time - timeBefore))
    }
}
