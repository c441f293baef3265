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

    /// Takes note of a dictionary's keys.
    func note(dataKeys keys: some Sequence<String>) { dataKeys?.formUnion(keys) }
}
