import RewindValue

/// Finds words in a person's text that may reveal something no rule can detect: a password, an address, a number.
package enum DoubtfulWords {
    /// The maximum number of words that are named.
    private static let limit = 3
    /// The number of digits from which a number may be a telephone, account or order number.
    private static let digits = 5

    /// A warning without a full stop; `nil` if there is nothing to check.
    package static func sentence(on texts: [String]) -> String? {
        var found: [String] = []
        for words in texts.flatMap(words) where !found.contains(words) { found.append(words) }
        guard let last = found.last else { return nil }
        let names = found.prefix(limit).map { "'\($0)'" }
        if found.count > limit {
            return "Make sure that \(names.joined(separator: ", ")) and \(found.count - limit) more give no secret away"
        }
        if names.count == 1 { return "Make sure that '\(last)' gives no secret away" }
        return "Make sure that \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1]) give no secret away"
    }

    private static func words(of text: String) -> [String] {
        let words = text.split(whereSeparator: \.isWhitespace)
        return passwords(in: words) + words.filter(isAddress).map(bare) + numbers(in: words)
    }

    /// The words that follow a word for a password.
    private static func passwords(in words: [Substring]) -> [String] {
        let matcher = KeyMatcher(RedactionRules.default.keys)
        return words.indices.dropLast().compactMap { index in
            guard !words[index].contains("[REDACTED"), let rule = matcher.rule(for: words[index]),
                ["password", "passphrase", "passcode", "pin"].contains(rule)
            else { return nil }
            let end = ["is", "was", "=", ":"].contains(words[index + 1].lowercased()) ? index + 2 : index + 1
            guard end < words.count, words[end].count > 3, !words[end].hasPrefix("[REDACTED") else { return nil }
            return words[index...end].joined(separator: " ")
        }
    }

    /// Whether a word is an e-mail address: some text, an at sign, and a name with a dot in it.
    private static func isAddress(_ word: Substring) -> Bool {
        let parts = bare(word).split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let names = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return names.count > 1 && names.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }
    }

    /// Sequences of words that form one long number: `+49 171 2345678`, `4711-0815-22`.
    private static func numbers(in words: [Substring]) -> [String] {
        var numbers: [String] = []
        var run: [String] = []
        func end() {
            if run.joined().count(where: \.isNumber) >= digits { numbers.append(run.joined(separator: " ")) }
            run = []
        }
        for word in words {
            let number = bare(word)
            let isNumber = number.contains(where: \.isNumber) && number.allSatisfy { $0.isNumber || "+-/.()".contains($0) }
            if isNumber { run.append(number) } else { end() }
            if word.last.map({ ",.;:!?".contains($0) }) == true { end() }
        }
        end()
        return numbers
    }

    /// A word without surrounding punctuation.
    private static func bare(_ word: Substring) -> String {
        let marks = ",.;:!?\"'<>"
        return String(String(word.drop { marks.contains($0) }.reversed()).drop { marks.contains($0) }.reversed())
    }
}
