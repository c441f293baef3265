package import RewindArchive
package import RewindFormat
import RewindJournal
import RewindRedaction
import RewindSystem
package import RewindValue

/// A complete check of a recording.
///
/// ```swift
/// let checkup = try Checkup(of: "bug-1234.rewind")
/// print(checkup.count(of: .error))   // 0
/// ```
///
/// For a file, this checks the structure of the zip and the hash of every entry. For both forms, it checks the manifest against the files,
/// every line, the continuity of steps, that patches apply, keyframes against the states that patches lead to, clocks, causes and
/// attachments, and looks for losses and for values that look like secrets. Reads the recording three times, with the streams of one
/// segment and one state of each store in memory.
package struct Checkup: Sendable {
    /// The findings, the most severe first.
    package let findings: [Finding]

    /// Checks the recording at a path.
    ///
    /// - Throws: `RecordingError` if nothing is at the path, it may not be read, or an app is still recording into it; any other problem is
    ///   a finding.
    package init(of path: String) throws(RecordingError) {
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

    package func count(of severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }

    /// Reads every entry, which checks its hash.
    private static func checkFiles(_ recording: Recording, _ findings: inout Findings) {
        for (name, error) in recording.source.damaged(threads: recording.limits.workers) {
            findings.add(.error, "hash", error.message, entry: error.entry ?? name, advice: error.advice)
        }
        for note in recording.notes { findings.add(.note, "packed", note) }
    }

    /// Whether no file of a sealed recording is damaged, and no line breaks the format's rules.
    package static func isSound(_ recording: Recording) -> Bool {
        var findings = Findings()
        checkFiles(recording, &findings)
        return !findings.hasErrors && (try? unsoundness(of: recording))?.isEmpty == true
    }

    /// The rule violations in the lines of a recording and its manifest.
    static func unsoundness(of recording: Recording) throws(RecordingError) -> [Finding] {
        var findings = Findings()
        try checkLines(recording, &findings)
        return findings.errors(for: recording.form)
    }

    private static func checkContent(_ recording: Recording, _ findings: inout Findings) throws(RecordingError) {
        try checkLines(recording, &findings)
        if recording.form == .directory {
            findings.add(
                .note, "live", "the recording is a directory that an app left, not yet one file",
                advice: "Run: rewind seal \(recording.path.shellQuoted)")
        }
        try checkSecrets(recording, &findings)
    }

    private static func checkLines(_ recording: Recording, _ findings: inout Findings) throws(RecordingError) {
        var manifest = ManifestCheck(recording)
        var steps = StepCheck(recording.manifest, recording.form, path: recording.path)
        var states = StateCheck()
        var rest = recording.segments[...]
        var isFirst = true
        while !rest.isEmpty {
            // Several segments are read at a time; their results are combined in order.
            let next = Array(rest.prefix(recording.limits.workers))
            rest = rest.dropFirst(next.count)
            let segments = Processors.map(next, threads: next.count) { summary in
                Result { () throws(RecordingError) in try recording.segment(summary.index) }
            }
            for (summary, segment) in zip(next, segments) {
                let segment = try segment.get()
                manifest.add(segment, summary, &findings)
                steps.add(segment, isFirst: isFirst, &findings)
                states.add(segment, &findings)
                isFirst = false
            }
        }
        try manifest.finish(steps.last, &findings)
        steps.finish(hasSteps: recording.steps != nil, &findings)
    }

    /// Finds values that the redaction rules would remove.
    private static func checkSecrets(_ recording: Recording, _ findings: inout Findings) throws(RecordingError) {
        let report = try Sealing().check(recording.path)
        let advice = "Run: rewind redact --check \(recording.path.shellQuoted)"
        // A text file has no pointer to report.
        func at(_ place: PointerPattern) -> String { place.description.isEmpty ? "" : " at \(place)" }
        for removal in report.removals {
            findings.add(
                .warning, "secret", "\(removal.count) × \(removal.rule)\(at(removal.place)), which redaction would remove",
                entry: removal.part, step: removal.step, advice: advice)
        }
    }
}

extension Checkup {
    /// For programs: one object.
    package func json(_ path: String) -> JSONValue {
        [
            "path": .string(path), "errors": .number(JSONNumber(count(of: .error))),
            "warnings": .number(JSONNumber(count(of: .warning))),
            "findings": .array(
                findings.map { finding in
                    var object: JSONObject = ["severity": .string(finding.severity.rawValue), "code": .string(finding.code)]
                    object["entry"] = finding.entry.map(JSONValue.string)
                    object["step"] = finding.step.map { .number(JSONNumber($0)) }
                    object["message"] = .string(finding.message)
                    object["advice"] = finding.advice.map(JSONValue.string)
                    return .object(object)
                }),
        ]
    }
}
