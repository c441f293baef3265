import RewindFormat
import RewindValue

/// Takes secrets out of everything that goes into a bundle.
struct ContentsRedaction {
    private let redactor: Redactor
    private let hasPointerRules: Bool

    init(_ rules: RedactionRules) {
        redactor = Redactor(rules: rules, listsFindings: true)
        hasPointerRules = !rules.pointers.isEmpty
    }

    /// Goes through all parts and says what there is to remove; once more, if there is, for what of it is left elsewhere.
    func report(on contents: BundleContents) throws(RecordingError) -> RedactionReport {
        var builder = ReportBuilder()
        try look(at: contents, &builder)
        if builder.looksAgain() { try look(at: contents, &builder) }
        return builder.report
    }

    private func look(at contents: BundleContents, _ builder: inout ReportBuilder) throws(RecordingError) {
        for segment in contents.segments {
            for part in [segment.actions, segment.states] {
                var lines = LineRedaction(redactor: redactor, hasPointerRules: hasPointerRules, report: builder)
                _ = lines.stream(try part.load())
                builder = lines.report
            }
        }
        for part in contents.others {
            guard let clean = redacted(try part.load(), named: part.name, details: part.details) else {
                builder.miss(part.name)
                continue
            }
            builder.take(redactor.takeFindings(), part: part.name, step: nil)
            if var json = try? JSONValue(parsing: clean, limits: FormatLimits.default.json) {
                // The programs and libraries of a crash have long numbers that the linker gave them.
                if part.name == Crash.entryName, case .object(var crash) = json {
                    crash["images"] = nil
                    json = .object(crash)
                }
                builder.suspect(json, part: part.name, step: nil)
            } else {
                builder.suspect(String(decoding: clean, as: UTF8.self), part: part.name, step: nil)
            }
        }
        let manifest = redacted(contents.manifest)
        builder.take(redactor.takeFindings(), part: "manifest", step: nil)
        var words = manifest
        (words.segments, words.entries) = ([], [])  // hashes
        builder.suspect(words.json, part: "manifest", step: nil)
    }

    /// The contents without secrets; `report` is what a first pass found, for the manifest's counts.
    func redacted(_ contents: BundleContents, report: RedactionReport) -> BundleContents {
        var clean = contents
        clean.manifest = redacted(contents.manifest)
        clean.manifest.redaction.merge(report.counts, uniquingKeysWith: +)
        for index in clean.segments.indices {
            clean.segments[index].actions.load = stream(contents.segments[index].actions)
            clean.segments[index].states.load = stream(contents.segments[index].states)
        }
        for index in clean.others.indices {
            let part = contents.others[index]
            clean.others[index].details = redactor.redact(.object(part.details)).value.object ?? part.details
            clean.others[index].load = { () throws(RecordingError) in
                let bytes = try part.load()
                return redacted(bytes, named: part.name, details: part.details) ?? bytes
            }
        }
        return clean
    }

    private func stream(_ part: BundleContents.Part) -> () throws(RecordingError) -> [UInt8] {
        { () throws(RecordingError) in
            var lines = LineRedaction(redactor: redactor, hasPointerRules: hasPointerRules)
            return lines.stream(try part.load())
        }
    }

    // MARK: Other entries

    /// An entry without secrets; `nil` if it is no text.
    private func redacted(_ bytes: [UInt8], named name: String, details: JSONObject) -> [UInt8]? {
        redactor.redact(file: bytes, type: details["type"]?.string ?? "")
    }

    private func redacted(_ manifest: Manifest) -> Manifest {
        var clean = manifest
        clean.title = manifest.title.map { redactor.redact(text: $0) }
        clean.note = manifest.note.map { redactor.redact(text: $0) }
        // Which app and system it was is no secret, whatever keys are.
        clean.app = redacted(manifest.app, but: ["name", "version"])
        clean.device = redacted(manifest.device, but: ["os", "model", "architecture"])
        clean.metadata = redactor.redact(.object(manifest.metadata)).value.object ?? manifest.metadata
        clean.unknown = redactor.redact(.object(manifest.unknown)).value.object ?? manifest.unknown
        clean.losses = manifest.losses.map { redactor.redact(text: $0) }
        clean.edits = manifest.edits.map { redactor.redact(text: $0) }
        clean.ending.reason = manifest.ending.reason.map { redactor.redact(text: $0) }
        for index in clean.ending.underWay.indices {
            clean.ending.underWay[index].store = redactor.redact(name: clean.ending.underWay[index].store)
            clean.ending.underWay[index].type = clean.ending.underWay[index].type.map { redactor.redact(name: $0) }
        }
        for index in clean.stores.indices {
            clean.stores[index].name = redactor.redact(name: clean.stores[index].name)
            clean.stores[index].state = redactor.redact(name: clean.stores[index].state)
            clean.stores[index].action = clean.stores[index].action.map { redactor.redact(name: $0) }
        }
        return clean
    }

    private func redacted(_ object: JSONObject, but open: Set<String>) -> JSONObject {
        var clean: JSONObject = [:]
        for (key, value) in object {
            clean[key] = open.contains(key) ? value : redactor.redact(value, at: JSONPointer(tokens: [key])).value
        }
        return clean
    }
}
