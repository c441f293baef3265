import RewindCapture
import RewindFormat
import RewindSystem
import RewindValue

/// Takes secrets out of everything that goes into a bundle.
struct ContentsRedaction {
    private let rules: RedactionRules
    private let redactor: Redactor
    private let hasPointerRules: Bool
    /// Files whose names and titles somebody chose for the reader of this very recording: the rules apply to them, and nothing is masked.
    private let openNames: Set<String>
    /// What people added to the recording before: the same goes for that.
    private let byHand: AddedByHand
    /// Where sets are, which are in another order where they are masked.
    private let sets: StoreSets
    /// What of the recording is names from the source.
    private let sourceNames: SourceNames
    /// What the recording said of itself before.
    private let original: Manifest
    /// What applies to words that are not masked.
    private let openRedactor: Redactor

    /// - Parameter manifest: of the recording; its types tell what of it are names from the source.
    init(_ rules: RedactionRules, level: RedactionLevel, of manifest: Manifest, openNames: Set<String> = []) {
        original = manifest
        byHand = level == .masked ? AddedByHand(manifest) : AddedByHand()
        self.openNames = openNames.union(byHand.files)
        openRedactor = Redactor(rules: rules, level: level == .everything ? level : .secrets, listsFindings: true)
        sourceNames = SourceNames(shapes: manifest.types, types: manifest.stores.flatMap { [$0.state, $0.action ?? ""] })
        let names = level == .masked ? sourceNames : SourceNames()
        sets = level == .masked ? StoreSets(manifest) : StoreSets()
        self.rules = rules
        redactor = Redactor(rules: rules, level: level, names: names, listsFindings: true)
        hasPointerRules = !rules.pointers.isEmpty
    }

    /// Goes through all parts and says what there is to remove; once more, if there is, for what of it is left elsewhere.
    ///
    /// - Parameters:
    ///   - words: titles and notes that are not among the parts, each with what is left of it.
    ///   - threads: how many segments are gone through at a time.
    ///   - spool: where the streams are kept without their secrets.
    func report(
        on contents: BundleContents, besides words: [(text: String, clean: String)] = [], threads: Int, keepingIn spool: StreamSpool? = nil
    ) throws(RecordingError) -> RedactionReport {
        var builder = ReportBuilder()
        if isMasked {
            // Of a recording that was masked before, files that people added since are not.
            let readable = redactor.level == .masked ? [] : AddedByHand(original).files
            let files = contents.others.filter { !readable.contains($0.name) }.map(entryName)
            builder.pseudonymous = Set(files).union(["action", "state", "line", "manifest"])
            for (_, clean) in words { builder.suspect(clean, part: "title or note", step: nil) }
        }
        for (text, clean) in words { builder.remember(wordsOf: text, without: clean) }
        try look(at: contents, &builder, threads: threads, spool: spool)
        if builder.looksAgain(besides: sourceNames) { try look(at: contents, &builder, threads: threads, spool: nil) }
        return builder.report
    }

    private func look(
        at contents: BundleContents, _ builder: inout ReportBuilder, threads: Int, spool: StreamSpool?
    ) throws(RecordingError) {
        // The parts of one segment are loaded by one thread, and loading reads only what does not change: a source may be asked from any thread.
        nonisolated(unsafe) let segments = contents.segments
        let fresh = builder.forOnePart
        let reports = Processors.map(Array(segments.indices), threads: threads) { place in
            Result { () throws(RecordingError) in
                let redactor = Redactor(besides: redactor, rules: rules)
                var lines = LineRedaction(
                    redactor: redactor, openRedactor: Redactor(rules: rules, level: .secrets), hasPointerRules: hasPointerRules,
                    report: fresh)
                lines.sets = sets
                lines.parts = Set(original.parts.map(\.name))
                let actions = lines.stream(try segments[place].actions.load())
                let states = lines.stream(try segments[place].states.load())
                try spool?.keep(actions: actions, states: states, segments[place].span.index)
                return lines.report
            }
        }
        for report in reports { builder.add(try report.get()) }
        for part in contents.others {
            // The name that it will have: the report may be sent along.
            let name = look(atDescriptionOf: part, &builder)
            let bytes = try part.load()
            guard let clean = redacted(bytes, named: part.name, details: part.details) else {
                builder.miss(name)
                continue
            }
            builder.take(redactor.takeFindings(), part: name, step: nil)
            if !isMasked, clean != bytes { builder.remember(file: bytes, without: clean) }
            if var json = try? JSONValue(parsing: clean, limits: FormatLimits.default.json) {
                // The programs and libraries of a crash have long numbers that the linker gave them, and so have private functions.
                if original.isCrash(file: part.name), case .object(var crash) = json {
                    (crash["images"], crash["backtrace"]) = (nil, nil)
                    json = .object(crash)
                }
                builder.suspect(json, part: name, step: nil)
            } else {
                builder.suspect(String(decoding: clean, as: UTF8.self), part: name, step: nil)
            }
        }
        let manifest = redacted(contents.manifest)
        for (text, clean) in [(original.title, manifest.title), (original.note, manifest.note)] {
            if let text, let clean, redactor.level != .masked { builder.remember(wordsOf: text, without: clean) }
        }
        for words in [redactor, openRedactor] { builder.take(words.takeFindings(), part: "manifest", step: nil) }
        var words = manifest
        (words.segments, words.entries) = ([], [])  // hashes
        builder.suspect(words.json, part: "manifest", step: nil)
        if isMasked {
            let hand = AddedByHand(original)
            if hand.hasTitle, let title = manifest.title { builder.suspect(title, part: "title", step: nil) }
            if hand.hasNote, let note = manifest.note { builder.suspect(note, part: "note", step: nil) }
        }
    }

