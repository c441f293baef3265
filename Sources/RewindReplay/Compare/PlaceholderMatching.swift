package import RewindFormat
package import RewindValue

/// Decides whether two recordings are equal although each has its own pseudonyms: these must occur at the same places, and equal ones must
/// match equal ones.
///
/// Matches are kept: a pseudonym of one recording matches exactly one of the other.
package struct PlaceholderMatching: Sendable, Equatable {
    private var forth: [String: String] = [:]
    private var back: [String: String] = [:]
    /// The matches since the last comparison began, which are undone if it fails.
    private var recent: [String] = []
    private var isMasked = false
    /// Whether keys of objects were among the matches: if several have similar values, the matching of their keys is a guess.
    package private(set) var hasGuessedKeys = false

    /// A matching for recordings without masked texts.
    package init() {}

    /// A matching for two recordings; if both are masked, all texts, keys and long numbers may be pseudonyms.
    package init(_ one: Manifest, _ other: Manifest) {
        isMasked = [one, other].allSatisfy { $0.hidesTexts }
    }

    /// Whether two values are equal apart from pseudonyms; if so, the resulting matches are kept.
    package mutating func matches(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        if one == other, !isMasked { return true }
        defer { recent = [] }
        return trying { $0.match(one, other) }
    }

    /// Whether two patches do the same, operation by operation; in any order if keys have pseudonyms, since operations are ordered by key.
    package mutating func matches(_ one: JSONPatch, _ other: JSONPatch) -> Bool {
        let (ones, others) = (one.json.array ?? [], other.json.array ?? [])
        if matches(.array(ones), .array(others)) { return true }
        guard isMasked, ones.count == others.count, (2...Self.unorderedLimit).contains(ones.count) else { return false }
        defer { recent = [] }
        return trying { matching in
            var left = others
            for one in ones {
                guard let place = left.firstIndex(where: { other in matching.trying { $0.match(one, other) } }) else { return false }
                left.remove(at: place)
            }
            return true
        }
    }

    /// How many operations are compared in any order, at most.
    private static let unorderedLimit = 64

    /// A hash of a value without its pseudonyms: values that may match have the same hash.
    package func shape(of value: JSONValue) -> Int {
        var hasher = Hasher()
        combine(value, into: &hasher)
        return hasher.finalize()
    }

    private func combine(_ value: JSONValue, into hasher: inout Hasher) {
        switch value {
        case .null, .bool: hasher.combine(value)
        case .number(let number):
            if isMasked, number.isMaskable { return hasher.combine(1) }
            hasher.combine(number)
        case .string(let text): combine(text, into: &hasher)
        case .array(let values):
            hasher.combine(values.count)
            for value in values { combine(value, into: &hasher) }
        case .object(let object):
            // The members of two matching objects may be in a different order.
            let members = object.map { key, value in
                var member = Hasher()
                combine(key, into: &member)
                combine(value, into: &member)
                return member.finalize()
            }
            hasher.combine(members.reduce(0, &+))
        }
    }

    private func combine(_ text: String, into hasher: inout Hasher) {
        if let placeholder = Placeholder(text) {
            hasher.combine(placeholder.skeleton)
        } else if isMasked {
            hasher.combine(text.maskShape)
        } else {
            hasher.combine(text)
        }
    }

    /// How many hidden values of the first recording were matched with others of the second; whether they are really equal is unknown.
    package var paired: Int { forth.count { $0 != $1 } }

    /// A value of the second recording with the pseudonyms of the first, as far as these are known.
    package func translated(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .number(let number):
            back[Self.mark(number)].flatMap { JSONNumber(literal: String($0.dropFirst())) }.map(JSONValue.number)
                ?? value
        case .string(let text): .string(translated(text))
        case .array(let values): .array(values.map { translated($0) })
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

    /// The text that represents a number, as opposed to a string with its digits.
    private static func mark(_ number: JSONNumber) -> String { "#" + number.text }

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
        let marks = (Self.mark(one), Self.mark(other))
        if one == other, forth[marks.0] == nil, back[marks.1] == nil { return true }
        return isMasked && one.isMaskable && other.isMaskable && bind(marks.0, marks.1)
    }

    /// Matches members with the same key in both first, then those whose keys are pseudonyms, in order.
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
        if !left.isEmpty { hasGuessedKeys = true }
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
