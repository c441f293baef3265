package import RewindFormat
import RewindRedaction
package import RewindReplay
package import RewindValue

/// What a report of a bug says of its recording, gathered before it is drawn.
package struct Ticket {
    /// What the bug is called.
    package var title: String
    /// What the tester wrote about it.
    package var note: String?
    /// How the app ended: `Episodes crashed with SIGILL`.
    package var ended: String
    /// Why, as far as it said.
    package var reason: String?
    /// What was under way, a sentence each.
    package var underWay: [String]
    /// The app, the system and the recording: a name and what is known.
    package var facts: [(name: String, value: String)]
    /// The last steps as rows of a list, under their header.
    package var actions: [Line]
    /// The action of the step in which it ended, and what changed since the step that caused it, under a title; empty where nothing is known.
    package var story: [(title: String, lines: [Line])] = []
    /// The command that makes it happen again; `nil` if there is none.
    package var again: String?
    /// How many steps there are before those.
    package var earlier: Int
    /// How many steps there are behind those: others went on after one had crashed.
    package var later: Int
    /// Where the app crashed, a row a call, and why there are no functions; empty if nothing is known.
    package var backtrace: [Line]
    /// The files, a line each.
    package var files: [String]
    /// What was removed, and what still looks like a secret.
    package var removed: [Line]
    /// The file that goes with the text, by its name alone: whose machine it was on is nobody's business.
    package var file: String

    /// Rows that are listed, of so many steps at most.
    private static let shownRows = 20, shownSteps = 200

    /// The ticket of a recording that is ready to be sent.
    ///
    /// - Parameters:
    ///   - moment: the step that the report is about; `nil` if it is not about one.
    ///   - removed: what was removed to make it.
    /// - Throws: `RecordingError` if a segment can't be read.
    package init(
        of timeline: Timeline, around moment: Int? = nil, sizes: FileSizes, crash: Crash?, gaps: SymbolGaps, removed: [Line]
    ) throws {
        let manifest = timeline.recording.manifest
        let ending = EndingText(of: timeline.recording)
        let info = InfoReport(timeline, sizes: sizes)
        let app = manifest.appName ?? "the app"
        let report = CrashReport(ending: manifest.ending, crash: crash, gaps: gaps)
        ended = "\(app) \(ending.verb)"
        reason = report.reason
        underWay = ending.underWay
        title = manifest.title ?? Self.title(app, manifest.ending)
        note = manifest.note
        file = timeline.recording.path.split(separator: "/").last.map(String.init) ?? timeline.recording.path
        facts = [
            ("app", Self.words(manifest.app, of: manifest)), ("system", Self.words(manifest.device, of: manifest)),
            ("recorded", info.recordedWords), ("steps", info.stepWords),
            ("lost", timeline.recording.losses.sentences.joined(separator: "\n")), ("level", info.levelWords ?? ""),
            ("thread", crash?.isInRecorder == true ? "the recorder's own, which was encoding a state" : crash?.thread ?? ""),
            ("memory", ending.memory ?? ""), ("parts", MergedPartText.all(of: manifest).map(\.sentence).joined(separator: "\n")),
        ].filter { !$0.1.isEmpty }
        files = info.attached
        self.removed = removed
        backtrace = report.backtrace + [report.gapsInNumbers, gaps.sentenceForReaders].compactMap { $0.map { Line($0) } }
        let steps = timeline.steps
        // Where it ended matters most: in a merged recording, other apps may have gone on.
        let ends = manifest.ending.underWay.filter { $0.phase.isUnderWay && ($0.how ?? manifest.ending.how) != .finished }
            .map(\.step).filter(steps.contains)
        let last = ends.max() ?? steps.upperBound
        let first = max(steps.lowerBound + 1, last - Self.shownSteps + 1)
        later = steps.upperBound - last
        var rows: [Line] = []
        func add(_ row: StepFolds.Row) { rows += row.line(ending: manifest.ending).rows(in: 100) }
        var items: [Timeline.Item] = []
        if first <= last { try timeline.forEach(in: first...last) { items.append($0) } }
        let folded = StepFolds.rows(items, ending: manifest.ending)
        let shown = folded.suffix(Self.shownRows)
        let start = last - shown.reduce(0) { $0 + $1.count } + 1
        let before = Set(ends).filter { $0 < start && $0 > steps.lowerBound }.sorted()
        for number in before { if let step = try timeline.step(at: number) { add(.item(.step(step))) } }
        if !rows.isEmpty, first <= last { rows.append(Line("     …", .faint)) }
        earlier = max(0, start - steps.lowerBound - 1 - before.count)
        for row in shown { add(row) }
        actions = [StepRow.header] + rows
        if let moment, steps.contains(moment) {
            let lines = try MomentLines(timeline, at: moment)
            story = [(lines.title, lines.lines)]
        }
        guard let told = try timeline.crashStory() else { return }
        let lines = StoryLines(told, of: manifest, file: file)
        again = lines.again
        if !lines.action.isEmpty { story.append(("The action", lines.action)) }
        if !lines.changes.isEmpty {
            story.append((lines.changesTitle.prefix(1).uppercased() + lines.changesTitle.dropFirst(), lines.changes))
        }
    }

    /// That the words of whoever made the ticket, or added to the recording, are in it for anybody to read; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - others: What else people added, as the sentence names it.
    ///   - texts: The words of that.
    package static func openWords(title: String?, note: String?, others: [String] = [], texts: [String] = []) -> String? {
        let names = [title.map { _ in "the title" }, note.map { _ in "the note" }].compactMap(\.self) + others
        guard let last = names.last else { return nil }
        let words = (names.count == 1 ? "" : names.dropLast().joined(separator: ", ") + " and ") + last
        let areMany = names.count > 1 || words.hasSuffix("marks") || words.hasPrefix("the names")
        return
            words.prefix(1).uppercased() + words.dropFirst()
            + " \(areMany ? "go" : "goes") in as written, but for secrets that the rules find."
            + (DoubtfulWords.sentence(on: [title, note].compactMap(\.self) + texts).map { " " + $0 + "." } ?? "")
    }

    /// What an app or a system says of itself; of what is masked only what still says something.
    private static func words(_ facts: JSONObject, of manifest: Manifest) -> String {
        guard manifest.isMasked else { return InfoReport.words(facts) }
        return InfoReport.words(
            JSONObject(facts.filter { InfoReport.isOpen($0.key) }.map { ($0.key, $0.value) }))
    }

    /// What a bug is called that nobody gave a name: `Episodes crashed in comments/editDidFinish`.
    private static func title(_ app: String, _ ending: Ending) -> String {
        let place = ending.underWay.lazy.compactMap(\.type).first.map { " in \($0)" } ?? ""
        return switch ending.how {
        case .crashed: "\(app) crashed\(place)"
        case .killed: "\(app) was killed\(place)"
        case .died: "\(app) died\(place)"
        case .exited: "\(app) exited\(place)"
        case .finished, .recording, .unknown: "A session of \(app)"
        }
    }

    /// For programs: one object.
    package var json: JSONValue {
        var object: JSONObject = ["title": .string(title)]
        object["note"] = note.map(JSONValue.string)
        object["ended"] = .string(ended)
        object["reason"] = reason.map(JSONValue.string)
        object["underWay"] = .array(underWay.map(JSONValue.string))
        object["facts"] = .object(JSONObject(facts.map { ($0.name, .string($0.value)) }))
        object["actions"] = .array(actions.dropFirst().map { .string($0.trimmed.text) })
        for (title, lines) in story {
            let key = title == "The action" ? "action" : title.hasPrefix("The moment") ? "moment" : "changed"
            object[key] = .array(lines.map { .string($0.trimmed.text) })
        }
        object["again"] = again.map(JSONValue.string)
        object["backtrace"] = .array(backtrace.map { .string($0.trimmed.text) })
        object["files"] = .array(files.map(JSONValue.string))
        return .object(object)
    }
}
