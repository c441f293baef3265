package import RewindFormat
package import RewindReplay
import RewindValue

/// The step that a report is about, as lines: who marked it, its action, and its changes.
package struct MomentLines {
    /// The title: `The moment: step 39, comments/edit`.
    package let title: String
    /// The lines below the title.
    package let lines: [Line]

    /// The number of characters shown of a changed value.
    private static let valueLimit = 200

    /// - Throws: `RecordingError` if the step does not exist, or a segment can't be read.
    package init(_ timeline: Timeline, at number: Int) throws(RecordingError) {
        var lines: [Line] = []
        try timeline.forEachItem(in: number...number) { item in
            guard case .mark(let mark) = item else { return }
            lines.append(Line("  marked :\(mark.name)" + (mark.note.map { ", \($0)" } ?? "")).hanging(4))
        }
        guard let step = try timeline.step(at: number) else {
            (title, self.lines) = ("The moment: step \(number)", lines)
            return
        }
        lines += StoryLines.action(of: step)
        if let sentence = step.outcomeSentence { lines.append(Line("  " + sentence, .faint).hanging(2)) }
        if let patch = step.patch {
            let texts = try timeline.textsBefore(step, longerThan: Self.valueLimit)
            lines += PatchText(patch).lines(valueLimit: Self.valueLimit, after: texts).map { (Line("  ") + $0).hanging(4) }
        }
        (title, self.lines) = ("The moment: step \(number), \(step.type)", lines)
    }
}
