import RewindArchive
import RewindFormat
import RewindRendering
import RewindReplay
import RewindViewer

/// The page that commands write of a sealed recording.
enum PageOutput {
    /// Writes the page of the sealed recording at a path.
    ///
    /// - Parameters:
    ///   - name: what the page calls the recording.
    ///   - neverBefore: what no healthy session of the project did; by default, the recording is asked.
    ///   - path: the file to write.
    static func write(
        of recording: Recording, named name: String, neverBefore: [BrokenRulesQuestion.Row]? = nil, to path: String, replacing: Bool
    ) throws(RecordingError) {
        guard let bytes = try sealedBytes(at: recording.path) else {
            throw RecordingError(
                .unsupported, "another tool packed the recording again", path: recording.path, advice: "Make it anew with `rewind trim`")
        }
        let broken: [BrokenRulesQuestion.Row] = if let neverBefore { neverBefore } else { NeverBefore.broken(in: try Timeline(recording)) }
        let page = ReportPage(
            recording: bytes, name: name, title: recording.manifest.title ?? name, summary: summary(of: recording),
            neverBefore: broken.map { row in
                let number = row.step.steps.upperBound
                return (recording.steps?.contains(number) == true ? number : nil, TerminalText.escaped(row.sentence))
            })
        try SharedAtomicFile.write(page.html, to: path, outside: [recording.path], replacing: replacing)
    }

    /// The note, what value is wrong, how the app ended, and what is recorded.
    private static func summary(of recording: Recording) -> [String] {
        let (manifest, ending) = (recording.manifest, EndingText(of: recording))
        let count = manifest.counts.steps
        let span = "\(count) step\(count == 1 ? "" : "s") in \(TimeText.duration(recording.length))"
        let began = manifest.started == 0 ? "" : ", recorded from \(UTC.text(manifest.started))"
        let lines =
            ["\(manifest.appName ?? "The app") \(ending.verb)"] + [manifest.ending.crashReason?.words].compactMap(\.self) + ending.underWay
        let note = manifest.note.map { $0.split(whereSeparator: \.isNewline).map(String.init) } ?? []
        let wrong = manifest.wrong.flatMap { wrong in recording.steps.map { WrongReport(WrongQuestion.Row(wrong, of: $0)).what + "." } }
        let words = note + [wrong].compactMap(\.self)
        return (words + (words.isEmpty ? [] : [""]) + lines + [span + began]).map(TerminalText.escaped)
    }

    /// Writes the page of a recording that a command has just sealed, beside it, and says where it is.
    static func writeBeside(_ sealed: Recording, replacing: Bool) throws {
        let page = OutputName.page(of: sealed.path)
        try naming(another: "page") {
            try write(of: sealed, named: OutputName.beside(sealed.path), to: page, replacing: replacing)
        }
        Diagnostics.say("the page is \(RecordingLibrary.nearName(of: page))")
    }

    /// Writes a page onto which a recording is dropped.
    static func writeEmpty(to path: String, replacing: Bool) throws(RecordingError) {
        try SharedAtomicFile.write(ReportPage(recording: [], name: "", title: "Rewind", summary: []).html, to: path, replacing: replacing)
    }
}
