package import RewindFormat
package import RewindReplay
import RewindValue

/// A step as a row of a list: its number, time, type, number of changes, and cause.
package struct StepRow {
    package let step: Step
    /// A remark if the process ended in the step.
    package let mark: String?
    package var isCurrent = false
    /// The step's depth in the tree of causes.
    package var depth = 0

    package init(_ step: Step, ending: Ending, isCurrent: Bool = false) {
        self.step = step
        mark = ending.text(at: step)
        self.isCurrent = isCurrent
    }

    package static let header = columns(
        sign: " ", step: "STEP", time: "TIME", type: Line("TYPE", .faint), changes: "CHANGES", rest: Line("CAUSE", .faint), ink: .faint,
        changesInk: .faint)

    package var line: Line {
        var rest = Self.rest(cause: step.cause, store: step.store)
        if step.line?.isDumped == true { rest.add((rest.spans.isEmpty ? "" : "  ") + "dumped", .faint) }
        if let count = step.line?.omittedCount, count > 0 {
            rest.add((rest.spans.isEmpty ? "" : "  ") + "\(count) left out", .faint)
        }
        if let mark { rest.add((rest.spans.isEmpty ? "" : "  ") + mark, .alarm) }
        return Self.columns(
            sign: isCurrent ? ">" : mark == nil ? " " : "x", step: String(step.number),
            time: step.time.map { "+" + TimeText.clock($0) } ?? "?",
            type: Line(branch + step.type, mark == nil ? .name : .alarm), changes: Self.changes(step.outcome), rest: rest,
            ink: mark == nil ? .plain : .alarm
        ).about(step.number)
    }

    /// The row of consecutive steps with the same action: `47..53  +00:01.813  comments/setDraft ×7`.
    static func line(_ run: StepRuns.Run) -> Line {
        columns(
            sign: " ", step: "\(run.first.number)..\(run.last.number)", time: run.first.time.map { "+" + TimeText.clock($0) } ?? "?",
            type: Line("\(run.first.type) ×\(run.count)", .name), changes: String(run.changes),
            rest: rest(cause: run.first.cause, store: run.first.store), ink: .plain
        ).about(run.first.number)
    }

    private var branch: String { depth == 0 ? "" : String(repeating: "  ", count: min(depth, Self.drawnDepth) - 1) + "└ " }

    /// The greatest depth that is drawn; deeper steps are drawn there, so that a long chain of causes does not run off the screen.
    private static let drawnDepth = 40

    /// The row of the state before the first action.
    package static func initial(isCurrent: Bool = false) -> Line {
        columns(
            sign: isCurrent ? ">" : " ", step: "0", time: "+" + TimeText.clock(0), type: Line(ActionLine.initial, .faint), changes: "",
            rest: Line(), ink: .plain)
    }

    /// The row of a number without a step that is the current position.
    package static func noStep(_ text: NoStepText) -> Line {
        columns(
            sign: ">", step: String(text.number), time: text.time, type: Line(text.type, .faint), changes: "",
            rest: Line(text.rest, .faint),
            ink: .plain)
    }

    package static func line(_ item: Timeline.Item, ending: Ending, current: Int? = nil) -> Line {
        switch item {
        case .step(let step): StepRow(step, ending: ending, isCurrent: step.number == current).line
        case .gap(let steps, let reason): gap(steps, reason: reason)
        case .mark(let mark):
            columns(
                sign: " ", step: "-", time: "+" + TimeText.clock(mark.time), type: Line(":" + mark.name, .strong), changes: "",
                rest: Line(mark.note ?? "mark", .faint), ink: .faint)
        case .log(let log):
            columns(
                sign: " ", step: "-", time: "+" + TimeText.clock(log.time),
                type: Line(log.level + (log.label.isEmpty ? "" : " " + log.label), .faint), changes: "",
                rest: Line(log.message) + metadata(log), ink: .faint)
        case .effect(let effect):
            columns(
                sign: " ", step: "-", time: "+" + TimeText.clock(effect.line.time), type: Line(effect.name, .faint), changes: "",
                rest: EffectText.line(effect), ink: .faint)
        case .swallowed(let action):
            columns(
                sign: " ", step: "-", time: "+" + TimeText.clock(action.time), type: Line(action.type, .faint), changes: "never",
                rest: Line("swallowed ", .faint) + Self.rest(cause: action.cause, store: action.store), ink: .faint)
        }
    }

    /// The metadata of a logged line: `key=value`.
    private static func metadata(_ log: LogLine) -> Line {
        let pairs = log.metadata.map { key, value in "  \(key)=\(value.string ?? value.jsonText)" }
        return Line(pairs.joined(), .faint)
    }

    package static func gap(_ steps: ClosedRange<Int>, reason: GapLine.Reason? = nil) -> Line {
        let words = steps.count == 1 ? "step \(steps.lowerBound) is" : "steps \(steps.lowerBound) to \(steps.upperBound) are"
        if reason?.kind == .leftOut { return Line("  \(words) \(GapLine.Reason.leftOutWords)", .faint) }
        return Line("  \(words) lost" + (reason?.clause ?? ""), .alarm)
    }

    private static func rest(cause: Int?, store: String) -> Line {
        let parts = [cause.map { "after \($0)" }, store == ActionLine.mainStore ? nil : "in \(store)"]
        return Line(parts.compactMap { $0 }.joined(separator: " "))
    }

    /// The number of changes of a step, in one word; `whole` if the state was written whole, as that of a store that was made anew.
    package static func changes(_ outcome: Step.Outcome) -> String {
        switch outcome {
        case .changed(let patch): String(patch.operations.count)
        case .keyframe: "whole"
        case .merged(let steps, nil): "in \(steps.upperBound)"
        case .merged(_, let patch?): String(patch.operations.count)
        case .failed: "failed"
        case .unencodable: "unknown"
        case .underWay, .notCaptured, .pending: "-"
        case .lost: "lost"
        }
    }

    /// The columns that a recording's rows need beside the type, beyond the usual ones: for the names of its stores, and for hours.
    package static func columnsBeside(in timeline: Timeline) -> Int {
        let names = timeline.storeNames.lazy.filter { $0 != ActionLine.mainStore }.map { DisplayWidth.of(TerminalText.escaped($0)) + 4 }
        let time = DisplayWidth.of("+" + TimeText.clock(timeline.recording.times?.upperBound ?? 0))
        return min(names.max() ?? 0, 24) + max(0, time - 10)
    }

    private static func columns(
        sign: String, step: String, time: String, type: Line, changes: String, rest: Line, ink: Line.Ink, changesInk: Line.Ink = .plain
    ) -> Line {
        var line = Line(sign + DisplayWidth.aligned(step, to: 6) + "  ", ink)
        line.add(DisplayWidth.aligned(time, to: 10) + "  ", .faint)
        // The width beside the type: the other columns, and the text that most rows have after them.
        for span in type.spans {
            line.add(TerminalText.escaped(span.text), span.ink, width: 36, widest: 80, columnsBeside: 44, isName: true)
        }
        line.add("  " + DisplayWidth.aligned(changes, to: 7) + "  ", changesInk)
        return line + rest
    }
}
