import RewindFormat
import RewindRedaction
import RewindValue

/// A place where something was hidden while a value was encoded, and the rule that hid it.
struct HiddenPlace: Hashable {
    var place: JSONPointer
    var rule = RuleName.marking.description
}

/// What one encoding for a recording, or for the app itself, hid; kept by the root of its coding path.
final class EncodingLog {
    let form: RecordedForm
    var hidden: [HiddenPlace] = []
    /// The keys of dictionaries in what is being encoded below a ``Redacted``; `nil` elsewhere.
    private var dataKeys: Set<String>?

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
        let outer = dataKeys
        dataKeys = []
        defer { dataKeys = outer?.union(dataKeys ?? []) }
        let value = try encode()
        return (value, dataKeys ?? [])
    }

    /// A value that its type marks, reduced to its shape; `nil` if it reveals nothing.
    ///
    /// - Parameter dataKeys: keys in it that are data.
    func covered(marked value: JSONValue, dataKeys: Set<String> = []) -> JSONValue? {
        redactor.covered(value, by: nil, dataKeys: dataKeys)
    }

    /// What is recorded of an entry of a dictionary that encodes as an array, whose key a rule covers; `nil` if it may be as it is.
    ///
    /// Nothing that was written tells the key later: it is an element before the value.
    func covered(_ value: JSONValue, by rule: String, at place: JSONPointer) -> JSONValue? {
        let covered = redactor.covered(value, by: rule)
        if covered != nil { hidden.append(HiddenPlace(place: place, rule: rule)) }
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
        if let name, let rule = redactor.redaction.matcher.rule(for: name) { return RuleName(.key, rule).description }
        guard key.count <= 64, redactor.redaction.matcher.mayHaveRule(key) else { return nil }
        let word = (try? JSONValue(parsing: key))?.word
        return word.flatMap { redactor.redaction.matcher.rule(for: $0) }.map { RuleName(.key, $0).description }
    }

    /// Whether the members of a key's value describe fields that they name.
    static func describesFormFields(_ key: String) -> Bool { KeyMatcher.describesFormFields(key) }

    /// Whether a member may name a field, whose text another member then holds.
    static func mayNameField(_ key: String) -> Bool { WordLists.fieldNames.contains(key) }

    /// Whether a member may hold the text of a field that another member names; most keys are longer than any such.
    static func mayHoldField(_ key: String) -> Bool { key.utf8.count <= 10 && WordLists.fieldValues.contains(key) }

    /// Whether a member that names the field of a neighbouring text matters: not where texts are masked anyway, nor for the app itself.
    var looksForFields: Bool { !reveals && redactor.level == .secrets }

    /// Whether an object names a field, and a rule covers the text of it that another member is.
    ///
    /// - Parameter object: at least the members that may name a field or be in one.
    func isSecretField(_ object: JSONObject, at pointer: @autoclosure () -> JSONPointer) -> Bool {
        guard object.contains(where: { WordLists.fieldNames.contains($0.key) }) else { return false }
        return redactor.walk { walk in
            // The place can only rule a secret out, and finding it takes a look at everything above.
            guard walk.fieldRule(of: object) != nil else { return false }
            _ = walk.descend(to: pointer(), in: nil)
            return walk.fieldRule(of: object) != nil
        }
    }

    /// Notes a dictionary's keys.
    func note(dataKeys keys: some Sequence<String>) { dataKeys?.formUnion(keys) }
}
