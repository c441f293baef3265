/// Finds the rule that a key falls under, by its words.
struct KeyMatcher: Sendable {
    /// The phrases that begin with a word.
    private var phrases: [String: [Phrase]] = [:]

    private struct Phrase {
        var words: [String]
        var rule: String
    }

    init(_ rules: [String]) {
        for rule in rules {
            let words = rule.split(separator: " ").map { $0.lowercased() }
            guard let first = words.first else { continue }
            phrases[first, default: []].append(Phrase(words: words, rule: rule))
            if words.count > 1 {
                // In "apikey" nothing shows where the one word ends.
                let joined = words.joined()
                phrases[joined, default: []].append(Phrase(words: [joined], rule: rule))
            }
        }
    }

    /// The rule that the key falls under, if there is one.
    func rule(for key: String) -> String? {
        var words: [String] = []
        for run in Self.letterRuns(key) {
            let parts = Self.words(run)
            // "PassWord" and "APIkey" are divided wrongly: the run as a whole counts as a word too.
            if parts.count > 1, let rule = match([Self.lowercased(run[...])]) { return rule }
            words += parts
        }
        return match(words)
    }

    private func match(_ words: [String]) -> String? {
        for start in words.indices {
            for candidate in candidates(words[start]) {
                let end = start + candidate.words.count
                if end <= words.count, zip(words[start..<end], candidate.words).allSatisfy({ $0 == $1 || $0 == $1 + "s" }) {
                    return candidate.rule
                }
            }
        }
        return nil
    }

    private func candidates(_ word: String) -> [Phrase] {
        (phrases[word] ?? []) + (word.hasSuffix("s") ? phrases[String(word.dropLast())] ?? [] : [])
    }

    /// The runs of letters; digits divide, like everything else that is no letter.
    private static func letterRuns(_ key: String) -> [[UInt8]] {
        key.utf8.split { !isLetter($0) }.map(Array.init)
    }

    /// The words of a run: each begins with a capital, or is a run of capitals.
    private static func words(_ run: [UInt8]) -> [String] {
        var words: [String] = []
        var start = 0
        for index in run.indices.dropFirst() where isUpper(run[index]) {
            let next = index + 1 < run.count ? run[index + 1] : nil
            let isPluralOfCapitals = next == UInt8(ascii: "s") && (index + 2 == run.count || isUpper(run[index + 2]))
            let endsCapitals = next.map { !isUpper($0) } ?? false
            if !isUpper(run[index - 1]) || endsCapitals && !isPluralOfCapitals {
                words.append(lowercased(run[start..<index]))
                start = index
            }
        }
        words.append(lowercased(run[start...]))
        return words
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { isUpper($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
