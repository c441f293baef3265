package import RewindFormat
package import RewindReplay
package import RewindValue

extension InfoQuestion: Verb {
    package static let declaration = VerbDeclaration("info", "what the recording is: which app, when, how it ended, what was lost")

    package init(_ arguments: inout VerbArguments) { self.init(sizes: arguments.sizes) }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable(isList: false) { InfoReport($0).lines } }
}

/// A recording's own description.
package struct InfoReport {
    private let row: InfoQuestion.Row

    package init(_ row: InfoQuestion.Row) { self.row = row }

    package init(_ timeline: Timeline, sizes: FileSizes = FileSizes(), damaged: [String]? = nil) {
        row = InfoQuestion(sizes: sizes, damaged: damaged).answer(of: timeline)
    }

    /// The layout for several recordings: a line each, with the app, the steps, how long they took, the end, and what is lost.
    package static var tableOfSeveral: AnswerTable<InfoQuestion.Row> { AnswerTable { [InfoReport($0).line] } }

    private var line: Line {
        let app = [manifest.appName ?? "?", manifest.appVersion ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        let count = recording.steps == nil ? 0 : steps.upperBound - steps.lowerBound
        let ending = EndingText(ending: manifest.ending)
        var line = Line(DisplayWidth.padded(TerminalText.escaped(app), to: 20) + "  ")
        line.add(DisplayWidth.aligned("\(count) \(count == 1 ? "step" : "steps")", to: 13) + "  ")
        line.add(DisplayWidth.aligned(TimeText.duration(duration), to: 9) + "  ")
        line.add(ending.verb, ending.isBad ? .alarm : .plain)
        if let first = row.lost.first {
            line.add("; lost: " + first.sentence + (row.lost.count > 1 ? ", and \(row.lost.count - 1) more" : ""), .alarm)
        }
        return line.hanging(4)
    }

    package var recording: Recording { row.recording }
    package var steps: ClosedRange<Int> { row.steps }
    private var damaged: [String]? { row.damaged }

    private var manifest: Manifest { recording.manifest }

    /// Nanoseconds from the start, or from the first action of a part of a recording, to the end.
    package var duration: Int { recording.length }

    /// Nanoseconds after the start of which there is nothing any more.
    private var beginning: Int { steps.lowerBound > 0 ? recording.times?.lowerBound ?? 0 : 0 }

    /// When it was recorded, and for how long.
    package var recordedWords: String {
        let from = beginning > 0 ? ", beginning \(TimeText.clock(beginning)) after the start" : ""
        // Where all actions are lost, so are their times.
        let when = manifest.started == 0 ? "at a time that is not known" : UTC.text(manifest.started)
        if recording.times == nil && recording.steps != nil || manifest.started == 0 && duration == 0 { return when }
        let atLeast = recording.isLongerThanKnown ? "at least " : ""
        return "\(when), for \(atLeast)\(TimeText.duration(duration))\(from)"
    }

    package var lines: [Line] { facts.lines }

    /// What a reader has to know before anything else: the title; that texts are pseudonyms, how many pictures are there, and the note.
    package var headlines: [Line] {
        let note = manifest.note?.split(separator: "\n").first { line in line.contains { $0 != " " } }.map(String.init)
        var second = Line()
        for (words, ink) in [
            (manifest.hidesTexts ? "masked: texts are pseudonyms" : nil, Line.Ink.changed), (attachedWords, .faint), (note, .plain),
        ] {
            if let words { second.add((second.spans.isEmpty ? "" : "  ") + words, ink) }
        }
        return [Line(manifest.title ?? "", .strong), second].filter { !$0.spans.isEmpty }
    }

    /// `1 picture, 2 files more`.
    private var attachedWords: String? {
        let files = row.attachments
        let pictures = files.count { $0.type?.hasPrefix("image/") == true }
        let others = files.count - pictures
        let words = [
            pictures == 0 ? nil : pictures == 1 ? "1 picture" : "\(pictures) pictures",
            others == 0 ? nil : (others == 1 ? "1 file" : "\(others) files") + (pictures > 0 ? " more" : ""),
        ].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// The recording's own description.
    package var facts: FactLines {
        var facts = FactLines()
        facts.add("title", manifest.title, .strong)
        facts.add("note", manifest.note?.split(separator: "\n").map(String.init) ?? [])
        facts.add("wrong", manifest.wrong.map { WrongReport(WrongQuestion.Row($0, of: steps)).what }, .alarm)
        facts.add("app", Self.text(manifest.app, of: manifest))
        facts.add("device", Self.text(manifest.device, of: manifest))
        let metadata = manifest.metadata.map { "\($0): \($1.string ?? $1.jsonText)" }
        facts.add("metadata", manifest.hidesTexts && !metadata.isEmpty ? [Self.masked(metadata.count)] : metadata)
        facts.add("recorded", recordedWords)
        facts.add("steps", stepWords)
        let stores = manifest.stores.map { store in
            let version = store.version > 1 ? "version \(store.version)" : ""
            let about = [Self.withoutModule(store.state), version].filter { !$0.isEmpty }.joined(separator: ", ")
            return about.isEmpty ? store.name : "\(store.name) (\(about))"
        }
        facts.add("stores", stores.joined(separator: ", "))
        let ending = EndingText(of: recording)
        facts.add("ended", "it " + ending.verb, ending.isBad ? .alarm : .plain)
        facts.add("reason", manifest.ending.crashReason?.words, .alarm)
        facts.add("under way", ending.underWay, .alarm)
        facts.add("memory", ending.memory)
        for part in MergedPartText.all(of: manifest) { facts.add("part", part.lines) }
        facts.add("lost", row.lost.isEmpty ? [nothingLost] : row.lost.map { $0.sentence }, row.lost.isEmpty ? .plain : .alarm)
        facts.add("edited", manifest.edits.map { $0.text })
        facts.add("besides", besides)
        facts.add("states", manifest.capture.map { "not of every step: \($0)" })
        facts.add("unrecorded", manifest.stores.compactMap { $0.unrecordedWords })
        facts.add("slow", manifest.slowWords)
        facts.add("level", levelWords)
        facts.add("redacted", redactedWords)
        facts.add("attached", attached)
        facts.add("pictures", pictures)
        facts.add(
            "size",
            row.sizes.total.map { "\(ByteText.text($0)), \(recording.form == .bundle ? "sealed" : "not sealed"), format \(version)" })
        facts.add("recorder", manifest.recorder)
        facts.add("remarks", recording.notes)
        return facts
    }

    /// A sealed file counts as whole only once it was checked.
    private var nothingLost: String {
        recording.form == .bundle && damaged == nil ? "nothing when it was sealed; 'rewind doctor' looks at what is there now" : "nothing"
    }

    /// What is not an ordinary step.
    private var besides: String? {
        let counts = manifest.counts
        let parts = [
            (counts.external, "change from outside", "changes from outside"),
            (counts.omitted &- counts.paused, "action left out by a filter", "actions left out by a filter"),
            (counts.paused, "action during a pause", "actions during a pause"),
            (counts.swallowed, "action that never reached the reducer", "actions that never reached the reducer"),
            (counts.failed, "reducer that threw", "reducers that threw"),
            (counts.merged, "state given up under load", "states given up under load"),
            (counts.sparse, "state left out by the recorder's policy", "states left out by the recorder's policy"),
            (counts.unencodable, "value that could not be encoded", "values that could not be encoded"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { count, one, many in "\(count) \(count == 1 ? one : many)" }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// `AppState` of `Episodes.AppState`.
    private static func withoutModule(_ type: String) -> String {
        guard let dot = type.firstIndex(of: "."), type[..<dot].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return type }
        return String(type[type.index(after: dot)...])
    }

    /// How much was recorded.
    package var levelWords: String? {
        switch manifest.recordedLevel {
        case .masked:
            "masked: texts and long numbers are pseudonyms, except for what the app declares safe"
        case .secrets: "secrets: everything except what the rules found"
        case .everything: "everything: no rule removed anything, so be careful whom you send it to"
        case nil: manifest.level
        }
    }

    /// What was redacted, by rule; where the recorder died before it could say, only how much.
    private var redactedWords: String {
        manifest.removals.sorted { $0.key < $1.key }.map { rule, count in
            let places = "\(count) \(count == 1 ? "place" : "places")"
            let isAlone = manifest.removals.count == 1
            return rule == Manifest.recoveredRemovals ? places + (isAlone ? "" : " while it was recorded") : "\(count) × \(rule)"
        }
        .joined(separator: ", ")
    }

    private var version: String { "\(manifest.format.major).\(manifest.format.minor)" }

    package var stepWords: String {
        guard recording.steps != nil else {
            return recording.segments.isEmpty ? "none: nothing of them is there" : "none, only the state before the first action"
        }
        let words = "\(steps.lowerBound + 1) to \(steps.upperBound)"
        if steps.lowerBound == 0 { return words }
        let isRing = manifest.limits != nil && manifest.edits.isEmpty
        return words + (isRing ? "; earlier ones were dropped to keep to a limit" : "; earlier ones are not in it")
    }

    /// The pictures that the recorder took of the app: `23 of the app, after steps 0 to 65 (41 KB)`.
    package var pictures: String? {
        row.pictures.map { pictures in
            let steps = pictures.steps
            let words = steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
            return "\(pictures.count) of the app, after \(words) (\(ByteText.text(pictures.bytes)))"
        }
    }

    /// The files that were added to the recording, pictures that the recorder took aside, a line each: `1-cart.png (12 KB), "the cart", after step 41 at 1:02.500`.
    package var attached: [String] {
        row.attachments.filter { !$0.isTaken || $0.step == nil }.map { info in
            let name = info.fileName
            var words = name + (info.bytes.map { " (\(ByteText.text($0)))" } ?? "")
            if let title = info.title, !title.isEmpty, !name.hasSuffix(title) { words += ", \"\(title)\"" }
            if let step = info.step { words += ", after step \(step)" }
            if let time = info.time { words += " at " + TimeText.clock(time) }
            return words
        }
    }

    /// Whether a fact is one that every recording has, so that its value says enough.
    static func isOpen(_ key: String) -> Bool {
        key == "name" || key == "version" || Manifest.openDeviceFacts.contains(key) || key == "arch"  // as other recorders call it
    }

    /// The line in place of masked facts, which would tell readers nothing.
    private static func masked(_ count: Int) -> String { count == 1 ? "1 fact masked" : "\(count) facts masked" }

    /// The facts about an app or a device; of a masked recording, the open ones, and how many are masked.
    private static func text(_ facts: JSONObject, of manifest: Manifest) -> String {
        let open = readable(facts, of: manifest)
        let words = text(open)
        return open.count == facts.count ? words : words + ", " + masked(facts.count - open.count)
    }

    static func readable(_ facts: JSONObject, of manifest: Manifest) -> JSONObject {
        guard manifest.hidesTexts else { return facts }
        return JSONObject(facts.filter { Manifest.openAppFacts.contains($0.key) || isOpen($0.key) }.map { ($0.key, $0.value) })
    }

    package static func text(_ object: JSONObject) -> String {
        object.map { key, value in
            let text = value.string ?? value.jsonText
            return isOpen(key) ? text : "\(key) \(text)"
        }
        .joined(separator: ", ")
    }
}

extension Manifest.StoreInfo {
    /// Which properties of the state are not in the recording; `nil` if all are, as far as is known.
    fileprivate var unrecordedWords: String? {
        unrecorded.isEmpty ? nil : "of \(name), its type does not encode: \(unrecorded.joined(separator: ", "))"
    }
}

extension InfoReport {
    /// The report for a ticket: a table in Markdown, in which no text from a stranger can form a link, an image or HTML.
    package var markdown: [Line] {
        [Line("| recording | \(MarkdownText.inline(recording.path)) |"), Line("|---|---|")]
            + facts.facts.map { name, values in
                Line("| \(MarkdownText.inline(name)) | \(MarkdownText.inline(values.joined(separator: "\n"))) |")
            }
    }
}
