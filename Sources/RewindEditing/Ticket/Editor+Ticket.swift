import RewindArchive
import RewindCapture
package import RewindFormat
package import RewindRedaction
import RewindReplay
import RewindValue

/// The parts of a recording that go into a ticket for another person.
package struct TicketRequest: Sendable {
    /// The bug's title; by default, and if it is blank, the recording's title.
    package var title: String?
    /// The bug's description; by default, and if it is blank, the recording's note.
    package var note: String?
    /// The steps to include; `nil` for all.
    package var steps: ClosedRange<Int>?
    /// The step that the bug is about; `nil` if there is no such step.
    package var moment: Int?
    /// Pictures and other files.
    package var attachments: [Attachment] = []
    /// Which of the pictures that the recorder took of the app to include; `nil` for ``TicketPictures/last``, or for none if the ticket is
    /// masked and the recording is not.
    package var pictures: TicketPictures?
    /// A value that is wrong, as the recording has it; by default, what the recording says.
    package var wrong: WrongValue?
    /// The redaction level for the app's texts and numbers.
    package var level = RedactionLevel.masked
    /// The rules that apply at any level.
    package var rules = RedactionRules.default

    /// Creates a request for the whole recording, masked.
    package init() {}
}

package struct TicketRecording: Sendable {
    /// The new recording, opened.
    package var recording: Recording
    /// A report of the removals, and of values that should be checked.
    package var report: RedactionReport
    /// The kept and the requested steps of a recording that was cut; `nil` if it is whole.
    package var part: TrimmedRecording?
    /// Descriptions of facts that were left out because only pseudonyms would be left of them.
    package var leftOut: [String] = []
    /// The files that were added, by their names before masking.
    package var attached: [String] = []
    /// The original names of files whose names were masked, by their new names; for the author of the ticket only.
    package var originalNames: [String: String] = [:]
}

extension Editor {
    /// The title and the note that the ticket will have, and what rules removed from them.
    package func redactedTexts(for request: TicketRequest) -> (title: String?, note: String?, removed: [RedactionFinding: Int]) {
        let redactor = Redactor(addingTo: .secrets, rules: request.rules)
        func first(_ texts: String?...) -> String? {
            texts.lazy.compactMap(\.self).first { $0.contains { !$0.isWhitespace } }.map { redactor.redact($0, at: .words) }
        }
        let (title, note) = (first(request.title, recording.manifest.title), first(request.note, recording.manifest.note))
        return (title, note, redactor.drainFindings())
    }

