package import RewindFormat
package import RewindValue

/// Tells whether two recordings say the same where each has pseudonyms of its own: they stand at the same places, and the same ones are equal.
///
/// What was matched once stays matched: a pseudonym of the one stands for exactly one of the other.
package struct PlaceholderMatching: Sendable, Equatable {
    private var forth: [String: String] = [:]
    private var back: [String: String] = [:]
    /// What was matched since the last comparison began, to be taken back if that fails.
    private var recent: [String] = []
    private var isMasked = false

    /// Of recordings without masked texts.
    package init() {}

    /// Of two recordings; where both are masked, all texts, keys and long numbers may be pseudonyms.
    package init(_ one: Manifest, _ other: Manifest) {
        isMasked = [one, other].allSatisfy { $0.level == RedactionLevel.masked.rawValue }
    }

    /// Whether two values say the same; what follows from it is kept if they do.
    package mutating func matches(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        if one == other, !isMasked { return true }
        defer { recent = [] }
        return trying { $0.match(one, other) }
    }

    /// Whether two patches do the same, operation by operation.
    package mutating func matches(_ one: JSONPatch, _ other: JSONPatch) -> Bool {
        matches(one.json, other.json)
    }

    /// A value of the second recording in the pseudonyms of the first, as far as they are known.
    package func translated(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .number(let number):
            back["#" + number.text].flatMap { JSONNumber(literal: String($0.dropFirst())) }.map(JSONValue.number) ?? value
        case .string(let text): .string(translated(text))
        case .array(let values): .array(values.map(translated))
        case .object(let object): .object(JSONObject(object.map { (translated($0.key), translated($0.value)) }))
        }
    }

    private func translated(_ text: String) -> String {
        if let known = back[text] { return known }
        guard let placeholder = Placeholder(text) else { return text }
        return placeholder.marks.reduce(text) { text, mark in back[mark].map { text.replacing(mark, with: $0) } ?? text }
    }

    // MARK: Matching

    private mutating func trying(_ body: (inout Self) -> Bool) -> Bool {
        let count = recent.count
        if body(&self) { return true }
        while recent.count > count { back[forth.removeValue(forKey: recent.removeLast()) ?? ""] = nil }
        return false
    }

    private mutating func bind(_ one: String, _ other: String) -> Bool {
        if let known = forth[one] { return known == other }
        guard back[other] == nil else { return false }
        forth[one] = other
        back[other] = one
        recent.append(one)
        return true
    }

    private mutating func match(_ one: JSONValue, _ other: JSONValue) -> Bool {
        switch (one, other) {
        case (.string(let one), .string(let other)): match(one, other)
        case (.number(let one), .number(let other)): match(one, other)
        case (.array(let ones), .array(let others)):
            ones.count == others.count && zip(ones, others).allSatisfy { pair in trying { $0.match(pair.0, pair.1) } }
        case (.object(let one), .object(let other)): match(one, other)
        default: one == other
        }
    }

    private mutating func match(_ one: String, _ other: String) -> Bool {
        if let first = Placeholder(one), let second = Placeholder(other) {
            guard first.skeleton == second.skeleton, first.marks.count == second.marks.count else { return false }
            for (one, other) in zip(first.marks, second.marks) where !bind(one, other) { return false }
            return true
        }
        if one == other, forth[one] == nil, back[other] == nil { return true }
        return isMasked && one.maskShape == other.maskShape && bind(one, other)
    }

    private mutating func match(_ one: JSONNumber, _ other: JSONNumber) -> Bool {
        if one == other { return true }
        let (one, other) = (one.text, other.text)
        return isMasked && one.count(where: \.isNumber) > 6 && other.count(where: \.isNumber) > 6 && bind("#" + one, "#" + other)
    }

    /// Members that have one key in both first, then those whose keys are pseudonyms, in their order.
    private mutating func match(_ one: JSONObject, _ other: JSONObject) -> Bool {
        guard one.count == other.count else { return false }
        var left: [(key: String, value: JSONValue)] = []
        var taken: Set<String> = []
        for (key, value) in one {
            let counterpart = forth[key] ?? key
            guard let match = other[counterpart], Placeholder(key) == nil || forth[key] != nil else {
                left.append((key, value))
                continue
            }
            guard trying({ $0.match(value, match) }) else { return false }
            taken.insert(counterpart)
        }
        for (key, value) in left {
            let found = other.first { candidate in
                !taken.contains(candidate.key) && trying { $0.match(key, candidate.key) && $0.match(value, candidate.value) }
            }
            guard let found else { return false }
            taken.insert(found.key)
        }
        return true
    }
}
