package import RewindRendering

/// A line at a prompt: a verb, the store that `--store` right behind it names, and the rest.
package struct PromptLine {
    package let verb: Substring
    /// Everything behind the verb, without white space around it.
    package let rest: Substring

    /// A line; `nil` if it is blank.
    package init?(_ line: String) {
        let words = line.split(whereSeparator: { $0.isWhitespace })
        guard let verb = words.first, let last = words.last else { return nil }
        self.verb = verb
        rest = words.count == 1 ? "" : line[words[1].startIndex..<last.endIndex]
    }

    /// The store that is named among the options at the beginning of the arguments, and the other arguments.
    ///
    /// - Throws: ``PromptError`` if the name is missing.
    package func store() throws(PromptError) -> (name: String?, rest: Substring) {
        var remaining = rest
        var others: [Substring] = []
        func next() -> Substring? { remaining.split(maxSplits: 1, whereSeparator: { $0.isWhitespace }).first }
        func drop(_ word: Substring) { remaining = remaining[word.endIndex...].drop { $0.isWhitespace } }
        while let word = next(), word.hasPrefix("-") {
            drop(word)
            guard word == "--store" else {
                others.append(word)
                continue
            }
            guard let name = next() else { throw PromptError("--store has to be followed by the name of a store") }
            drop(name)
            return (String(name), (others + [remaining]).joined(separator: " ")[...])
        }
        return (nil, rest)
    }
}