    /// Looks at what the manifest says of a file, and at the file's name.
    ///
    /// - Returns: The name that the file will have.
    private func look(atDescriptionOf part: BundleContents.EntryContent, _ builder: inout ReportBuilder) -> String {
        let (name, details) = (entryName(part), partDetails(part))
        for words in [redactor, openRedactor] { builder.take(words.takeFindings(), part: "manifest", step: nil) }
        let isReadable = !isMasked || openNames.contains(part.name)
        guard isReadable, let title = part.details["title"]?.string, let clean = details["title"]?.string else { return name }
        builder.remember(wordsOf: title, without: clean)
        let place = isMasked ? "title" : "manifest"
        if builder.isSecond || !name.hasSuffix("-" + Self.stored(clean)) { builder.suspect(clean, part: place, step: nil) }
        return name
    }

    /// Whether texts are pseudonyms, by this redaction or an earlier one.
    private var isMasked: Bool { redactor.level == .masked || original.level == RedactionLevel.masked.rawValue }

    /// The contents without secrets; `report` is what a first pass found, for the manifest's counts, and `spool` where it kept the streams.
    func redacted(_ contents: BundleContents, report: RedactionReport, spool: StreamSpool) -> BundleContents {
        var clean = contents
        clean.manifest = redacted(contents.manifest)
        if redactor.level == .masked || clean.manifest.level == RedactionLevel.everything.rawValue {
            clean.manifest.level = redactor.level.rawValue
        }
        if redactor.level == .masked || !report.removals.isEmpty { clean.manifest.derived = true }
        clean.manifest.redaction.merge(report.counts.map { (written(rule: $0), $1) }, uniquingKeysWith: +)
        for index in clean.segments.indices {
            let number = contents.segments[index].span.index
            clean.segments[index].actions.load = { () throws(RecordingError) in try spool.read(number, .actions) }
            clean.segments[index].states.load = { () throws(RecordingError) in try spool.read(number, .states) }
        }
        for index in clean.others.indices {
            let part = contents.others[index]
            clean.others[index].details = partDetails(part)
            clean.others[index].name = entryName(part)
            clean.others[index].load = { () throws(RecordingError) in
                let bytes = try part.load()
                return redacted(bytes, named: part.name, details: part.details) ?? bytes
            }
        }
        return clean
    }

    /// A file that is added, which has `bytes`, without secrets in it or in what the manifest says of it.
    func redacted(_ part: BundleContents.EntryContent, _ bytes: [UInt8]) -> BundleContents.EntryContent {
        var clean = part
        clean.details = details(part.details, of: part.name)
        clean.name = entryName(part)
        let content = redactor.recorded(file: bytes, type: part.details["type"]?.string ?? "").bytes
        clean.load = { () throws(RecordingError) in content }
        return clean
    }

    /// A manifest without secrets in what differs from `known`, which was redacted before; but for title and note, which are written to be read.
    func redacted(_ manifest: Manifest, but known: Manifest) -> Manifest {
        let clean = redacted(manifest)
        func member(_ part: KeyPath<Manifest, JSONObject>, open: Set<String> = []) -> JSONObject {
            let (object, before) = (manifest[keyPath: part], known[keyPath: part])
            return redacted(object, but: open.union(object.filter { before[$0.key] == $0.value }.map(\.key)))
        }
        var result = manifest
        result.app = member(\.app, open: Manifest.openAppFacts)
        result.device = member(\.device, open: Manifest.openDeviceFacts)
        result.metadata = member(\.metadata)
        result.unknown = member(\.unknown, open: ["process"])
        if manifest.stores != known.stores { result.stores = clean.stores }
        if manifest.losses != known.losses { result.losses = clean.losses }
        if manifest.edits != known.edits { result.edits = clean.edits }
        if manifest.ending != known.ending { result.ending = clean.ending }
        if manifest.parts != known.parts { result.parts = clean.parts }
        return result
    }

