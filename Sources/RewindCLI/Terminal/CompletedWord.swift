import RewindRendering

/// What the words that a word may become make of it.
enum CompletedWord: Equatable {
    /// The word goes on as far as there is no choice.
    case longer(String)
    /// The words to choose from; none if there is nothing to complete.
    case choice([String])

    init(_ beginning: String, to words: [String], endsWord: Bool) {
        let common = words.dropFirst().reduce(words.first ?? "") { common, word in
            String(zip(common, word).prefix { $0 == $1 }.map { $0.0 })
        }
        let word = common + (words.count == 1 && endsWord ? " " : "")
        self = word.count > beginning.count ? .longer(word) : .choice(words)
    }
}
