/// Finds the rule that a key falls under, by its words.
///
/// A key's words are known by their normal form (``KeyText``). The rules of ``SecretWords`` also see what stands beside the secret's word: the length
/// of a password is none. Words that the app adds are words and nothing else.
package struct KeyMatcher: Sendable {
    /// The words and phrases by their first two bytes.
    private var stems: [UInt16: [Stem]] = [:]

    /// Whether the rules are those of ``SecretWords``, and not the app's own alone.
    private let findsMembers: Bool

    /// Whether a word begins with two letters, for each two of `a` to `z`.
    private var pairs = [Bool](repeating: false, count: 26 * 26)

    private struct Stem {
        /// The letters of all words.
        var letters: [UInt8]
        /// Where a phrase's words divide.
        var joints: [Int]
        package var rule: String
        /// `nil` for a word of the app's own.
        var reach: SecretWords.Reach?
    }

    package init(_ rules: [String]) {
        findsMembers = rules.contains { Self.reaches[$0] != nil }
        for rule in rules {
            let words = rule.split(separator: " ").map { KeyText($0).letters }.filter { !$0.isEmpty }
            let letters = words.flatMap { $0 }
            guard letters.count > 1 else { continue }
            if letters[0].isASCIILetter, letters[1].isASCIILetter { pairs[Int(letters[0] - 97) * 26 + Int(letters[1] - 97)] = true }
            let joints = words.dropLast().reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.count) }
            stems[Self.beginning(letters, 0), default: []].append(
                Stem(letters: letters, joints: joints, rule: rule, reach: Self.reaches[rule]))
        }
    }

    private static let reaches: [String: SecretWords.Reach] = Dictionary(
        firstOf: SecretWords.table.flatMap { row in row.words.map { ($0, row.reach) } })

    /// The rule that the key falls under, if there is one.
    ///
    /// - Parameter atEnd: whether the secret's word has to be the last, as in a phrase before a colon: `your API key`, not `password for user`.
    package func rule(for key: some StringProtocol, atEnd: Bool = false) -> String? {
        guard !Self.isIdentity(key), mayHaveRule(key.utf8) else { return nil }
        let text = KeyText(key)
        if let rule = rule(for: text, atEnd) ?? text.latinTwin.flatMap({ rule(for: $0, atEnd) }) { return rule }
        // "p4ssw0rd": only where there is such a digit at all.
        guard key.utf8.contains(where: { "013457@$".utf8.contains($0) }) else { return nil }
        let spelled = KeyText(key, spellsDigits: true)
        return spelled.letters == text.letters ? nil : rule(for: spelled, atEnd, shortest: 4)
    }

    /// Whether a key is a UUID or other hexadecimal digits, in which a digit among letters spells no word.
    private static func isIdentity(_ key: some StringProtocol) -> Bool {
        var digits = 0
        for byte in key.utf8 {
            guard byte.isHexDigit || byte == UInt8(ascii: "-") else { return false }
            if byte.isASCIIDigit { digits += 1 }
        }
        return digits > 1
    }

    /// Whether any word of the rules could be in a key: by its letters alone, at a fraction of what its normal form costs.
    package func mayHaveRule(_ key: some Collection<UInt8>) -> Bool {
        var letters: [UInt8] = []
        var spelled: [UInt8] = []  // with letters in the place of digits
        letters.reserveCapacity(key.count)
        for byte in key {
            // Beyond ASCII only the normal form tells.
            if byte >= 0x80 { return true }
            if (byte | 0x20).isASCIILetter {
                letters.append(byte | 0x20)
                if !spelled.isEmpty { spelled.append(byte | 0x20) }
            } else if let letter = KeyLetters.spelled(Unicode.Scalar(byte)) {
                if spelled.isEmpty { spelled = letters }
                spelled.append(UInt8(letter.value))
            }
        }
        return hasStem(letters) || hasStem(spelled)
    }

    private func hasStem(_ letters: [UInt8]) -> Bool {
        for start in letters.indices.dropLast() where pairs[Int(letters[start] - 97) * 26 + Int(letters[start + 1] - 97)] {
            let rest = letters[start...]
            if stems[Self.beginning(letters, start)]?.contains(where: { rest.starts(with: $0.letters) }) == true { return true }
        }
        return false
    }

    /// Whether a key that falls under a rule is also what parts of apps are called, `auth`: what has a key of its own below is not secret by that alone.
    package static func isName(_ key: String, rule: String) -> Bool { rule == "auth" && KeyText(key).words().count == 1 }

    /// Whether a key is none of the app's: that of a case's value without a label, or an index.
    package static func isUnnamed(_ key: String) -> Bool { isPayload(key) || key == "-" || ArrayIndex.parse(key) != nil }

    /// Whether a key is that of a case's value without a label: `_0`.
    package static func isPayload(_ key: String) -> Bool {
        let bytes = key.utf8
        return bytes.first == UInt8(ascii: "_") && (2...3).contains(bytes.count) && bytes.dropFirst().allSatisfy { $0.isASCIIDigit }
    }

    /// Whether what stands below a key says something of a field that it names, such as an error, and not what is in the field.
    package static func isAboutNamedField(_ key: String) -> Bool {
        KeyText(key).words().contains { WordLists.aboutNamedField.contains(String(decoding: $0, as: UTF8.self)) }
    }

    /// Whether a member of what a rule covers says something of the secret, and is not it, as long as it is a name from the source or a small number.
    ///
    /// What the app's own words cover is covered whole.
    package static func isAboutSecret(_ key: String, rule: String) -> Bool {
        guard WordLists.secret.contains(rule), let word = KeyText(key).words().last else { return false }
        return WordLists.aboutSecret.contains(String(decoding: word, as: UTF8.self))
    }

    /// Whether a text is of the kind that names a field: a word from the source, or a path of such words.
    package static func mayNameField(_ text: some Collection<UInt8>) -> Bool {
        (2...40).contains(text.count) && text.allSatisfy { $0.isASCIIAlphanumeric || "_-.$/\\[]".utf8.contains($0) }
    }

    /// Whether what stands below a key is about the fields of a form, by their names: `errors`, `fieldErrors`.
    package static func isAboutFields(_ key: String) -> Bool {
        guard let word = KeyText(key).words().last else { return false }
        return WordLists.aboutFields.contains(String(decoding: word, as: UTF8.self))
    }

    /// The rule that covers a text or number at a place, by the keys that lead there.
    package func rule(at place: JSONPointer) -> String? {
        var unnamed: String?
        for (index, token) in place.tokens.enumerated() {
            let isField = index > 0 && Self.isAboutFields(place.tokens[index - 1])
            let byMember = Self.member(of: token).flatMap { rule(ofMember: $0, below: Array(place.tokens[..<index])) }
            guard let rule = isField ? nil : rule(for: token) ?? byMember else {
                if !Self.isUnnamed(token) { unnamed = nil }
                continue
            }
            if !Self.isName(token, rule: rule) { return rule }
            unnamed = rule
        }
        return unnamed
    }

    /// The word of a key that may be a secret's below certain others, and is none by itself: `code`, also of `setCode` and `codeFieldChanged`.
    package static func member(of key: String) -> String? {
        if isMember(key) { return key }
        guard key.utf8.count <= 32,
            key.utf8.contains(where: { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") })
        else { return nil }
        let words = KeyText(key).words().map { String(decoding: $0, as: UTF8.self) }.filter { !WordLists.typing.contains($0) }
        return words.count == 1 && isMember(words[0]) ? words[0] : nil
    }

    private static func isMember(_ word: String) -> Bool { WordLists.membersBelow.contains(word) || WordLists.joinedMembers.contains(word) }

    /// The rule of a member below keys: the code of `oauth(code:)`, the answer of `verify(answer:)`, the number of a `card`.
    package func rule(ofMember member: String, below keys: [String]) -> String? {
        guard findsMembers else { return nil }
        if WordLists.membersBelow.contains(member), keys.contains(where: isAbove) { return member }
        guard WordLists.joinedMembers.contains(member) else { return nil }
        for key in keys.reversed() where !Self.isUnnamed(key) {
            let words = KeyText(key).words().map { String(decoding: $0, as: UTF8.self) }.filter { !WordLists.holders.contains($0) }
            if !words.isEmpty { return rule(ofMember: member, joinedTo: words) }
        }
        return nil
    }

    /// The rule of a member and the words of the key above, read together.
    private func rule(ofMember member: String, joinedTo words: [String]) -> String? {
        guard let last = words.last, words.count > 1 || !WordLists.harmlessJoined.contains(last) else { return nil }
        let thing = words.dropLast().joined(separator: " ")
        let singular = last.utf8.last == UInt8(ascii: "s") ? String(last.dropLast()) : last
        return rule(for: "\(thing) \(last) \(member)") ?? rule(for: "\(thing) \(singular) \(member)")
    }

    /// Whether a member below a key may be a secret's because of it.
    package func hasSecretMembers(_ key: String) -> Bool {
        guard findsMembers else { return false }
        if isAbove(key) { return true }
        let words = KeyText(key).words().map { String(decoding: $0, as: UTF8.self) }.filter { !WordLists.holders.contains($0) }
        return WordLists.joinedMembers.contains { rule(ofMember: $0, joinedTo: words) != nil }
    }

    /// Whether keys below may be a secret's because of this one.
    package func isAbove(_ key: String) -> Bool {
        guard findsMembers else { return false }
        let words = KeyText(key).words().map { String(decoding: $0, as: UTF8.self) }
        return words.contains { WordLists.above.contains($0) }
            || WordLists.abovePhrases.contains { phrase in words.joined(separator: " ").contains(text: phrase) }
    }

    /// - Parameter shortest: how many letters a word has at least; short ones come about by chance where digits are read as letters.
    private func rule(for text: KeyText, _ atEnd: Bool, shortest: Int = 0) -> String? {
        guard text.letters.count > 1 else { return nil }
        var best: (rule: String, end: Int, length: Int)?
        for start in 0..<(text.letters.count - 1) {
            for stem in stems[Self.beginning(text.letters, start)] ?? [] {
                let end = start + stem.letters.count
                guard end <= text.letters.count, text.letters[start..<end].elementsEqual(stem.letters) else { continue }
                guard stem.letters.count >= shortest, stem.letters.count > (best?.length ?? 0), isSecret(stem, in: text, start..<end),
                    !atEnd || stem.reach == .anywhere || isLast(text, end)
                else { continue }
                best = (stem.rule, end, stem.letters.count)
            }
            if best != nil { break }
        }
        return best?.rule
    }

    /// Whether nothing follows but words that change nothing.
    private func isLast(_ text: KeyText, _ end: Int) -> Bool {
        words(of: text, from: end)?.allSatisfy { WordLists.carriers.contains($0) } ?? false
    }

    private func isSecret(_ stem: Stem, in text: KeyText, _ range: Range<Int>) -> Bool {
        let inner = text.boundaries.filter { range.contains($0) && $0 > range.lowerBound }.map { $0 - range.lowerBound }
        guard let reach = stem.reach else { return isWhole(stem, in: text, range, inner) }
        if reach == .anywhere { return !Self.isHarmless(behind: text.words(from: range.upperBound)) }
        let isAtStart = text.boundaries.contains(range.lowerBound)
        // "Pass-Word" is one too, "to_kenya" is not.
        let isDivided = inner.contains { !stem.joints.contains($0) }
        if isDivided, stem.letters.count < 6 || !isAtStart || !endsAtBoundary(text, range.upperBound) { return false }
        guard let after = words(of: text, from: range.upperBound) else { return false }
        var before: [String] = []
        if isAtStart {
            before = text.words(to: range.lowerBound).map { String(decoding: $0, as: UTF8.self) }
        } else {
            let start = text.boundaries.last { $0 < range.lowerBound } ?? 0
            let divided = Self.divided(text.letters[start..<range.lowerBound])
            guard divided != nil || reach == .end && after.isEmpty && stem.letters.count > 4 && stem.joints.isEmpty else { return false }
            before = text.words(to: start).map { String(decoding: $0, as: UTF8.self) } + (divided ?? [])
        }
        if stem.rule == "token", let last = before.last, WordLists.harmlessTokens.contains(last) { return false }
        return Self.isSecret(reach, before: before, after: after)
    }

    private static func isSecret(_ reach: SecretWords.Reach, before: [String], after: [String]) -> Bool {
        if after.contains(where: WordLists.harmlessHeads.contains) { return false }
        if let first = before.first, WordLists.harmlessBefores.contains(first) { return false }
        if let last = before.last, WordLists.harmlessBefores.contains(last) { return false }
        switch reach {
        case .end, .word, .anywhere: return true
        case .last: return after.first.map(WordLists.carriers.contains) ?? !(before.last.map(WordLists.harmlessHeads.contains) ?? false)
        case .owned:
            let owner = before.last { !WordLists.typing.contains($0) || WordLists.owners.contains($0) }
            return after.allSatisfy(WordLists.typing.contains) && (owner.map(WordLists.owners.contains) ?? true)
        }
    }

    private static func isHarmless(behind words: [ArraySlice<UInt8>]) -> Bool {
        words.contains { WordLists.harmlessHeads.contains(String(decoding: $0, as: UTF8.self)) }
            || foreignHeads.contains { head in
                words.contains { $0.starts(with: head.utf8) }
            }
    }

    /// A count, a length, a type, a state in languages that do not divide words.
    private static let foreignHeads = [
        "长度", "数量", "类型", "状态", "强度", "長さ", "数", "の長さ", "길이", "개수", "유형", "длина", "количество", "тип", "статус",
    ]

    /// A word of the app's own: whole words, an "s" behind each of them.
    private func isWhole(_ stem: Stem, in text: KeyText, _ range: Range<Int>, _ inner: [Int]) -> Bool {
        guard text.boundaries.contains(range.lowerBound), endsAtBoundary(text, range.upperBound) else { return false }
        // In "apikey" nothing shows where the one word ends.
        return inner.isEmpty || inner == stem.joints || stem.joints.isEmpty
    }

    private func endsAtBoundary(_ text: KeyText, _ end: Int) -> Bool {
        text.boundaries.contains(end) || text.letters[end...].first == UInt8(ascii: "s") && text.boundaries.contains(end + 1)
    }

    /// The words behind an index; `nil` if the run of letters that it is in does not divide into known ones.
    private func words(of text: KeyText, from start: Int) -> [String]? {
        if text.boundaries.contains(start) { return text.words(from: start).map { String(decoding: $0, as: UTF8.self) } }
        if endsAtBoundary(text, start) { return text.words(from: start + 1).map { String(decoding: $0, as: UTF8.self) } }
        let end = text.boundaries.first { $0 > start } ?? text.letters.count
        guard let divided = Self.divided(text.letters[start..<end]) else { return nil }
        return divided + text.words(from: end).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func beginning(_ letters: [UInt8], _ index: Int) -> UInt16 { UInt16(letters[index]) << 8 | UInt16(letters[index + 1]) }

    /// A run of letters as known words; `nil` if it is not made of them.
    private static func divided(_ run: ArraySlice<UInt8>) -> [String]? {
        if run.isEmpty { return [] }
        guard run.count <= 40 else { return nil }
        // The words that reach to each end; the longest last word first.
        var lasts: [Int: String] = [:]
        for end in (run.startIndex + 1)...run.endIndex {
            for start in max(run.startIndex, end - longest)..<end where start == run.startIndex || lasts[start] != nil {
                let word = String(decoding: run[start..<end], as: UTF8.self)
                if known.contains(word) {
                    lasts[end] = word
                    break
                }
            }
        }
        var words: [String] = []
        var end = run.endIndex
        while end > run.startIndex {
            guard let word = lasts[end] else { return nil }
            words.append(word)
            end -= word.utf8.count
        }
        return words.reversed()
    }

    private static let known: Set<String> = WordLists.fillers.union(WordLists.harmlessHeads).union(WordLists.carriers).union(
        WordLists.owners
    )
    .union(WordLists.harmlessBefores).union(
        SecretWords.all.flatMap { $0.split(separator: " ").map(String.init) }.filter { $0.utf8.count > 2 })

    private static let longest = 16
}
