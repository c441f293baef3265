import RewindFormat
package import RewindReplay
package import RewindValue

extension StepRow {
    /// The step as shown when a recording is played: its number, time and type, and a summary of its changes.
    ///
    /// - Parameters:
    ///   - run: the run of steps with the same action that ends with this step.
    ///   - columns: the available columns; `nil` for unlimited.
    ///   - texts: known earlier texts by place; of a text that is too long, only its new part is shown.
    package func played(as run: StepRuns.Run? = nil, columns: Int? = nil, after texts: [JSONPointer: String] = [:]) -> Line {
        let number = run.map { "\($0.first.number)..\(step.number)" } ?? String(step.number)
        var line = Line(DisplayWidth.aligned(number, to: 7) + "  ", mark == nil ? .plain : .alarm)
        line.add((run?.first ?? step).time.map { "+" + TimeText.clock($0) + "  " } ?? "", .faint)
        line.add(step.type + (run.map { " ×\($0.count)" } ?? ""), mark == nil ? .name : .alarm)
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
    /// A word in place of the changes, if the step has no patch of its own but may have changed something.
    fileprivate var wordForChanges: String? {
        switch outcome {
        case .merged(let steps, nil): "changes in \(steps.upperBound)"
        case .failed, .unencodable, .lost: StepRow.changes(outcome)
        case .changed, .merged, .keyframe, .underWay, .notCaptured, .pending: nil
        }
    }
}
