import RewindValue

/// What one encoding for a recording, or for the app itself, met of ``Redacted``; kept by the root of its coding path.
final class RedactionLog {
    let redactor: Redactor
    var pointers: [JSONPointer] = []
    /// The keys of dictionaries in what is being encoded below a ``Redacted``; `nil` elsewhere.
    private var dataKeys: Set<String>?

    /// Whether the encoding is for the app itself, which gets back what it marked.
    let reveals: Bool

    init(_ redactor: Redactor, reveals: Bool = false) { (self.redactor, self.reveals) = (redactor, reveals) }

    /// Encodes something and tells which of its keys are data, and not names from the code.
    func collectingDataKeys<Value>(_ encode: () throws -> Value) rethrows -> (Value, Set<String>) {
        let outer = dataKeys
        dataKeys = []
        defer { dataKeys = outer.map { $0.union(dataKeys ?? []) } }
        let value = try encode()
        return (value, dataKeys ?? [])
    }

    /// What is recorded of an entry of a dictionary that encodes as an array, whose key a rule covers; `nil` if it may be as it is.
    ///
    /// Nothing that was written tells the key later: it is an element before the value.
    ///
    /// - Parameters:
    ///   - key: what the key encodes to.
    ///   - pointer: the entry's place.
    func covered(_ value: JSONValue, byKey key: [UInt8], at pointer: @autoclosure () -> JSONPointer) -> JSONValue? {
        guard let rule = rule(ofKey: key), let covered = redactor.walk({ $0.redact(value, coveredBy: rule) }) else { return nil }
        pointers.append(pointer())
        return covered
    }

    /// The rule that covers the entry of a key in a dictionary that encodes as an array; `nil` where the app gets back what it marked, and where texts
    /// are masked anyway.
    func rule(ofKey key: [UInt8]) -> String? {
        guard !reveals, redactor.level == .secrets, key.count <= 64, redactor.matcher.mayHaveRule(key) else { return nil }
        let name: String? =
            switch try? JSONValue(parsing: key) {
            case .string(let text)?: text
            case .object(let value)? where value.count == 1 && value.member(at: 0).value == [:]: value.member(at: 0).key
            default: nil
            }
        return name.flatMap { redactor.matcher.rule(for: $0) }.map { "key " + $0 }
    }

    /// Takes note of a dictionary's keys.
    func note(dataKeys keys: some Sequence<String>) { dataKeys?.formUnion(keys) }
}
