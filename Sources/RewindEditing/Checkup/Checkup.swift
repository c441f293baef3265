import RewindArchive
public import RewindFormat
import RewindValue

/// Every check there is of a recording.
///
/// ```swift
/// let checkup = try Checkup(of: "bug-1234.rewind")
/// print(checkup.count(of: .error))   // 0
/// ```
///
/// Of a file: the structure of the zip and the hash of every entry. Of both forms: the manifest against what is there, every line, the steps'
/// continuity, patches that apply, keyframes against the states that patches lead to, clocks, causes, attachments, what was lost, and what looks like a
/// secret. Reads the recording three times, in the memory of one segment's streams and one state of each store.
public struct Checkup: Sendable {
    /// What was found, the gravest first.
    public let findings: [Finding]

    /// Checks what is at a path.
    ///
    /// - Throws: `RecordingError` if there is nothing, it may not be read, or an app is still recording into it. All else is a finding.
    public init(of path: String) throws(RecordingError) {
        var findings = Findings()
        do throws(RecordingError) {
            let recording = try openRecording(at: path)
            Self.checkFiles(recording, &findings)
            if !findings.hasErrors { try Self.checkContent(recording, &findings) }
        } catch {
            let isAboutAll = error.entry == nil && [.notFound, .system].contains(error.code)
            if isAboutAll || error.code == .stillRecording { throw error }
            findings.add(.error, error.code.rawValue, error.message, entry: error.entry, advice: error.advice)
        }
        self.findings = findings.all
    }

    /// How many there are of a severity.
    public func count(of severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }

    /// Reads every entry, which checks its hash.
    private static func checkFiles(_ recording: Recording, _ findings: inout Findings) {
        for name in recording.source.names {
            do throws(RecordingError) { _ = try recording.source.read(name) } catch {
                findings.add(.error, "hash", error.message, entry: error.entry ?? name, advice: error.advice)
            }
        }
        for note in recording.notes { findings.add(.note, "packed", note) }
    }

    private static func checkContent(_ recording: Recording, _ findings: inout Findings) throws(RecordingError) {
        var manifest = ManifestCheck(recording)
        var steps = StepCheck(recording)
        var states = StateCheck()
        for (position, summary) in recording.segments.enumerated() {
            let segment = try recording.segment(summary.index)
            manifest.take(segment, summary, &findings)
            steps.take(segment, isFirst: position == 0, &findings)
            states.take(segment, &findings)
        }
        try manifest.finish(steps.last, &findings)
        steps.finish(&findings)
        if recording.form == .directory {
            findings.add(
                .note, "live", "it is the directory that an app left, not yet one file", advice: "Run: rewind seal \(recording.path)")
        }
        try checkSecrets(recording, &findings)
    }

    /// What the redaction rules would remove, and what looks like a secret besides.
    private static func checkSecrets(_ recording: Recording, _ findings: inout Findings) throws(RecordingError) {
        let report = try Sealing().check(recording.path)
        let advice = "Run: rewind redact --check \(recording.path)"
        for finding in report.findings {
            findings.add(
                .warning, "secret", "\(finding.count) × \(finding.rule) at \(finding.place), which redaction would remove",
                entry: finding.part,
                step: finding.step, advice: advice)
        }
        for suspicion in report.suspicions {
            let looks = "\(suspicion.looks.length) \(suspicion.looks.kind), \(suspicion.looks.beginning)…"
            findings.add(
                .warning, "secret", "\(suspicion.count) × \(looks) at \(suspicion.place) looks like a secret", entry: suspicion.part,
                step: suspicion.step, advice: advice)
        }
    }
}
