import RewindFormat
import RewindRedaction
import RewindValue

/// What one encoding for a recording, or for the app itself, met of ``Redacted``; kept by the root of its coding path.
final class EncodingLog {
    let form: RecordedForm
    var pointers: [JSONPointer] = []
    /// The keys of dictionaries in what is being encoded below a ``Redacted``; `nil` elsewhere.
    private var dataKeys: Set<String>?

    /// The cases of enums in what is being encoded by ``collectingCases(_:)``; `nil` elsewhere.
    private var caseNames: Set<String>?
    /// Whether it wants to know of cases.
    var collectsCases: Bool { caseNames != nil }

    /// Whether the encoding is for the app itself, which gets its marked values back.
    let reveals: Bool

    /// The recorded forms of dictionaries' keys, which recur.
    private var entries: [JSONKey: MaskingPolicy.Entry] = [:]

    init(_ form: RecordedForm, reveals: Bool = false) { (self.form, self.reveals) = (form, reveals) }

    private var redactor: Redactor { form.redactor }

    /// The recorded form of a dictionary's key that is not a number.
    func entry(_ key: String, by policy: MaskingPolicy) -> MaskingPolicy.Entry {
        let name = JSONKey(key)
        if let known = entries[name] { return known }
        let entry = policy.entry(key, isNumber: false)
        if entries.count >= 4_096 { entries = [:] }
        entries[name] = entry
        return entry
    }

    /// Encodes something and returns which of its keys are data, and not names from the code.
    func collectingDataKeys<Value>(_ encode: () throws -> Value) rethrows -> (Value, Set<String>) {
        try collecting(\.dataKeys, encode)
    }

    private func collecting<Value>(
        _ texts: ReferenceWritableKeyPath<EncodingLog, Set<String>?>, _ encode: () throws -> Value
    ) rethrows -> (Value, Set<String>) {
        let outer = self[keyPath: texts]
        self[keyPath: texts] = []
        defer { self[keyPath: texts] = outer.map { $0.union(self[keyPath: texts] ?? []) } }
        let value = try encode()
        return (value, self[keyPath: texts] ?? [])
    }

    /// What is recorded of an entry of a dictionary that encodes as an array, whose key a rule covers; `nil` if it may be as it is.
    ///
    /// Nothing that was written tells the key later: it is an element before the value.
    ///
    /// - Parameters:
    ///   - rule: that of the key.
    ///   - cases: the texts in it that are names of cases.
    ///   - pointer: the entry's place.
    func covered(_ value: JSONValue, by rule: String, exceptFor cases: Set<String>, at pointer: JSONPointer) -> JSONValue? {
        let covered = redactor.walk { walk in
            walk.caseNames = cases
            walk.sparesSmallNumbers = true
            return walk.redact(value, coveredBy: rule)
        }
        guard let covered else { return nil }
        pointers.append(pointer)
        redactor.noteCounted(pointer)
        return covered
    }

    /// The rule that covers the entry of a key in a dictionary that encodes as an array; `nil` where the app gets back what it marked, and
    /// where texts are masked anyway.
    ///
    /// - Parameters:
    ///   - key: what the key encodes to.
    ///   - name: the case that it is, where it is an enum's.
    func rule(ofKey key: [UInt8], case name: String?) -> String? {
        guard !reveals, redactor.level == .secrets else { return nil }
        if let name, let rule = redactor.redaction.matcher.rule(for: name) { return "key " + rule }
        guard key.count <= 64, redactor.redaction.matcher.mayHaveRule(key) else { return nil }
        let text: String? =
            switch try? JSONValue(parsing: key) {
            case .string(let text)?: text
            case .object(let value)? where value.count == 1 && value.member(at: 0).value == [:]: value.member(at: 0).key
            default: nil
            }
        return text.flatMap { redactor.redaction.matcher.rule(for: $0) }.map { "key " + $0 }
    }

    /// Whether the members of a key's value describe fields that they name.
    static func isAboutFields(_ key: String) -> Bool { KeyMatcher.isAboutFields(key) }

    /// Whether a member may name a field, whose text another member then holds.
    static func mayNameField(_ key: String) -> Bool { WordLists.fieldNames.contains(key) }

    /// Whether a member may hold the text of a field that another member names.
    static func mayHoldField(_ key: String) -> Bool { WordLists.mayBeFieldValue(key) }

    /// Whether a member that names the field of a neighbouring text matters: not where texts are masked anyway, nor for the app itself.
    var looksForFields: Bool { !reveals && redactor.level == .secrets }

    /// Whether an object names a field, and a rule covers the text of it that another member is.
    ///
    /// - Parameter object: at least the members that may name a field or be in one.
    func isSecretField(_ object: JSONObject, at pointer: @autoclosure () -> JSONPointer) -> Bool {
        guard object.contains(where: { WordLists.fieldNames.contains($0.key) }) else { return false }
        return redactor.walk { walk in
            // The place can only rule a secret out, and finding it takes a look at everything above.
            guard walk.namesSecretField(object) else { return false }
            _ = walk.enter(pointer(), in: nil)
            return walk.fieldRule(of: object) != nil
        }
    }

    /// Encodes what may be covered by a rule, and returns the texts in it that are cases of enums without payloads: such a name appears in
    /// the source code, and the value decodes only from it.
    func collectingCases<Value>(_ encode: () throws -> Value) rethrows -> (Value, Set<String>) { try collecting(\.caseNames, encode) }

    /// Notes the text of an enum's case that is the case's name.
    func note(caseName text: String) { caseNames?.insert(text) }

    /// Notes a dictionary's keys.
    func note(dataKeys keys: some Sequence<String>) { dataKeys?.formUnion(keys) }
}
