package import RewindFormat
import RewindJournal
package import RewindRedaction
import RewindSystem
package import RewindValue

extension Sealing {
    /// Writes a new bundle of a finished recording without what the rules remove; at `RedactionLevel.masked`, its texts and long numbers
    /// become pseudonyms.
    ///
    /// The shapes of the types in the manifest tell which words of a finished recording are names from the source; all other keys, and all
    /// texts that are not names of cases, are masked.
    ///
    /// Pictures that the recorder took of the app show what masking hides, so a recording that is masked here has none of them, unless
    /// ``keepsPictures`` is set.
    ///
    /// Every line of every segment, the manifest and all text entries are searched, including lines and members that this version does not
    /// know, which are kept. Entries that are not text are kept unchanged and named in the report. Values that were redacted before stay
    /// redacted. The input is never changed. Reads the recording once, with the streams of a few segments in memory; until the new bundle
    /// is complete, its streams are kept in an unnamed file beside it.
    ///
    /// - Returns: the new recording, opened, and what was removed.
    /// - Throws: `RecordingError` if the input is not a recording, is damaged or is still being recorded, or if the output already exists
    ///   or is the input.
    @discardableResult package func redact(
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
    package func redactIfNeeded(
        _ input: String, to output: String, rules: RedactionRules = .default
    ) throws(RecordingError) -> (Recording?, RedactionReport) {
        try redact(input, to: output, rules: rules, level: .secrets, alwaysWrites: false)
    }

    private func redact(
        _ input: String, to output: String, rules: RedactionRules, level: RedactionLevel, alwaysWrites: Bool
    ) throws(RecordingError) -> (Recording?, RedactionReport) {
        try checkOutput(output, outside: input)
        let contents = try contents(of: input)
        let (clean, found) = try redacted(contents, for: output, rules: rules, level: level)
        if found.isEmpty, !alwaysWrites { return (nil, found) }
        var report = found
        if level == .secrets, !report.removed.isEmpty { report.leftovers = try leftovers(of: report.removed, in: clean) }
        return (try write(clean, to: output), report)
    }

    /// Where removed texts are left.
    private func leftovers(of removed: Set<String>, in clean: BundleContents) throws(RecordingError) -> [RedactionReport.Removal] {
        let names = SourceNames(of: clean.manifest)  // a word that is also a name in the source says nothing
        var rules = RedactionRules(keys: [], shapes: [])
        rules.add("same text") { _, value in
            value.string.map { $0.count > 2 && removed.contains($0) && !names.has(key: $0) } == true ? .secret : .undecided
        }
        return try redacted(clean, by: RecordingRedaction(rules, level: .secrets, of: clean.manifest), keepingIn: nil).1.removals
    }

    /// The contents without what the rules remove, for a bundle at a path, and a report of the removals.
    ///
    /// - Parameters:
    ///   - openNames: files whose names stay as the user chose them.
    ///   - wrongState: the state that has the manifest's wrong value.
    package func redacted(
        _ contents: BundleContents, for output: String, rules: RedactionRules, level: RedactionLevel, openNames: Set<String> = [],
        wrongState: JSONValue? = nil
    ) throws(RecordingError) -> (BundleContents, RedactionReport) {
        var contents = contents
        let pictures = level == .masked && !keepsPictures ? contents.removeUnmaskedPictures() : 0
        let redaction = RecordingRedaction(
            rules, level: level, of: contents.manifest, openNames: openNames, wrongState: wrongState)
        let spool = try StreamSpool(for: output)
        var (clean, report) = try redacted(contents, by: redaction, keepingIn: spool)
        report.leftOutPictures = pictures
        if level == .masked || clean.manifest.level == RedactionLevel.everything.rawValue { clean.manifest.level = level.rawValue }
        if level == .masked || !report.isEmpty { clean.manifest.derived = true }
        clean.manifest.removals.merge(report.counts.map { (redaction.written(rule: $0), $1) }, uniquingKeysWith: +)
        return (clean, report)
    }

    /// Reports what the rules would remove from a finished recording; nothing is written.
    ///
    /// - Throws: `RecordingError` if the input is not a recording, is damaged or is still being recorded.
    package func check(_ input: String, rules: RedactionRules = .default) throws(RecordingError) -> RedactionReport {
        let contents = try contents(of: input)
        var (_, report) = try redacted(contents, by: RecordingRedaction(rules, level: .secrets, of: contents.manifest), keepingIn: nil)
        if contents.manifest.hidesTexts {
            // Anything there that looks like a secret is a pseudonym; the default rules were applied before the masking.
            let known = Set(RedactionRules.default.keys)
            report.remove {
                guard ["action", "state"].contains($0.part), let rule = RuleName($0.rule) else { return false }
                return rule.kind == .shape || rule.word.map(known.contains) == true
            }
        }
        return report
    }

    /// Redacts all parts of a recording.
    ///
    /// - Parameter spool: stores the redacted streams; `nil` to discard them.
    private func redacted(
        _ contents: BundleContents, by redaction: RecordingRedaction, keepingIn spool: StreamSpool?
    ) throws(RecordingError) -> (BundleContents, RedactionReport) {
        var clean = contents
        var report = RedactionReport()
        // One thread loads the parts of a segment, and loading reads only constant data: a source can be used from any thread.
        nonisolated(unsafe) let segments = contents.segments
        let reports = Processors.map(Array(segments.indices), threads: formatLimits.workers) { place in
            Result { () throws(RecordingError) in
                var lines = redaction.lines
                let actions = lines.stream(try segments[place].actions.load())
                let states = lines.stream(try segments[place].states.load())
                try spool?.append(actions: actions, states: states, segment: segments[place].summary.index)
                return lines.report
            }
        }
        for found in reports { report.add(try found.get()) }
        for (index, segment) in contents.segments.enumerated() where spool != nil {
            guard let spool else { break }
            clean.segments[index].actions.load = { () throws(RecordingError) in try spool.read(segment.actions.name) }
            clean.segments[index].states.load = { () throws(RecordingError) in try spool.read(segment.states.name) }
        }
        for index in clean.otherEntries.indices {
            let part = contents.otherEntries[index]
            clean.otherEntries[index] = redacted(part, by: redaction)
            report.add(redaction.drainFindings(), part: "manifest")
            // The report uses the redacted name, because the report may be sent along.
            if redaction.redact(file: try part.load(), named: part.name, details: part.details) == nil {
                report.unread.append(clean.otherEntries[index].name)
            }
            report.add(redaction.drainFindings(), part: clean.otherEntries[index].name)
        }
        clean.manifest = redaction.redact(contents.manifest)
        report.add(redaction.drainFindings(), part: "manifest")
        return (clean, report)
    }

    /// A file without secrets in its content, its name or its manifest entry.
    func redacted(_ part: BundleContents.EntryContent, by redaction: RecordingRedaction) -> BundleContents.EntryContent {
        BundleContents.EntryContent(
            name: redaction.name(ofFile: part.name, details: part.details),
            details: redaction.details(part.details, of: part.name)
        ) { () throws(RecordingError) in
            let bytes = try part.load()
            return redaction.redact(file: bytes, named: part.name, details: part.details) ?? bytes
        }
    }

    private func contents(of input: String) throws(RecordingError) -> BundleContents {
        try BundleContents(of: openRecording(at: input, limits: limits, formatLimits: formatLimits))
    }
}

extension BundleContents {
    /// Removes the pictures that the recorder took of the app, unless it recorded pseudonyms and so drew from them; returns how many.
    package mutating func removeUnmaskedPictures() -> Int {
        if manifest.hidesTexts { return 0 }
        let count = otherEntries.count
        otherEntries.removeAll { Manifest.isPicture(file: $0.name) }
        return count - otherEntries.count
    }
}
