import RewindValue

extension RedactionWalk {
    /// What covers a value.
    struct Cover {
        /// The word of the key's rule; `nil` if a place, the app's own rule or its types cover the value.
        var word: String?
        /// How many keys lead to the covered value.
        var depth = 0
        /// What the rule hides.
        var kind = SecretKind.anything
        /// As it is counted.
        var rule = ""
        /// Whether the app's types mark the value, so that nothing in it stays.
        var isMarked = false
        /// Keys that are known to be data, whatever their form.
        var dataKeys: Set<String> = []

        init(_ rule: String, depth: Int) {
            word = RuleName(rule)?.word
            kind = word.flatMap { SecretWords.kinds[$0] } ?? .anything
            (self.rule, self.depth) = (rule, depth)
        }

        init(markedWith dataKeys: Set<String>) { (isMarked, self.dataKeys) = (true, dataKeys) }
    }

    /// Whether a text or number can be the secret of a word with another meaning above it.
    func hides(_ value: JSONValue, below narrow: Cover) -> Bool {
        switch value {
        case .string(let text):
            narrow.kind.hides(text.utf8) && !text.isEmpty && !isPlaceholder(text) && !isAboutSecret(value, below: narrow)
        case .number(let number): narrow.kind.hides(number) && !isAboutSecret(value, below: narrow)
        default: false
        }
    }

    /// The replacement of a key that can be the secret of a word with another meaning above it, and that word's rule.
    func narrowlyCovered(_ key: String) -> (replacement: String, rule: String)? {
        guard let narrow = narrow.last(where: { $0.kind.hides(key.utf8) }) else { return nil }
        return coveredKey(key).map { ($0, narrow.rule) }
    }

    /// Whether a text or number below a secret's key describes the secret, by its own key: it may be a case, which decodes only as it is.
    func isAboutSecret(_ value: JSONValue, below cover: Cover?) -> Bool {
        guard let cover, let word = cover.word, path.count > cover.depth, case .key(_, let key)? = path.last,
            KeyMatcher.isAboutSecret(key, rule: word)
        else {
            return false
        }
        switch value {
        case .string(let text): return text.utf8.count <= 24 && text.utf8.allSatisfy { ($0 | 0x20).isASCIILetter && $0 < 0x80 }
        case .number(.int(let number)): return (0..<1_000).contains(number)
        default: return false
        }
    }
}
