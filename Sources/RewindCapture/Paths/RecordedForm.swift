package import RewindFormat
package import RewindRedaction
package import RewindValue

/// The form in which one recording has an app's values and texts: encodes, dumps, compares and words them as they may be written.
///
/// A recorder has one, and everything that goes into its recording passes through it. Thread-safe.
package struct RecordedForm: Sendable {
    /// Decides what may be written.
    package let redactor: Redactor

    package init(_ redactor: Redactor) { self.redactor = redactor }

    /// The form of a recording at a level, by rules.
    package init(rules: RedactionRules = .default, level: RedactionLevel = .secrets) { redactor = Redactor(rules: rules, level: level) }

    /// The same form, whose findings are not counted in the recording.
    package var uncounted: RecordedForm { RecordedForm(Redactor(redactor.redaction)) }

    /// Whether the app's texts can be read in the recording, as far as they are no secrets.
    package var showsTexts: Bool { redactor.level != .masked }

    /// Whether all rules can be decided while a value is written: those by place, and the app's own, need the value.
    var allowsBytes: Bool { redactor.redaction.looksAtBytes }

    /// What decides that while a value is written.
    var watch: RuleWatch { RuleWatch(redactor.redaction) }

    /// How often each rule removed something.
    package var counts: [String: Int] { redactor.counts }

    /// That of encodings that are not for a recording; makes their pseudonyms.
    static let unrecorded = RecordedForm(rules: RedactionRules(keys: [], shapes: []))

    /// The masking where nothing else is specified; `nil` without masking.
    var masking: Masking? { redactor.redaction.maskingPolicy.map { Masking($0) } }

    // MARK: Texts

    /// A text as it may be written at a place.
    package func text(_ text: String, at place: RecordedPlace) -> String { redactor.redact(text, at: place) }

    /// Whether a name from the source may be written as it is.
    func keeps(name: String) -> Bool { text(name, at: .sourceName) == name }

    /// Facts as they may be written; `open` are those that say nothing about the app's user.
    package func facts(_ facts: JSONObject, open: Set<String> = []) -> JSONObject { redactor.redact(facts: facts, open: open) }

    /// A file's bytes as they may be written.
    package func file(_ bytes: [UInt8], type: String) -> [UInt8] { redactor.redact(file: bytes, type: type).bytes }

    /// A pointer into a value as it leads into the recorded one.
    package func pointer(_ pointer: JSONPointer) -> JSONPointer { redactor.redact(pointer, in: nil) }

    // MARK: Values

    /// - Parameter known: what was hidden before, as it was encoded.
    func recorded(
        besides known: [HiddenPlace] = [], _ encode: (CodingPath) throws -> JSONValue
    ) rethrows -> (value: JSONValue, pointers: [JSONPointer]) {
        let log = EncodingLog(self)
        var redacted = redactor.redact(try encode(CodingPath(log)), at: .encoded)
        add(known + log.hidden, to: &redacted.pointers)
        return (redacted.value, redacted.pointers)
    }

    func recordedPatch(
        besides known: [HiddenPlace] = [], _ compare: (CodingPath) throws -> JSONPatch
    ) rethrows -> (JSONPatch, [JSONPointer]) {
        let log = EncodingLog(self)
        var (redacted, pointers) = redactor.redact(encoded: try compare(CodingPath(log)))
        // More was encoded than the patch has: both sides of an array's elements, and whole values that turned out heavier than their
        // changes.
        let written = (known + log.hidden).filter { hidden in
            redacted.operations.contains { hidden.place.tokens.starts(with: $0.pointer.tokens) }
        }
        add(written, to: &pointers)
        return (redacted, pointers)
    }

    private func add(_ hidden: [HiddenPlace], to pointers: inout [JSONPointer]) {
        if hidden.isEmpty { return }
        var known = Set(pointers)
        let new = hidden.filter { known.insert($0.place).inserted }
        pointers += new.map(\.place)
        redactor.count(new.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 })
    }
}
