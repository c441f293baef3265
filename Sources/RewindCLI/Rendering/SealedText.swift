import RewindFormat
import RewindReplay

/// What to say when a recording became a file: how the app ended, what was under way, where the file is, what is missing.
struct SealedText {
    let lines: [String]

    init(_ sealed: RecordedSession.Sealed) {
        self.init(name: sealed.name, file: sealed.file, recording: sealed.recording)
    }

    init(name: String, file: String, recording: Recording) {
        let manifest = recording.manifest
        let ending = EndingText(ending: manifest.ending)
        var lines = ["\(name) \(ending.verb)" + (manifest.ending.reason.map { ": \($0)" } ?? "")]
        lines += ending.underWay
        let count = manifest.counts.steps
        lines.append("\(count) step\(count == 1 ? "" : "s") in \(TimeText.duration(recording.times?.upperBound ?? 0)), in \(file)")
        lines += recording.losses.sentences.map { "lost: \($0)" }
        lines.append("look at it with: rewind log \(file)")
        self.lines = lines
    }
}
