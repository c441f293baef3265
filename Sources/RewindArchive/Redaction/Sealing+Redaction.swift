public import RewindFormat
import RewindJournal
public import RewindValue

extension Sealing {
    /// Writes a new bundle of a finished recording, without what the rules remove; at ``RewindValue/RedactionLevel/masked`` with pseudonyms for its
    /// texts and long numbers.
    ///
    /// What of a finished recording are names from the source, its manifest tells by the shapes of the types; keys that are none of these, and texts
    /// that are no names of cases, are masked.
    ///
    /// Every line of every segment, the manifest and all entries that are text are gone through; lines and members that this version does not know
    /// are kept and gone through too. Entries that are no text are kept as they are, and named in the report. What was redacted before stays so. The
    /// input is never changed. Goes through the recording once, or twice where there is something to remove, in the memory of a few segments'
    /// streams; until the new bundle is there, its streams are in a folder beside it.
    ///
    /// - Returns: the new recording, opened, and what was removed.
    /// - Throws: `RecordingError` if the input is no recording, is damaged or still being recorded, or the output is there already or is the input.
    @discardableResult public func redact(
        _ input: String, to output: String, rules: RedactionRules = .default, level: RedactionLevel = .secrets
    ) throws(RecordingError) -> (Recording, RedactionReport) {
        let (recording, report) = try redact(input, to: output, rules: rules, level: level, alwaysWrites: true)
        guard let recording else { throw RecordingError(.notFound, "there is nothing at that path", path: output) }
        return (recording, report)
    }

    /// The same, and writes nothing where there is nothing to remove.
    ///
    /// - Returns: the new recording, opened, if one was written, and what was removed.
    /// - Throws: As ``redact(_:to:rules:)``.
    public func redactIfNeeded(
        _ input: String, to output: String, rules: RedactionRules = .default
    ) throws(RecordingError) -> (Recording?, RedactionReport) {
        try redact(input, to: output, rules: rules, level: .secrets, alwaysWrites: false)
    }

    private func redact(
        _ input: String, to output: String, rules: RedactionRules, level: RedactionLevel, alwaysWrites: Bool
    ) throws(RecordingError) -> (Recording?, RedactionReport) {
        let contents = try contents(of: input)
        try checkOutput(output, isOutside: input)
        let redaction = ContentsRedaction(rules, level: level, of: contents.manifest)
        let spool = try SpoolFolder(for: output)
        let report = try redaction.report(on: contents, threads: formatLimits.workers, keepingIn: spool)
        if report.findings.isEmpty, !alwaysWrites { return (nil, report) }
        var clean = redaction.redacted(contents, report: report, spool: spool)
        _ = clean.leaveOutForbiddenNames(limits)
        try writer(output).write(clean)
        return (try openRecording(at: output, limits: limits, formatLimits: formatLimits), report)
    }

    /// What the rules would remove from a finished recording, and what still looks like a secret; nothing is written.
    ///
    /// - Throws: `RecordingError` if it is no recording, is damaged or still being recorded.
    public func check(_ input: String, rules: RedactionRules = .default) throws(RecordingError) -> RedactionReport {
        let contents = try contents(of: input)
        return try ContentsRedaction(rules, level: .secrets, of: contents.manifest).report(on: contents, threads: formatLimits.workers)
    }

    private func contents(of input: String) throws(RecordingError) -> BundleContents {
        try BundleContents(of: openRecording(at: input, limits: limits, formatLimits: formatLimits))
    }
}