    /// What the manifest says of an entry: of what is masked, its title is all that people wrote.
    private func details(_ details: JSONObject, of name: String) -> JSONObject {
        guard redactor.level == .masked else { return redactor.redact(.object(details)).value.object ?? details }
        var clean: JSONObject = [:]
        for (key, value) in details {
            switch (key, value) {
            case ("step", .number), ("time", .number), ("t", .number), ("bytes", .number): clean[key] = value
            case ("sha256", .string(let hash)) where hash.utf8.count == 64 && UInt64(hexadecimal: String(hash.prefix(16))) != nil:
                clean[key] = value
            // A title of which the name was made would be another pseudonym for the same file.
            case ("title", .string(let text)) where name.hasSuffix("-" + Self.stored(text)): continue
            case ("title", .string(let text)): clean[key] = .string(redactor.recorded(text, at: .title))
            case ("type", .string(let text)): clean[key] = .string(redactor.recorded(text, at: .mediaType))
            default: for (key, value) in redactor.redact(.object([key: value])).value.object ?? [:] { clean[key] = value }
            }
        }
        return clean.sorted(unlessKeysAreThoseOf: details)
    }

    private func partDetails(_ part: BundleContents.EntryContent) -> JSONObject {
        guard openNames.contains(part.name) else { return details(part.details, of: part.name) }
        return openRedactor.redact(.object(part.details)).value.object ?? part.details
    }

    /// A rule as the manifest names it: a place, or a word of somebody's own, may be what is not to be seen.
    private func written(rule: String) -> String {
        redactor.level == .masked ? Redactor.masked(rule: rule) : rule
    }

    private func entryName(_ part: BundleContents.EntryContent) -> String { entryName(part.name, title: part.details["title"]?.string) }

    /// The name of an entry; of a file that has no secret in its name, its own where that is not masked.
    private func entryName(_ name: String, title: String?) -> String {
        if redactor.level == .masked, !openNames.contains(name), !byHand.names.contains(name) { return fileName(name) }
        guard name.hasPrefix("attachments/"), !original.isLastWords(file: name), !original.isCrash(file: name) else { return name }
        let slash = name.lastIndex(of: "/") ?? name.startIndex
        let file = name[slash...].dropFirst()
        let number = file.prefix { $0.isASCII && $0.isNumber }.count
        let stem = String(file.dropFirst(number).drop { $0 == "-" })
        // What the name was made of says better where a secret begins and ends.
        let source = title.map(Self.stored) == stem ? title ?? stem : stem
        let kind = Self.kind(of: source)
        let bare = String(source.dropLast(kind.count))
        let clean = openRedactor.recorded(bare, at: .title)
        return clean == bare ? name : name.dropLast(stem.count) + Self.stored(clean) + kind
    }

