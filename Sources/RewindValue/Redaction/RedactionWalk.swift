/// One way through a value or patch: where it is, and what it found.
///
/// Values without secrets are never built again.
struct RedactionWalk {
    private let redactor: Redactor
    /// What earlier walks learned, shared with the redactor: not to be changed here, which would copy it.
    private var verdicts: [String: KeyVerdict]
    private var learned: [String: KeyVerdict] = [:]
    var counts: [String: Int] = [:]
    var path: [Step] = []
    private(set) var pointers: [JSONPointer] = []

    // Turned into text only where something is found.
    enum Step {
        case key(String)
        case index(Int)
    }

    init(redactor: Redactor, verdicts: [String: KeyVerdict]) {
        self.redactor = redactor
        self.verdicts = verdicts
    }

    /// What was counted and learned; the walk is over.
    mutating func finish() -> (counts: [String: Int], learned: [String: KeyVerdict]) {
        verdicts = [:]
        return (counts, learned)
    }

    /// The value as it may be written; `nil` if it may be as it is.
    mutating func redact(_ value: JSONValue, coveredBy rule: String?) -> JSONValue? {
        guard let rule else { return open(value) }
        guard let covered = covered(value) else { return nil }
        counts["key " + rule, default: 0] += 1
        notePlace()
        return covered
    }

    // MARK: Below no secret key

    private mutating func open(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .null, .bool, .number: return nil
        case .string(let text):
            guard let clean = redactor.scanner.redacted(text, counting: &counts) else { return nil }
            notePlace()
            return .string(clean)
        case .array(let elements): return array(elements) { walk, element in walk.open(element) }
        case .object(let object): return open(object)
        }
    }

    private mutating func open(_ object: JSONObject) -> JSONValue? {
        var values: [Int: JSONValue] = [:]
        var keys: [Int: String] = [:]
        for index in 0..<object.count {
            let (key, value) = object.member(at: index)
            let verdict = verdict(key)
            path.append(.key(verdict.replacement ?? key))
            if let replacement = verdict.replacement {
                keys[index] = replacement
                counts.merge(verdict.counts, uniquingKeysWith: +)
                notePlace()
            }
            if let clean = redact(value, coveredBy: verdict.rule) { values[index] = clean }
            path.removeLast()
        }
        return rebuilt(object, keys: keys, values: values)
    }

    mutating func verdict(_ key: String) -> KeyVerdict {
        if let known = verdicts[key] ?? learned[key] { return known }
        var verdict = KeyVerdict(rule: redactor.matcher.rule(for: key))
        verdict.replacement = redactor.scanner.redacted(key, counting: &verdict.counts)
        if key.utf8.count <= 64 {
            learned[key] = verdict
        }
        return verdict
    }

    // MARK: Below a secret key

    private mutating func covered(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .null, .bool, .number(.int(0)): return nil
        case .number: return .number(.int(0))
        case .string(let text):
            return text.isEmpty || Pseudonyms.isPseudonym(text) ? nil : .string(redactor.pseudonyms.text(for: text.utf8))
        case .array(let elements): return array(elements) { walk, element in walk.covered(element) }
        case .object(let object):
            var values: [Int: JSONValue] = [:]
            var keys: [Int: String] = [:]
            for index in 0..<object.count {
                let (key, value) = object.member(at: index)
                if let clean = covered(value) { values[index] = clean }
                if let pseudonym = coveredKey(key) { keys[index] = pseudonym }
            }
            return rebuilt(object, keys: keys, values: values)
        }
    }

    /// What stands in the place of a key below a secret key; `nil` if it is a name from the code, or may be an index.
    func coveredKey(_ key: String) -> String? {
        if Pseudonyms.isPseudonym(key) || key == "-" || key.isEmpty { return nil }
        let bytes = key.utf8
        let isName = bytes.count <= 40 && bytes.allSatisfy { $0 == UInt8(ascii: "_") || ($0 < 0x80 && ($0 | 0x20).isASCIILetter) }
        let isPayload = bytes.first == UInt8(ascii: "_") && (2...3).contains(bytes.count) && bytes.dropFirst().allSatisfy(\.isASCIIDigit)
        let isIndex = bytes.count <= 7 && ArrayIndex.parse(key) != nil
        return isName || isPayload || isIndex ? nil : redactor.pseudonyms.text(for: bytes)
    }

    // MARK: Both

    private mutating func array(_ elements: [JSONValue], _ redact: (inout RedactionWalk, JSONValue) -> JSONValue?) -> JSONValue? {
        var result: [JSONValue]?
        for (index, element) in elements.enumerated() {
            path.append(.index(index))
            if let clean = redact(&self, element) {
                if result == nil { result = elements }
                result?[index] = clean
            }
            path.removeLast()
        }
        return result.map(JSONValue.array)
    }

    private func rebuilt(_ object: JSONObject, keys: [Int: String], values: [Int: JSONValue]) -> JSONValue? {
        if keys.isEmpty, values.isEmpty { return nil }
        return .object(
            JSONObject(
                (0..<object.count).map { index in
                    let (key, value) = object.member(at: index)
                    return (keys[index] ?? key, values[index] ?? value)
                }))
    }

    mutating func notePlace() {
        let pointer = JSONPointer(
            tokens: path.map { step in
                switch step {
                case .key(let key): key
                case .index(let index): String(index)
                }
            })
        if pointers.last != pointer { pointers.append(pointer) }
    }
}
