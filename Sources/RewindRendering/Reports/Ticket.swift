package import RewindFormat
package import RewindReplay
package import RewindValue

/// The contents of a bug report, collected from its recording before they are drawn.
package struct Ticket {
    /// The bug's title.
    package var title: String
    /// The tester's description.
    package var note: String?
    /// The value that is wrong: what it is and what it should be, and what it was; `nil` for a ticket about something else.
    package var wrong: WrongReport? { wrongRow.map { WrongReport($0) } }
    private let wrongRow: WrongQuestion.Row?
    /// How the app ended: `Episodes crashed with SIGILL`.
    package var ended: String
    /// The reason, if the app gave one.
    package var reason: String?
    /// The actions and the effects that were under way, as sentences.
    package var underWay: [String]
    /// Facts about the app, the system and the recording: names and values.
    package var facts: [(name: String, value: String)]
    /// The last steps, or those around a moment, as list rows with a header.
    package var actions: [Line]
    /// The step that the ticket is about; `nil` if it is about the end.
    package var moment: Int?
    /// The action of the step in which the app ended, and the changes since the step that caused it, with titles; empty if unknown.
    package var story: [(part: StoryPart, title: String, lines: [Line])] = []
    /// The command that reproduces the bug; `nil` if it can't be reproduced.
    package var again: String?
    /// The number of steps before those listed.
    package var earlier: Int
    /// The number of steps after those listed, of apps that went on after one had crashed.
    package var later: Int
    /// The crash's backtrace, one row a call, and why functions are missing; empty if unknown.
    package var backtrace: [Line]
    /// The lines of the app's source where it crashed; empty if none are to go along.
    package var source: [Line] = []
    /// What no healthy session of the project did, a sentence each; empty if nothing is known of those.
    package var neverBefore: [String] = []
    /// The files, one a line.
    package var files: [String]
    /// The removals, and values that still look like secrets.
    package var removed: [Line]
    /// The name of the file that goes with the text, without a path, which would reveal facts about the machine.
    package var file: String

    /// The parts of the story; the raw values are those of the JSON.
    package enum StoryPart: String, Sendable {
        /// The action of the step in which the app ended.
        case action
        /// The changes since the step that caused it.
        case changed
        /// The step that the ticket is about.
        case moment
    }

    /// The maximum number of rows in the list, and of steps that they are drawn from.
    private static let shownRows = 20, shownSteps = 200

    /// Creates the ticket of a recording that is ready to be sent.
    ///
    /// - Parameters:
    ///   - moment: the step that the report is about; `nil` if there is no such step.
    ///   - removed: the removals that were made for it.
    ///   - namesHost: whether a command has to name the app's host, since no file of the project does.
    /// - Throws: `RecordingError` if a segment can't be read.
    package init(
        of timeline: Timeline, around moment: Int? = nil, sizes: FileSizes, crash: Crash?, gaps: SymbolGaps, removed: [Line],
        namesHost: Bool = true
    ) throws(RecordingError) {
        let manifest = timeline.recording.manifest
        let ending = EndingText(of: timeline.recording)
        let info = InfoReport(timeline, sizes: sizes)
        let app = manifest.appName ?? "the app"
        ended = "\(app) \(ending.verb)"
        underWay = ending.underWay
        title = manifest.title ?? manifest.wrong.map { "\(app): \(PatchText.name($0.place)) is wrong" } ?? Self.title(app, manifest.ending)
        wrongRow = try manifest.wrong.map { (wrong) throws(RecordingError) in
            try WrongQuestion().answer(about: wrong, of: timeline)
        }
        note = manifest.note
        file = timeline.recording.path.split(separator: "/").last.map(String.init) ?? timeline.recording.path
        let row = try CrashQuestion(crash).answer(of: timeline)
        reason = row.reason?.words
        if manifest.ending.how != .finished, let effects = row.story.effects, !effects.isEmpty {
            underWay.append(EffectText.sentence(effects, at: row.story.end))
        }
        let report = CrashReport(row, gaps: gaps, file: file, namesHost: namesHost)
        facts = [
            ("app", Self.text(manifest.app, of: manifest)), ("system", Self.text(manifest.device, of: manifest)),
            ("recorded", info.recordedWords), ("steps", info.stepWords),
            ("lost", timeline.recording.losses.all.map { $0.sentence }.joined(separator: "\n")), ("level", info.levelWords ?? ""),
            ("thread", crash?.isInRecorder == true ? "the recorder's own, which was encoding a state" : crash?.thread ?? ""),
            ("memory", ending.memory ?? ""), ("parts", MergedPartText.all(of: manifest).map { $0.sentence }.joined(separator: "\n")),
        ].filter { !$0.1.isEmpty }
        files = info.attached + [info.pictures].compactMap { $0.map { "pictures: " + $0 } }
        self.removed = removed
        backtrace = report.backtrace + [report.gapsInNumbers, gaps.sentenceForReaders].compactMap { $0.map { Line($0) } }
        let steps = timeline.steps
        // The ending is most important: in a merged recording, other apps may have gone on.
        let ends = manifest.ending.underWay.filter { $0.phase.isUnderWay && ($0.how ?? manifest.ending.how) != .finished }
            .map { $0.step }.filter(steps.contains)
        let around = moment.map { min($0 + Self.shownRows / 2, steps.upperBound) }
        let last = around ?? ends.max() ?? steps.upperBound
        let first = max(steps.lowerBound + 1, last - Self.shownSteps + 1)
        later = steps.upperBound - last
        var rows: [Line] = []
        func add(_ row: StepFolds.Row) { rows += row.line(ending: manifest.ending).rows(in: 100) }
        var items: [Timeline.Item] = []
        if first <= last { try timeline.forEachItem(in: first...last) { items.append($0) } }
        let folded = StepFolds.rows(items, ending: manifest.ending)
        let shown = folded.suffix(Self.shownRows)
        let start = last - shown.reduce(0) { $0 + $1.count } + 1
        let before = Set(ends).filter { $0 < start && $0 > steps.lowerBound }.sorted()
        for number in before { if let step = try timeline.step(at: number) { add(.item(.step(step))) } }
        if !rows.isEmpty, first <= last { rows.append(Line("     …", .faint)) }
        earlier = max(0, start - steps.lowerBound - 1 - before.count)
        for row in shown { add(row) }
        actions = [StepRow.header] + rows
        self.moment = moment
        if let moment, steps.contains(moment) {
            let (title, lines) = try Self.moment(timeline, at: moment)
            story = [(.moment, title, lines)]
        }
        let lines = report.story
        again = lines.again
        if !lines.action.isEmpty { story.append((.action, "The action", lines.action)) }
        if !lines.changes.isEmpty {
            story.append((.changed, lines.changesTitle.prefix(1).uppercased() + lines.changesTitle.dropFirst(), lines.changes))
        }
    }

    /// The number of characters shown of a changed value.
    private static let valueLimit = 200

    /// The step that the report is about, with a title: who marked it, its action, and its changes.
    private static func moment(_ timeline: Timeline, at number: Int) throws(RecordingError) -> (title: String, lines: [Line]) {
        var lines: [Line] = []
        try timeline.forEachItem(in: number...number) { item in
            guard case .mark(let mark) = item else { return }
            lines.append(Line("  marked :\(mark.name)" + (mark.note.map { ", \($0)" } ?? "")).hanging(4))
        }
        guard let step = try timeline.step(at: number) else { return ("The moment: step \(number)", lines) }
        lines += StoryLines.action(of: step)
        if let sentence = step.outcomeSentence { lines.append(Line("  " + sentence, .faint).hanging(2)) }
        if let patch = step.patch {
            let texts = try timeline.textsBefore(step, longerThan: valueLimit)
            lines += PatchText(patch).lines(valueLimit: valueLimit, after: texts).map { (Line("  ") + $0).hanging(4) }
        }
        return ("The moment: step \(number), \(step.type)", lines)
    }

    /// The facts about an app or a system that can be read.
    private static func text(_ facts: JSONObject, of manifest: Manifest) -> String {
        InfoReport.text(InfoReport.readable(facts, of: manifest))
    }

    /// The default title of a bug: `Episodes crashed in comments/editDidFinish`.
    private static func title(_ app: String, _ ending: Ending) -> String {
        let place = ending.underWay.lazy.compactMap { $0.type }.first.map { " in \($0)" } ?? ""
        return switch ending.how {
        case .crashed: "\(app) crashed\(place)"
        case .killed: "\(app) was killed\(place)"
        case .died: "\(app) died\(place)"
        case .exited: "\(app) exited\(place)"
        case .finished, .recording, .unknown: "A session of \(app)"
        }
    }

    /// The ticket for programs: one object.
    package var json: JSONValue {
        var object: JSONObject = ["title": .string(title)]
        object["note"] = note.map(JSONValue.string)
        object["wrong"] = wrongRow?.json
        if !neverBefore.isEmpty { object["neverBefore"] = .array(neverBefore.map(JSONValue.string)) }
        object["ended"] = .string(ended)
        object["reason"] = reason.map(JSONValue.string)
        object["underWay"] = .array(underWay.map(JSONValue.string))
        object["facts"] = .object(JSONObject(facts.map { ($0.name, .string($0.value)) }))
        object["actions"] = .array(actions.dropFirst().map { .string($0.trimmed.text) })
        for (part, _, lines) in story { object[part.rawValue] = .array(lines.map { .string($0.trimmed.text) }) }
        object["again"] = again.map(JSONValue.string)
        object["backtrace"] = .array(backtrace.map { .string($0.trimmed.text) })
        if !source.isEmpty { object["source"] = .array(source.map { .string($0.trimmed.text) }) }
        object["files"] = .array(files.map(JSONValue.string))
        return .object(object)
    }
}