    /// A file's name as a recording has it, with a dash for what a bundle can't hold in a name.
    private static func stored(_ title: String) -> String {
        String(title.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
    }

    /// What the manifest calls the file of that name.
    private func title(ofFile name: String) -> String? {
        original.entries.first { $0.name == name }?.unknown["title"]?.string ?? original.attachments.first { $0.name == name }?.title
    }

    /// The name of an entry; an attachment's is made of its title.
    private func fileName(_ name: String) -> String {
        guard redactor.level == .masked, name != Crash.entryName else { return name }
        let (parts, file) = original.place(ofFile: name)
        // The folder of a recording that this one was merged from is called as its stores are.
        let folder = (name.hasPrefix("attachments/") ? "attachments/" : "") + parts.map { redactor.recorded(store: $0.name) + "/" }.joined()
        if original.isLastWords(file: name) || original.isCrash(file: name) { return folder + file }
        // The recorder numbers a thousand at most; more is somebody's.
        let digits = file.prefix { $0.isASCII && $0.isNumber }
        let number = Int(digits).map { $0 <= 1_000 } == true && file.dropFirst(digits.count).first == "-" ? digits : ""
        let kind = Self.kind(of: file)
        return folder + number + redactor.recorded(String(file.dropFirst(number.count).dropLast(kind.count)), at: .title) + kind
    }

    /// The end of a file's name, by which what opens the file goes; empty if it is none that many know.
    private static func kind(of file: some StringProtocol) -> String {
        let name = file.lowercased()
        return kinds.first(where: name.hasSuffix).map { String(file.suffix($0.count)) } ?? ""
    }

    private static let kinds = [
        ".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".mov", ".mp4", ".txt", ".log", ".json", ".pdf", ".html",
    ]

    // MARK: Other entries

    /// An entry without secrets; `nil` if it is no text.
    private func redacted(_ bytes: [UInt8], named name: String, details: JSONObject) -> [UInt8]? {
        let type = details["type"]?.string ?? ""
        if original.isCrash(file: name), case .object(let crash)? = try? JSONValue(parsing: bytes, limits: FormatLimits.default.json) {
            return Array((JSONValue.object(redacted(crash: crash)).prettyText + "\n").utf8)
        }
        let (clean, isText) = redactor.recorded(file: bytes, type: type)
        return isText ? clean : nil
    }

    /// A crash report: signals, addresses, programs and functions are the system's and the source's; what the process said and its thread are the app's.
    private func redacted(crash: JSONObject) -> JSONObject {
        var clean: JSONObject = [:]
        for (key, value) in crash {
            clean[key] =
                switch (key, value) {
                case ("signal", .string(let name)) where !SignalName.isOne(name): .string(redactor.recorded(name, at: .crashReason))
                case ("how", _), ("signal", _), ("exit", .number), ("saved", .number), ("memory", .object), ("inRecorder", .bool),
                    ("sent", .bool),
                    ("images", .array):
                    value.mappingTexts { redactor.recorded($0, at: .sourceName) }
                case ("address", .string(let text)): .string(told(address: text, of: crash))
                case ("backtrace", .array(let frames)):
                    .array(frames.map { told(frame: $0).mappingTexts { redactor.recorded($0, at: .sourceName) } })
                case ("reason", .string(let text)): .string(redactor.recorded(text, at: .crashReason))
                case ("thread", .string(let name)): .string(redactor.recorded(name, at: .thread))
                case ("underWay", .array(let actions)): .array(actions.map(redacted(underWay:)))
                default: redactor.redact(value, at: JSONPointer(tokens: [key])).value
                }
        }
        return clean
    }

    /// A frame, of which the address is not told where it is in no program or library: it may be anything that was on the stack.
    private func told(frame: JSONValue) -> JSONValue {
        guard redactor.level == .masked, frame["image"] == nil, case .object(var members) = frame else { return frame }
        members["address"] = .string(Crash.noAddress.hexadecimal)
        return .object(members)
    }

    /// The address of a crash, if it tells of memory: it is near zero, or in a program or library.
    ///
    /// Any other may be a text that was taken for a pointer.
    private func told(address text: String, of crash: JSONObject) -> String {
        guard redactor.level == .masked else { return text }
        let address = UInt64(hexadecimal: text) ?? Crash.noAddress
        let images = (crash["images"]?.array ?? []).compactMap { Crash.Image(json: $0) }
        let isTold = address < 1 << 20 || images.contains { address >= $0.base && address - $0.base < $0.count }
        return isTold ? text : Crash.noAddress.hexadecimal
    }

    private func redacted(underWay action: JSONValue) -> JSONValue {
        guard case .object(var object) = action else { return redactor.redact(action).value }
        object["store"] = object["store"]?.string.map { .string(redactor.recorded(store: $0)) }
        object["type"] = object["type"]?.string.map { .string(redactor.recorded(actionType: $0)) }
        return .object(object)
    }

    private func redacted(_ manifest: Manifest) -> Manifest {
        var clean = manifest
        clean.title = manifest.title.map { (byHand.hasTitle ? openRedactor : redactor).recorded($0, at: .title) }
        clean.note = manifest.note.map { (byHand.hasNote ? openRedactor : redactor).recorded($0, at: .note) }
        // Which app and system it was is no secret, whatever keys are.
        clean.app = redacted(manifest.app, but: Manifest.openAppFacts)
        clean.device = redacted(manifest.device, but: Manifest.openDeviceFacts)
        clean.metadata = redactor.redact(.object(manifest.metadata)).value.object ?? manifest.metadata
        clean.unknown = redacted(manifest.unknown, but: ["process"])
        clean.redaction = manifest.redaction.reduce(into: [:]) { $0[written(rule: $1.key), default: 0] += $1.value }
        clean.losses = manifest.losses.map { redacted(sentence: $0, of: original.parts) }
        clean.edits = manifest.edits.map(redacted(edit:))
        clean.ending = redacted(manifest.ending)
        clean.parts = manifest.parts.map(redacted(part:))
        for index in clean.stores.indices {
            clean.stores[index].name = redactor.recorded(store: clean.stores[index].name)
            clean.stores[index].state = redactor.recorded(clean.stores[index].state, at: .sourceName)
            clean.stores[index].action = clean.stores[index].action.map { redactor.recorded($0, at: .sourceName) }
        }
        return clean
    }

    private func redacted(_ ending: Ending) -> Ending {
        var clean = ending
        clean.signal = ending.signal.map(redacted(signal:))
        clean.reason = ending.reason.map { redactor.recorded($0, at: .crashReason) }
        for index in clean.underWay.indices {
            clean.underWay[index].store = redactor.recorded(store: clean.underWay[index].store)
            clean.underWay[index].type = clean.underWay[index].type.map { redactor.recorded(actionType: $0) }
            clean.underWay[index].signal = clean.underWay[index].signal.map(redacted(signal:))
        }
        clean.unknown = redactor.redact(.object(ending.unknown)).value.object ?? [:]
        return clean
    }

    private func redacted(signal: String) -> String { SignalName.isOne(signal) ? signal : redactor.recorded(signal, at: .crashReason) }

    /// What one of the recordings that this one was merged from said of itself, by the rules for the whole.
    private func redacted(part: Manifest.PartInfo) -> Manifest.PartInfo {
        var clean = part
        clean.name = redactor.recorded(store: part.name)
        clean.title = part.title.map { redactor.recorded($0, at: .title) }
        clean.note = part.note.map { redactor.recorded($0, at: .note) }
        clean.app = redacted(part.app, but: Manifest.openAppFacts)
        clean.device = redacted(part.device, but: Manifest.openDeviceFacts)
        clean.ending = part.ending.map { redacted($0) }
        clean.parts = part.parts.map(redacted(part:))
        clean.unknown = redacted(part.unknown, but: ["process"])
        return clean
    }

    /// What was done to the recording: the names in it are here what they are elsewhere, and what this version does not know is data.
    private func redacted(edit: RecordingEdit) -> RecordingEdit {
        func file(_ name: String) -> String { entryName(name, title: title(ofFile: name)) }
        var clean = edit
        for (key, value) in edit.members where !["kind", "step", "by", "name", "to", "words", "part"].contains(key) {
            clean.members[key] = nil
            for (key, value) in redactor.redact(.object([key: value])).value.object ?? [:] { clean.members[key] = value }
        }
        let isMark = edit.kind == .mark || edit.kind == .unmark
        clean.name = edit.name.map { isMark ? openRedactor.recorded($0, at: .title) : file($0) }
        clean.newName = edit.newName.map(file)
        clean.words = edit.words.map { redacted(sentence: $0, of: original.parts) }
        clean.part = edit.part.map { redactor.recorded(store: $0) }
        return clean
    }

    /// A sentence of ours, in front of which a merge may have put the name of a recording, which is called as it is in the names of stores.
    private func redacted(sentence: String, of parts: [Manifest.PartInfo]) -> String {
        guard redactor.level == .masked, let part = parts.first(where: { sentence.hasPrefix($0.name + ": ") }) else {
            guard redactor.level == .masked else { return redactor.recorded(sentence, at: .ownWords) }
            // Stores and files are called as they are elsewhere.
            let words = sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
                if original.stores.contains(where: { $0.name == word }) || original.parts.contains(where: { $0.name == word }) {
                    return redactor.recorded(store: String(word))
                }
                return word.hasPrefix("attachments/") ? entryName(String(word), title: nil) : String(word)
            }
            return redactor.recorded(words.joined(separator: " "), at: .ownWords)
        }
        let rest = String(sentence.dropFirst(part.name.count + 2))
        return redactor.recorded(store: part.name) + ": " + redacted(sentence: rest, of: part.parts)
    }

    private func redacted(_ object: JSONObject, but open: Set<String>) -> JSONObject {
        var clean: JSONObject = [:]
        for (key, value) in object {
            if open.contains(key) {
                clean[key] = value.string.map { .string(openRedactor.recorded($0, at: .appFact)) } ?? value
            } else {
                for (key, value) in redactor.redact(.object([key: value])).value.object ?? [:] { clean[key] = value }
            }
        }
        return clean.sorted(unlessKeysAreThoseOf: object)
    }
}

extension JSONValue {
    /// The value with each of its texts, but for keys, replaced.
    fileprivate func mappingTexts(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.mappingTexts(change) })
        case .object(let object): .object(JSONObject(object.map { ($0.key, $0.value.mappingTexts(change)) }))
        case .null, .bool, .number: self
        }
    }
}
