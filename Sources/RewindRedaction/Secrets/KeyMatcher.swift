import RewindFormat
package import RewindValue

/// Finds the rule that a key falls under, by its words.
///
/// A key's words are known by their normal form (``KeyText``). The rules of ``SecretWords`` also consider the words next to the secret's
/// word: the length of a password is not secret. Words that the app adds match regardless of their context.
package struct KeyMatcher: Sendable {
    /// The words and phrases by their last two bytes.
    private var stems: [UInt16: [Stem]] = [:]
    /// For each two letters from `a` to `z`, whether a stem ends with them.
    private var pairs = [Bool](repeating: false, count: 32 * 32)
    /// Whether the rules include those of ``SecretWords``, and not only the app's own.
    private let hasDefaults: Bool

    private struct Stem {
        var letters: [UInt8]
        /// The boundaries between a phrase's words.
        var joints: [Int]
        var rule: String
        /// `nil` for one of the app's own words.
        var reach: SecretWords.Reach?
    }

    package init(_ rules: [String]) {
        hasDefaults = rules.contains { Self.reaches[$0] != nil }
        for rule in rules {
            let words = rule.split(separator: " ").map { KeyText($0).letters }.filter { !$0.isEmpty }
            let letters = words.flatMap { $0 }
            guard letters.count > 1 else { continue }
            let joints = words.dropLast().reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.count) }
            let stem = Stem(letters: letters, joints: joints, rule: rule, reach: Self.reaches[rule])
            stems[Self.end(letters, letters.count), default: []].append(stem)
            pairs[Self.pair(letters[letters.count - 2], letters[letters.count - 1])] = true
        }
    }

    private static let reaches: [String: SecretWords.Reach] = Dictionary(
        firstOf: SecretWords.table.flatMap { row in row.words.map { ($0, row.reach) } })

    /// The rule for a key, if any.
    ///
    /// - Parameter atEnd: whether the secret's word has to be the last, as in a phrase before a colon: `your API key`, not `password for user`.
    package func rule(for key: some StringProtocol, atEnd: Bool = false) -> String? {
        guard mayHaveRule(key.utf8) else { return nil }
        let text = KeyText(key)
        var best: Stem?
        for boundary in text.boundaries.dropFirst() {
            for end in text.letters[boundary - 1] == UInt8(ascii: "s") ? [boundary, boundary - 1] : [boundary] where end > 1 {
                for stem in stems[Self.end(text.letters, end)] ?? [] where stem.letters.count > (best?.letters.count ?? 0) {
                    let start = end - stem.letters.count
                    guard start >= 0, text.letters[start..<end].elementsEqual(stem.letters) else { continue }
                    if isSecret(stem, in: text, start..<end, before: boundary, atEnd: atEnd) { best = stem }
                }
            }
        }
        return best?.rule
    }

    /// Whether any word of the rules might be in a key, judged by its letters alone, at a fraction of the cost of its normal form.
    package func mayHaveRule(_ key: some Collection<UInt8>) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: key.count) { letters in
            var count = 0
            for byte in key {
                // For letters beyond ASCII, the normal form has to decide.
                if byte >= 0x80 { return true }
                guard (byte | 0x20).isASCIILetter else { continue }
                letters[count] = byte | 0x20
                count += 1
                guard count > 1, pairs[Self.pair(letters[count - 2], byte)],
                    let found = stems[UInt16(letters[count - 2]) << 8 | UInt16(byte | 0x20)]
                else { continue }
                for stem in found where stem.letters.count <= count {
                    if letters[(count - stem.letters.count)..<count].elementsEqual(stem.letters) { return true }
                }
            }
            return false
        }
    }

    @inline(__always)
    private static func pair(_ first: UInt8, _ second: UInt8) -> Int { Int(first & 31) << 5 | Int(second & 31) }

    private static func end(_ letters: [UInt8], _ end: Int) -> UInt16 { UInt16(letters[end - 2]) << 8 | UInt16(letters[end - 1]) }

    /// - Parameter boundary: where the stem's last word ends, including a following "s".
    private func isSecret(_ stem: Stem, in text: KeyText, _ range: Range<Int>, before boundary: Int, atEnd: Bool) -> Bool {
        let inner = text.boundaries.filter { range.contains($0) && $0 > range.lowerBound }.map { $0 - range.lowerBound }
        let isAtStart = text.boundaries.contains(range.lowerBound)
        guard let reach = stem.reach else {
            // In "apikey" the boundary between the words is not visible.
            return isAtStart && (inner.isEmpty || inner == stem.joints || stem.joints.isEmpty)
        }
        if !isAtStart, reach == .last || reach == .owned || reach == .word && stem.letters.count < 6 { return false }
        // "Pass-Word" is secret too, "to_kenya" is not.
        if inner.contains(where: { !stem.joints.contains($0) }), stem.letters.count < 6 || !isAtStart { return false }
        let after = text.words(from: boundary)
        let before = text.words(to: text.boundaries.last { $0 <= range.lowerBound })
        if after.contains(where: WordLists.heads.contains) || atEnd && !after.allSatisfy(WordLists.carriers.contains) { return false }
        if [before.first, before.last].contains(where: { $0.map(WordLists.befores.contains) == true }) { return false }
        switch reach {
        case .end, .word: return stem.rule != "token" || before.last.map(WordLists.harmlessTokens.contains) != true
        case .last: return after.first.map(WordLists.carriers.contains) ?? (before.last.map(WordLists.heads.contains) != true)
        case .owned:
            let owner = before.last { !WordLists.typing.contains($0) || WordLists.owners.contains($0) }
            return after.allSatisfy(WordLists.typing.contains) && (owner.map(WordLists.owners.contains) ?? true)
        }
    }

    // MARK: Keys that say nothing by themselves

    /// Whether a key is not one of the app's: the key of a case's value without a label, or an index.
    package static func isUnnamed(_ key: String) -> Bool { key.isPayloadKey || key == "-" || ArrayIndex.parse(key) != nil }

    /// Whether the values below a key describe a field that it names, such as an error, and are not its contents.
    package static func isAboutNamedField(_ key: String) -> Bool {
        KeyText(key).words().contains(where: WordLists.aboutNamedField.contains)
    }

    /// Whether a member below a secret's key describes the secret and is not secret itself, provided it is a name from the source or a
    /// small number.
    ///
    /// Words that the app adds cover everything below them.
    package static func isAboutSecret(_ key: String, rule: String) -> Bool {
        reaches[rule] != nil && KeyText(key).words().last.map(WordLists.aboutSecret.contains) == true
    }

    /// Whether a text may name a field: a word from the source, or a path of such words.
    package static func mayNameField(_ text: some Collection<UInt8>) -> Bool {
        (2...40).contains(text.count) && text.allSatisfy { $0.isASCIIAlphanumeric || $0.isOne(of: "_-.$/\\[]") }
    }

    /// Whether the values below a key are about the fields of a form, by name: `errors`, `fieldErrors`.
    package static func describesFormFields(_ key: String) -> Bool { KeyText(key).words().last.map(WordLists.aboutFields.contains) == true }

    /// The rule that covers a text or number at a place, by the keys on its path.
    package func rule(at place: JSONPointer) -> String? {
        for (index, token) in place.tokens.enumerated() where index == 0 || !Self.describesFormFields(place.tokens[index - 1]) {
            let part = Self.part(of: token).flatMap { rule(ofPart: $0, below: Array(place.tokens[..<index])) }
            if let rule = rule(for: token) ?? part { return rule }
        }
        return nil
    }

    /// The word of a key that is read together with the keys above: `code`, also of `setCode` and `codeFieldChanged`.
    package static func part(of key: String) -> String? {
        if WordLists.parts.contains(key) { return key }
        guard key.utf8.count <= 32 else { return nil }
        let words = KeyText(key).words()
        if words.count < 2 { return nil }
        let rest = words.filter { !WordLists.typing.contains($0) }
        return rest.count == 1 && WordLists.parts.contains(rest[0]) ? rest[0] : nil
    }

    /// The rule of a part, together with the nearest meaningful key above: the code of `login(.setCode("4"))`, the number of a `card`.
    package func rule(ofPart part: String, below keys: [String]) -> String? {
        guard hasDefaults else { return nil }
        for key in keys.reversed() where !Self.isUnnamed(key) {
            let words = Self.thing(key)
            if !words.isEmpty { return rule(ofPart: part, of: words) }
        }
        return nil
    }

    /// Whether a part below a key may be secret because of the key.
    package func hasSecretParts(_ key: String) -> Bool {
        guard hasDefaults else { return false }
        let words = Self.thing(key)
        return !words.isEmpty && WordLists.parts.contains { rule(ofPart: $0, of: words) != nil }
    }

    private static func thing(_ key: String) -> [String] {
        KeyText(key).words().filter { !WordLists.typing.contains($0) && !WordLists.parts.contains($0) }
    }

    private func rule(ofPart part: String, of words: [String]) -> String? {
        let thing = words.joined(separator: " ")
        return rule(for: "\(thing) \(part)") ?? (thing.utf8.last == UInt8(ascii: "s") ? rule(for: "\(thing.dropLast()) \(part)") : nil)
    }
}
