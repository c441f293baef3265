package import RewindFormat
import RewindReplay

/// The message when a recording has become a file: how the app ended, what was under way, where the file is, and what is missing.
package struct SealedText {
    package let lines: [String]

    package init(_ recording: Recording) {
        let manifest = recording.manifest
        let ending = EndingText(of: recording)
        var lines = ["\(manifest.appName ?? "the app") \(ending.verb)" + (manifest.ending.reason.map { ": \($0)" } ?? "")]
        let kept = recording.segments.compactMap { $0.steps }
        lines += zip(manifest.ending.underWay, ending.underWay).map { action, words in
            action.step == 0 || kept.contains { $0.contains(action.step) } ? words : words + ", and its action is lost"
        }
        let known = StepRanges(kept).count
        // If no action is left, the states determine the number of steps.
        let count = manifest.counts.steps == 0 ? known : manifest.counts.steps
        let keptCount = min(known, count)
        let atLeast = recording.isLongerThanKnown ? "at least " : ""
        let duration = recording.times == nil ? "" : " in \(atLeast)\(TimeText.duration(recording.length))"
        let share = keptCount < count ? "\(keptCount) of " : ""
        lines.append("\(share)\(count) step\(count == 1 ? "" : "s")\(duration), in \(recording.path)")
        let losses = recording.losses.sentences
        lines += losses.prefix(Self.shownLosses).map { "lost: \($0)" }
        if losses.count > Self.shownLosses { lines.append("lost: and \(losses.count - Self.shownLosses) more, listed by 'rewind info'") }
        let isCrash = manifest.ending.how == .crashed && CrashQuestion.loss(in: recording.losses.sentences) == nil
        let path = recording.path.shellQuoted
        let command =
            keptCount == 0 ? "rewind info \(path)" : isCrash ? "rewind crash \(path), or rewind step \(path)" : "rewind log \(path)"
        lines.append("look at it with: \(command); send it with: rewind ticket \(path)")
        self.lines = lines
    }

    private static let shownLosses = 20
}
