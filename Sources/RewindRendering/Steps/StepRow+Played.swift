import RewindFormat
import RewindReplay
package import RewindValue

extension StepRow {
    /// The step as a recording that is played shows it: its number, time and type, and what it changed in a few words.
    ///
    /// - Parameters:
    ///   - run: The steps with the same action of which this is the last.
    ///   - columns: The columns that there are; `nil` for as many as it takes.
    ///   - texts: The texts that are known to have been at some places before: of one that is too long, only what is new is shown.
    package func played(as run: StepRuns.Run? = nil, columns: Int? = nil, after texts: [JSONPointer: String] = [:]) -> Line {
        let number = run.map { "\($0.first.number)..\(step.number)" } ?? String(step.number)
        var line = Line(DisplayWidth.aligned(number, to: 7) + "  ", mark == nil ? .plain : .alarm)
        line.add((run?.first ?? step).time.map { "+" + TimeText.clock($0) + "  " } ?? "", .faint)
        line.add(step.type + (run?.times ?? ""), mark == nil ? .name : .alarm)
        if step.store != ActionLine.mainStore { line.add(" in \(step.store)", .faint) }
        var rest = Line()
        if let patch = step.patch, !patch.isEmpty {
            let text = PatchText(patch)
            rest =
                Line("  ")
                + (columns.map { text.news(columns: $0 - 2 - DisplayWidth.of(line.text), after: texts) } ?? text.summary(after: texts))
        }
        if let mark {
            rest.add("  " + mark, .alarm)
        } else if let word = step.wordForChanges {
            rest.add("  " + word, .faint)
        }
        return line.with(rest: rest, under: RowStep.typeColumn + 2)
    }
}

extension Step {
    /// What to say of its changes, where there is no patch of its own and yet it is not known that nothing changed.
    fileprivate var wordForChanges: String? {
        switch outcome {
        case .merged(let steps, nil): "changes in \(steps.upperBound)"
        case .failed, .unencodable, .lost: StepRow.changes(outcome)
        case .changed, .merged, .keyframe, .underWay, .notCaptured, .pending: nil
        }
    }
}
