import RewindDebugger
import RewindRendering

/// The line at the bottom of a full screen while something is typed there.
struct LineInput: Equatable {
    /// What the line is for.
    enum Purpose: String {
        case verb = ":"
        case search = "/"
        case filter = "filter: "
    }

    let purpose: Purpose
    private(set) var text: [Character]
    private(set) var cursor: Int
    /// How many lines of the history back the text is; 0 for the new one.
    private var back = 0

    enum Outcome: Equatable {
        case edited
        case completing
        case line(String)
        case cancelled
    }

    init(_ purpose: Purpose, _ text: String = "") {
        (self.purpose, self.text) = (purpose, Array(text))
        cursor = text.count
    }

    /// Takes a key.
    ///
    /// - Parameter history: the earlier lines of this purpose, the newest last.
    mutating func press(_ key: ScreenKey, history: [String]) -> Outcome {
        switch key {
        case .character(let character):
            text.insert(character, at: cursor)
            cursor += 1
        case .paste(let pasted):
            let characters = pasted.split(whereSeparator: \.isNewline).joined(separator: " ")
            text.insert(contentsOf: characters, at: cursor)
            cursor += characters.count
        case .enter: return .line(String(text))
        case .escape, .control("g"): return .cancelled
        case .backspace where text.isEmpty: return .cancelled
        case .backspace: delete(cursor - 1)
        case .delete, .control("d"): delete(cursor)
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .control("u"): (text, cursor) = ([], 0)
        case .control("k"): text.removeSubrange(cursor...)
        case .control("w"):
            let start = String(text[..<cursor]).reversed().drop { $0 == " " }.drop { $0 != " " }.count
            text.removeSubrange(start..<cursor)
            cursor = start
        case .up, .control("p"): show(back + 1, of: history)
        case .down, .control("n"): show(back - 1, of: history)
        case .tab: return .completing
        default: break
        }
        return .edited
    }

    /// The text before the cursor.
    var beginning: String { String(text[..<cursor]) }

    /// Extends the word before the cursor as far as its completions agree; returns these if that adds nothing.
    mutating func complete(_ completion: PromptWords.Completion) -> [String] {
        guard completion.start <= cursor else { return [] }
        let beginning = String(text[completion.start..<cursor])
        switch CompletedWord(beginning, to: completion.words, endsWord: completion.endsWord) {
        case .choice(let words): return words
        case .longer(let word):
            text.replaceSubrange(completion.start..<cursor, with: word)
            cursor = completion.start + word.count
            return []
        }
    }

    /// The line as it is shown: of one that is longer than the screen, the part around the cursor.
    func shown(width: Int) -> Line { Line(String(visible(width).text)) }

    func column(width: Int) -> Int { columnsBefore - visible(width).skipped }

    /// The text behind as few characters as leave room for the cursor, and the columns of these.
    private func visible(_ width: Int) -> (text: Substring, skipped: Int) {
        var text = (purpose.rawValue + TerminalText.escaped(String(text)))[...]
        let columns = columnsBefore
        var skipped = 0
        while columns - skipped >= width, let first = text.popFirst() { skipped += DisplayWidth.of(String(first)) }
        return (text, skipped)
    }

    private var columnsBefore: Int { DisplayWidth.of(purpose.rawValue + TerminalText.escaped(beginning)) }

    private mutating func delete(_ position: Int) {
        guard text.indices.contains(position) else { return }
        text.remove(at: position)
        if position < cursor { cursor -= 1 }
    }

    private mutating func show(_ number: Int, of history: [String]) {
        guard (0...history.count).contains(number) else { return }
        back = number
        text = number == 0 ? [] : Array(history[history.count - number])
        cursor = text.count
    }
}

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