    /// Writes a new recording for a ticket: cut to the relevant steps, without secrets, with a title, a note and files.
    ///
    /// Title, note and file names are meant for the reader: the rules apply to them, but they are not masked. Added files are redacted like
    /// those of the recording; files that are not text are kept unchanged and named in the report. No unredacted data is ever written to
    /// the file.
    ///
    /// - Parameter symbolise: finds the functions of a crash that is not symbolised yet.
    /// - Throws: `RecordingError` if the steps do not exist, a file is too large, a segment can't be read, or the output already exists.
    package func ticket(
        _ request: TicketRequest, output: String, symbolise: (Crash) -> Crash = { $0 }
    ) throws(RecordingError) -> TicketRecording {
        try check(output)
        let all = timeline.steps
        let isWhole = request.steps.map { $0.lowerBound <= all.lowerBound + 1 && $0.upperBound >= all.upperBound } ?? true
        let range = try isWhole ? nil : request.steps.map { (steps) throws(RecordingError) in try CutRange(steps, in: timeline) }
        var (contents, cutAway): (BundleContents, [String])
        if let range { (contents, cutAway) = try cut(to: range, for: output) } else { (contents, cutAway) = (try self.contents(), []) }
        var leftOut: [String] = []
        if contents.otherEntries.contains(where: { $0.name == Crash.entryName }) {
            var crash = try recording.crash().map(symbolise)
            if request.level == .masked, crash?.thread != nil {
                crash?.thread = nil
                leftOut.append("the name of the thread")
            }
            contents.setCrashReport(crash)
        }
        let isStandardError = contents.manifest.isStandardError(file:)
        if request.level == .masked, contents.otherEntries.contains(where: { isStandardError($0.name) }) {
            contents.otherEntries.removeAll { isStandardError($0.name) }
            leftOut.insert("the last words on standard error", at: 0)
        }
        let pictures = contents.otherEntries.filter { Manifest.isPicture(file: $0.name) }
        let chosen = picturesChosen(among: pictures.map { ($0.name, $0.moment) }, for: request)
        contents.otherEntries.removeAll { Manifest.isPicture(file: $0.name) && !chosen.contains($0.name) }
        var names: [String] = []
        for attachment in request.attachments {
            let content = try content(of: attachment, besides: contents.otherEntries.map(\.name))
            contents.otherEntries.append(content)
            names.append(content.name)
        }
        let (title, note, removed) = redactedTexts(for: request)
        (contents.manifest.title, contents.manifest.note) = (title, note)
        var sealing = self.sealing
        sealing.keepsPictures = true
        if let wrong = request.wrong { contents.manifest.wrong = wrong }
        let wrongState = try contents.manifest.wrong.map { (wrong) throws(RecordingError) in
            try timeline.state(at: wrong.step, store: wrong.store)
        }
        var (clean, report) = try sealing.redacted(
            contents, for: output, rules: request.rules, level: request.level, openNames: Set(names),
            wrongState: try? wrongState?.get())
        report.add(removed, part: "title or note")
        if hidesMore(request) { report.leftOutPictures = pictures.count - chosen.count }
        for (finding, count) in removed { clean.manifest.removals[finding.rule, default: 0] += count }
        if request.level == .masked { leftOut += clean.manifest.leaveOutPseudonyms(of: recording.manifest) }
        clean.manifest.title = title
        clean.manifest.note = note
        clean.manifest.byHand = [title.map { _ in "title" }, note.map { _ in "note" }].compactMap(\.self)
        let written = try write(clean, to: output, edits: (range.map { [edit(for: $0)] } ?? []) + [RecordingEdit(.redact)])
        var ticket = TicketRecording(recording: written, report: report)
        ticket.leftOut = leftOut
        ticket.attached = names
        for (file, original) in zip(clean.otherEntries, contents.otherEntries) where file.name != original.name {
            ticket.originalNames[file.name] = original.name
        }
        if let range, let wanted = request.steps {
            ticket.part = TrimmedRecording(recording: written, steps: range.steps, wanted: wanted, leftOut: cutAway)
        }
        return ticket
    }
}

extension Manifest {
    /// Removes facts about the app and the system that masking has changed: a pseudonym is useless to the reader.
    ///
    /// - Parameter original: the manifest before it was masked.
    /// - Returns: descriptions of the removed facts.
    fileprivate mutating func leaveOutPseudonyms(of original: Manifest) -> [String] {
        var count = 0
        func leaveOut(_ facts: inout JSONObject, _ original: JSONObject) {
            let kept = JSONObject(facts.filter { original[$0.key] == $0.value }.map { ($0.key, $0.value) })
            count += facts.count - kept.count
            facts = kept
        }
        var words = 0
        func leaveOut(_ part: inout PartInfo, _ original: PartInfo) {
            leaveOut(&part.app, original.app)
            leaveOut(&part.device, original.device)
            words += (part.title == original.title ? 0 : 1) + (part.note == original.note ? 0 : 1)
            if part.title != original.title { part.title = nil }
            if part.note != original.note { part.note = nil }
            for index in part.parts.indices { leaveOut(&part.parts[index], original.parts[index]) }
        }
        leaveOut(&app, original.app)
        leaveOut(&device, original.device)
        leaveOut(&metadata, original.metadata)
        for index in parts.indices { leaveOut(&parts[index], original.parts[index]) }
        return (count == 0 ? [] : ["\(count) \(count == 1 ? "fact" : "facts") about the app or the device"])
            + (words == 0 ? [] : ["titles and notes of the recordings that it was merged from"])
    }
}
