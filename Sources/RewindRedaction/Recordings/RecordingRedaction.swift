package import RewindFormat
package import RewindValue

/// Removes secrets from the rest of a finished recording: its manifest and its files.
package struct RecordingRedaction: Sendable {
    private let redactor: Redactor
    /// The manifest before redaction.
    private let original: Manifest
    private let byHand: AddedByHand
    /// The unredacted state that has the value that a person says is wrong; `nil` if it is unknown.
    private let wrongState: JSONValue?

    /// - Parameters:
    ///   - manifest: the recording's manifest; its types tell which names in it are from the source.
    ///   - openNames: files whose names and titles were chosen for the reader of this recording.
    ///   - wrongState: the state that has the manifest's wrong value. Without it, a number in the value's path is taken for an index.
    package init(
        _ rules: RedactionRules, level: RedactionLevel, of manifest: Manifest, openNames: Set<String> = [], wrongState: JSONValue? = nil
    ) {
        original = manifest
        self.wrongState = wrongState
        byHand = AddedByHand(manifest, files: openNames)
        let names = level == .masked ? SourceNames(of: manifest) : SourceNames()
        redactor = Redactor(Redaction(rules, level: level, names: names, listsFindings: true, isOfMasked: manifest.hidesTexts))
    }

    /// The redaction of one segment's lines.
    package var lines: LineRedaction { LineRedaction(redactor.redaction, parts: Set(original.parts.map(\.name))) }

    /// What was found since the last call.
    package func drainFindings() -> [RedactionFinding: Int] { redactor.drainFindings() }

    // MARK: The manifest

    /// The manifest without secrets.
    ///
    /// - Parameter known: the manifest before, which was redacted then and stays as it is.
    package func redact(_ manifest: Manifest, besides known: Manifest? = nil) -> Manifest {
        var clean = manifest
        func facts(_ part: KeyPath<Manifest, JSONObject>, open: Set<String> = []) -> JSONObject {
            redactor.redact(facts: manifest[keyPath: part], open: open, known: known?[keyPath: part])
        }
        clean.app = facts(\.app, open: Manifest.openAppFacts)
        clean.device = facts(\.device, open: Manifest.openDeviceFacts)
        clean.metadata = facts(\.metadata)
        clean.unknown = facts(\.unknown, open: ["process"])
        func changed<Value: Equatable>(_ part: KeyPath<Manifest, Value>) -> Bool { known?[keyPath: part] != manifest[keyPath: part] }
        // A title and a note added on completion are meant to be read.
        if known == nil {
            clean.title = manifest.title.map { redactor.redact($0, at: byHand.hasTitle ? .words : .appText) }
            clean.note = manifest.note.map { redactor.redact($0, at: byHand.hasNote ? .words : .appText) }
            clean.removals = manifest.removals.reduce(into: [:]) { $0[written(rule: $1.key), default: 0] += $1.value }
        }
        if changed(\.wrong) { clean.wrong = manifest.wrong.map(redact(wrong:)) }
        if changed(\.losses) { clean.losses = manifest.losses.map(redact(loss:)) }
        if changed(\.edits) { clean.edits = manifest.edits.map(redact(edit:)) }
        if changed(\.ending) { clean.ending = redact(manifest.ending) }
        if changed(\.parts) { clean.parts = manifest.parts.map(redact(part:)) }
        if changed(\.stores) {
            for index in clean.stores.indices { clean.stores[index].name = redactor.redact(clean.stores[index].name, at: .store) }
        }
        return clean
    }

    /// A rule's name as written in the manifest; masked if needed, since it may contain a place or one of the app's own words.
    package func written(rule: String) -> String { redactor.level == .masked ? Redaction.masked(rule: rule) : rule }

    private func redact(_ ending: Ending) -> Ending {
        var clean = ending
        clean.reason = ending.reason.map { redactor.redact($0, at: .standardError) }
        clean.site = ending.site.map { redactor.redact($0, at: .site) }
        for index in clean.underWay.indices {
            clean.underWay[index].store = redactor.redact(clean.underWay[index].store, at: .store)
            clean.underWay[index].type = clean.underWay[index].type.map { redactor.redact($0, at: .actionType) }
        }
        clean.unknown = redactor.redact(facts: ending.unknown)
        return clean
    }

    /// The manifest of one of the recordings that this one was merged from, redacted by the rules for the whole.
    private func redact(part: Manifest.PartInfo) -> Manifest.PartInfo {
        var clean = part
        clean.name = redactor.redact(part.name, at: .store)
        clean.title = part.title.map { redactor.redact($0, at: .appText) }
        clean.note = part.note.map { redactor.redact($0, at: .appText) }
        clean.app = redactor.redact(facts: part.app, open: Manifest.openAppFacts)
        clean.device = redactor.redact(facts: part.device, open: Manifest.openDeviceFacts)
        clean.ending = part.ending.map { redact($0) }
        clean.parts = part.parts.map(redact(part:))
        clean.unknown = redactor.redact(facts: part.unknown, open: ["process"])
        return clean
    }

    /// Redacts a loss: stores, parts and files are named as everywhere else.
    ///
    /// Where texts are masked, a place in a state and the words of an error about the app's lines, which quote them, are left out; the
    /// rule that the lines broke stays. A sentence of an older recording is a text like any other.
    private func redact(loss: Loss) -> Loss {
        var clean = loss
        clean.store = loss.store.map { redactor.redact($0, at: .store) }
        clean.part = loss.part.map { redactor.redact($0, at: .store) }
        clean.text = loss.text.map { redactor.redact($0, at: .appText) }
        clean.unknown = redactor.redact(loss.unknown, by: ["kind": .ours])
        guard let reason = loss.reason else { return clean }
        let isMasking = redactor.level == .masked && !original.hidesTexts
        clean.reason?.entry = reason.entry.map { isOwnFile($0) ? $0 : name(ofFile: $0) }
        clean.reason?.place = isMasking ? nil : reason.place
        clean.reason?.error = reason.error.flatMap { error in
            if reason.kind == .unwritten { return redactor.redact(error, at: .words) }
            return isMasking ? nil : redactor.redact(error, at: .words)
        }
        clean.reason?.unknown = redactor.redact(reason.unknown, by: ["kind": .ours])
        return clean
    }

    /// Whether a file of that name is one that Rewind writes, and not one that was added.
    private func isOwnFile(_ name: String) -> Bool {
        SegmentName.index(ofStream: name) != nil || name == Manifest.entryName || name == "status" || Crash.files.contains(name)
    }

    /// Redacts an edit of the recording: names are replaced as everywhere else, and words are texts like any other.
    private func redact(edit: RecordingEdit) -> RecordingEdit {
        let ours = [
            "kind", "step", "by", "name", "to", "words", "part", "parts", "at", "steps", "after", "of", "later", "dropped", "count", "kept",
            "origin",
        ]
        var clean = edit
        clean.members = redactor.redact(edit.members, by: Dictionary(firstOf: ours.map { ($0, .ours) }))
        let isMark = edit.kind == .mark || edit.kind == .unmark
        clean.name = edit.name.map { isMark ? redactor.redact($0, at: .words) : name(ofFile: $0) }
        clean.newName = edit.newName.map { name(ofFile: $0) }
        clean.words = edit.words.map { redactor.redact($0, at: .appText) }
        clean.part = edit.part.map { redactor.redact($0, at: .store) }
        clean.members["parts"] = edit.members["parts"]?.array.map { parts in
            .array(parts.map { .string(redactor.redact($0.string ?? "", at: .store)) })
        }
        if redactor.level == .masked, !original.hidesTexts { clean.members["at"] = nil }
        return clean
    }

    /// Redacts a wrong value as the states have it, with their pseudonyms; what it should be, as if it were there.
    private func redact(wrong: WrongValue) -> WrongValue {
        // Of its own, whose findings are dropped: the states report theirs.
        let redactor = Redactor(redactor.redaction)
        let state = wrongState ?? JSONValue.skeleton(wrong.place.tokens[...])
        var clean = wrong
        clean.place = redactor.redact(wrong.place, in: state)
        func redacted(_ value: JSONValue) -> JSONValue? {
            var changed = state
            let operation: JSONPatch.Operation = state[wrong.place] == nil ? .add(wrong.place, value) : .replace(wrong.place, value)
            guard (try? JSONPatch([operation]).apply(to: &changed)) != nil else { return nil }
            return redactor.redact(changed).value[clean.place]
        }
        clean.actual = wrong.actual.flatMap(redacted)
        clean.expected = wrong.expected.flatMap(redacted)
        clean.unknown = redactor.redact(facts: wrong.unknown)
        return clean
    }

    // MARK: Files

    /// The future name of a file.
    ///
    /// If the name was made from the title in the manifest, the new name is made from the redacted title.
    package func name(ofFile name: String, details: JSONObject = [:]) -> String {
        guard name != Crash.entryName else { return name }
        let (parts, file) = original.place(ofFile: name)
        let folder = parts.reduce(name.hasPrefix("attachments/") ? "attachments/" : "") { $0 + redactor.redact($1.name, at: .store) + "/" }
        if original.isStandardError(file: name) || original.isCrash(file: name) || Manifest.isPicture(file: name) { return folder + file }
        // The recorder numbers at most a thousand files; a higher number is part of the file's own name.
        let digits = file.prefix { $0.isASCII && $0.isNumber }
        let number = Int(digits).map { $0 <= 1_000 } == true && file.dropFirst(digits.count).first == "-" ? digits + "-" : ""
        let stem = String(file.dropFirst(number.count))
        let title = details["title"]?.string ?? original.entries.first { $0.name == name }?.unknown["title"]?.string
        let source = title.map(Self.stored) == stem ? title ?? stem : stem
        let kind = Self.kinds.first(where: source.lowercased().hasSuffix).map { source.suffix($0.count) } ?? ""
        let clean = redactor.redact(String(source.dropLast(kind.count)), at: byHand.names.contains(name) ? .words : .appText)
        return folder + number + Self.stored(clean) + kind
    }

    /// A file's name in a recording, with dashes for characters that a bundle's names can't contain.
    private static func stored(_ title: String) -> String {
        String(title.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
    }

    /// The file extensions by which programs recognise files.
    private static let kinds = [
        ".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".mov", ".mp4", ".txt", ".log", ".json", ".pdf", ".html",
    ]

    /// A file's entry in the manifest, without secrets.
    package func details(_ details: JSONObject, of name: String) -> JSONObject {
        let title = RecordedMember.text(byHand.files.contains(name) ? .words : .appText)
        return redactor.redact(
            details,
            by: [
                "step": .numbers, "time": .numbers, "t": .numbers, "bytes": .numbers, "sha256": .ours, "title": title,
                "type": .text(.mediaType),
            ])
    }

    /// The redacted content of a file; `nil` if it is not text.
    package func redact(file bytes: [UInt8], named name: String, details: JSONObject) -> [UInt8]? {
        if original.isCrash(file: name), case .object(let crash)? = try? JSONValue(parsing: bytes, limits: FormatLimits.default.json) {
            return Array((JSONValue.object(redactor.redact(crash, by: Self.crash)).prettyText + "\n").utf8)
        }
        // In a masked recording, only what a person attached may still have to be searched.
        if redactor.redaction.isOfMasked, !byHand.files.contains(name) { return bytes }
        // Where a picture of the app is kept at all, it is to be seen: a screen of pseudonyms would show nothing.
        if Manifest.isPicture(file: name), !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
            return Array(redactor.redact(text, at: .words).utf8)
        }
        let (clean, isText) = redactor.redact(file: bytes, type: details["type"]?.string ?? "")
        return isText ? clean : nil
    }

    /// A crash report: signals, addresses, programs and functions belong to the system and the source; the process's last words and its
    /// thread belong to the app.
    private static let crash: [String: RecordedMember] = [
        "how": .ours, "signal": .ours, "exit": .ours, "saved": .ours, "memory": .ours, "inRecorder": .ours, "sent": .ours, "images": .ours,
        "address": .ours, "backtrace": .ours, "reason": .text(.standardError), "site": .text(.site), "thread": .text(.appText),
        "underWay": .members(["step": .numbers, "phase": .ours, "store": .text(.store), "type": .text(.actionType)]),
    ]
}

extension JSONValue {
    /// A value that has something at a path, in which a number is an index.
    fileprivate static func skeleton(_ tokens: ArraySlice<String>) -> JSONValue {
        guard let token = tokens.first else { return .null }
        let rest = skeleton(tokens.dropFirst())
        guard let index = Int(token), String(index) == token, (0..<1_000).contains(index) else { return .object([token: rest]) }
        return .array(Array(repeating: .null, count: index) + [rest])
    }
}
