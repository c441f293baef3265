public import RewindFormat
import RewindJournal
public import RewindRedaction

extension Sealing {
    /// Writes a new bundle of a finished recording, without what the rules remove; at `RedactionLevel.masked`, with
    /// pseudonyms for its texts and long numbers.
    ///
    /// The shapes of the types in the manifest tell which words of a finished recording are names from the source; all other keys, and all
    /// texts that are not names of cases, are masked.
    ///
    /// Every line of every segment, the manifest and all text entries are searched, and so are lines and members that this version does not
    /// know, which are kept. Entries that are not text are kept as they are and named in the report. What was redacted before stays
    /// redacted. The input is never changed. Reads the recording once, or twice if there is something to remove, with the streams of a few
    /// segments in memory; until the new bundle is there, a file without a name beside it holds its streams.
    ///
    /// - Returns: the new recording, opened, and what was removed.
    /// - Throws: `RecordingError` if the input is not a recording, is damaged or is still being recorded, or if the output already exists
    ///   or is the input.
    @discardableResult public func redact(
        _ input: String, to output: String, rules: RedactionRules = .default, level: RedactionLevel = .secrets
    ) throws(RecordingError) -> (Recording, RedactionReport) {
        let (recording, report) = try redact(input, to: output, rules: rules, level: level, alwaysWrites: true)
        guard let recording else { throw RecordingError(.notFound, "no such file or directory", path: output) }
        return (recording, report)
    }

    /// The same, but writes nothing if there is nothing to remove.
    ///
    /// - Returns: the new recording, opened, if one was written, and what was removed.
    /// - Throws: As ``redact(_:to:rules:level:)``.
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
        let spool = try StreamSpool(for: output)
        let report = try redaction.report(on: contents, threads: formatLimits.workers, keepingIn: spool)
        if report.removals.isEmpty, !alwaysWrites { return (nil, report) }
        var clean = redaction.redacted(contents, report: report, spool: spool)
        _ = clean.leaveOutForbiddenNames(limits)
        clean.others.sort { $0.name < $1.name }
        try writer(output).write(clean)
        return (try openRecording(at: output, limits: limits, formatLimits: formatLimits), report)
    }

    /// Contents without what the rules remove, to be written to a path, and what that is.
    ///
    /// - Parameters:
    ///   - words: titles and notes that are not among the contents, each with what is left of it.
    ///   - openNames: files whose names stay as somebody chose them.
    package func redacted(
        _ contents: BundleContents, besides words: [(text: String, clean: String)], for output: String, rules: RedactionRules,
        level: RedactionLevel, openNames: Set<String>
    ) throws(RecordingError) -> (BundleContents, RedactionReport) {
        let redaction = ContentsRedaction(rules, level: level, of: contents.manifest, openNames: openNames)
        let spool = try StreamSpool(for: output)
        let report = try redaction.report(on: contents, besides: words, threads: formatLimits.workers, keepingIn: spool)
        return (redaction.redacted(contents, report: report, spool: spool), report)
    }

    /// What the rules would remove from a finished recording, and what still looks like a secret; nothing is written.
    ///
    /// - Throws: `RecordingError` if the input is not a recording, is damaged or is still being recorded.
    public func check(_ input: String, rules: RedactionRules = .default) throws(RecordingError) -> RedactionReport {
        let contents = try contents(of: input)
        let redaction = ContentsRedaction(rules, level: .secrets, of: contents.manifest)
        var report = try redaction.report(on: contents, threads: formatLimits.workers)
        if contents.manifest.level == RedactionLevel.masked.rawValue {
            // What looks like a secret there is a pseudonym; the default rules were asked before there were any.
            let known = Set(RedactionRules.default.keys.map { "key " + $0 })
            report.removals.removeAll { ["action", "state"].contains($0.part) && (known.contains($0.rule) || $0.rule.hasPrefix("shape ")) }
        }
        return report
    }

    private func contents(of input: String) throws(RecordingError) -> BundleContents {
        try BundleContents(of: openRecording(at: input, limits: limits, formatLimits: formatLimits))
    }
}
