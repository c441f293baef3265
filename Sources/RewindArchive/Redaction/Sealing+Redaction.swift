public import RewindFormat
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
    /// input is never changed. Goes through the recording four times, in the memory of a few segments' streams.
    ///
    /// - Returns: the new recording, opened, and what was removed.
    /// - Throws: `RecordingError` if the input is no recording, is damaged or still being recorded, or the output is there already or is the input.
    @discardableResult public func redact(
        _ input: String, to output: String, rules: RedactionRules = .default, level: RedactionLevel = .secrets
    ) throws(RecordingError) -> (Recording, RedactionReport) {
        let contents = try contents(of: input)
        try checkOutput(output, isOutside: input)
        let redaction = ContentsRedaction(rules, level: level, of: contents.manifest)
        let report = try redaction.report(on: contents)
        var clean = redaction.redacted(contents, report: report)
        _ = clean.leaveOutForbiddenNames(limits)
        try writer(output).write(clean)
        return (try openRecording(at: output, limits: limits, formatLimits: formatLimits), report)
    }

    /// What the rules would remove from a finished recording, and what still looks like a secret; nothing is written.
    ///
    /// - Throws: `RecordingError` if it is no recording, is damaged or still being recorded.
    public func check(_ input: String, rules: RedactionRules = .default) throws(RecordingError) -> RedactionReport {
        let contents = try contents(of: input)
        return try ContentsRedaction(rules, level: .secrets, of: contents.manifest).report(on: contents)
    }

    private func contents(of input: String) throws(RecordingError) -> BundleContents {
        try BundleContents(of: openRecording(at: input, limits: limits, formatLimits: formatLimits))
    }
}
