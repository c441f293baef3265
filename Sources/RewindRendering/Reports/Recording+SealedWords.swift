package import RewindFormat
import RewindReplay

extension Recording {
    /// The message when a recording has become a file: how the app ended, what was under way, where the file is, and what is missing.
    package var sealedWords: [String] {
        let ending = EndingText(of: self)
        let shownLosses = 20
        var lines = ["\(manifest.appName ?? "the app") \(ending.verb)" + (manifest.ending.crashReason.map { ": \($0.words)" } ?? "")]
        let kept = segments.compactMap { $0.steps }
        lines += zip(manifest.ending.underWay, ending.underWay).map { action, words in
            action.step == 0 || kept.contains { $0.contains(action.step) } ? words : words + ", and its action is lost"
        }
        let known = StepRanges(kept).count
        // If no action is left, the states determine the number of steps.
        let count = manifest.counts.steps == 0 ? known : manifest.counts.steps
        let keptCount = min(known, count)
        let atLeast = isLongerThanKnown ? "at least " : ""
        let duration = times == nil ? "" : " in \(atLeast)\(TimeText.duration(length))"
        let share = keptCount < count ? "\(keptCount) of " : ""
        lines.append("\(share)\(count) step\(count == 1 ? "" : "s")\(duration), in \(path)")
        let sentences = losses.all.map { $0.sentence }
        lines += sentences.prefix(shownLosses).map { "lost: \($0)" }
        if sentences.count > shownLosses { lines.append("lost: and \(sentences.count - shownLosses) more, listed by 'rewind info'") }
        let isCrash = manifest.ending.how == .crashed && !losses.all.contains { $0.isOfCrashReport }
        let quoted = path.shellQuoted
        let command =
            keptCount == 0 ? "rewind info \(quoted)" : isCrash ? "rewind crash \(quoted), or rewind step \(quoted)" : "rewind log \(quoted)"
        // A file that is sealed for a recipient is ready to be sent, and perhaps can't be opened here.
        if !path.hasSuffix(".age") { lines.append("look at it with: \(command); send it with: rewind ticket \(quoted)") }
        return lines
    }
}
