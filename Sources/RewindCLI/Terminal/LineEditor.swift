import RewindRendering

/// A line being edited, with its history: takes keys and returns lines, without a terminal.
struct LineEditor: Equatable {
    /// The result of a key.
    enum Outcome: Equatable {
        case edited
        case line(String)
        case clearScreen
        /// The word before the cursor should be completed.
        case completing
        /// The line was discarded; says whether it was empty.
        case interrupted(wasEmpty: Bool)
        case end
    }

    /// The text of the line.
    private(set) var text: [Character] = []
    /// The number of characters before the cursor.
    private(set) var cursor = 0
    private var history: [String] = []
    /// The index of the history line that is shown; one past the last for the new line.
    private var place = 0
    /// The new line, while an earlier one is shown.
    private var draft: [Character] = []
    /// The active search through the history.
    private(set) var search: HistorySearch?
    /// The line that was shown before the search began.
    private var before = Shown()

    /// A line with its cursor and history index.
    private struct Shown: Equatable {
        var text: [Character] = []
        var cursor = 0
        var place = 0
    }

    /// Handles a key.
    mutating func press(_ key: EditingKey) -> Outcome {
        if let found = search {
            if continueSearch(found, key) { return .edited }
            search = nil  // editing continues with the line that was found
            if key == .abort { (text, cursor, place) = (before.text, before.cursor, before.place) }
            if key == .interrupt { return interrupt(wasEmpty: false) }
        }
        switch key {
        case .character(let character): insert(CollectionOfOne(character))
        case .pasted(let text): insert(text)
        case .enter: return .line(finish())
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .home: cursor = 0
        case .end: cursor = text.count
        case .up: show(place - 1)
        case .down: show(place + 1)
        case .search: beginSearch()
        case .backspace: delete(from: cursor - 1, to: cursor)
        case .delete: delete(from: cursor, to: cursor + 1)
        case .deleteToStart: delete(from: 0, to: cursor)
        case .deleteToEnd: delete(from: cursor, to: text.count)
        case .deleteWord: delete(from: startOfWord, to: cursor)
        case .clearScreen: return .clearScreen
        case .complete: return .completing
        case .abort: break
        case .endOfInput where text.isEmpty: return .end
        case .endOfInput: delete(from: cursor, to: cursor + 1)
        case .interrupt: return interrupt(wasEmpty: text.isEmpty)
        }
        return .edited
    }

    /// The part of the text around the cursor that fits, and the cursor's column in it; up to a third of the columns is after the cursor.
    func view(columns: Int) -> (text: String, cursor: Int) {
        var (start, width) = (cursor, min(DisplayWidth.of(String(text[cursor...])), columns / 3))
        while start > 0 {
            width += DisplayWidth.of(String(text[start - 1]))
            if width >= columns { break }
            start -= 1
        }
        return (DisplayWidth.prefix(String(text[start...]), columns: max(0, columns - 1)), DisplayWidth.of(String(text[start..<cursor])))
    }

    /// The text before the cursor, which is completed.
    var beginning: String { String(text[..<cursor]) }

    /// Extends the word before the cursor, which begins at `start`, to the longest common prefix; if that adds nothing, returns the
    /// candidates.
    mutating func complete(from start: Int, to words: [String], endsWord: Bool) -> [String] {
        guard let first = words.first, start <= cursor else { return [] }
        let common = words.dropFirst().reduce(Array(first)) { common, word in
            zip(common, word).prefix { $0 == $1 }.map { $0.0 }
        }
        let word = common + (words.count == 1 && endsWord ? [" "] : [])
        if word.count <= cursor - start { return words }
        text.replaceSubrange(start..<cursor, with: word)
        cursor = start + word.count
        return []
    }

    private mutating func insert(_ characters: some Collection<Character>) {
        text.insert(contentsOf: characters, at: cursor)
        cursor += characters.count
    }

    private mutating func delete(from start: Int, to end: Int) {
        guard start >= 0, end <= text.count, start < end else { return }
        text.removeSubrange(start..<end)
        cursor = start
    }

    private var startOfWord: Int {
        var start = cursor
        while start > 0, text[start - 1] == " " { start -= 1 }
        while start > 0, text[start - 1] != " " { start -= 1 }
        return start
    }

    private mutating func show(_ place: Int) {
        guard (0...history.count).contains(place) else { return }
        if self.place == history.count { draft = text }
        self.place = place
        text = place == history.count ? draft : Array(history[place])
        cursor = text.count
    }

    /// Begins a search for the typed text, if any; a history line that is shown does not count as typed.
    private mutating func beginSearch() {
        before = Shown(text: text, cursor: cursor, place: place)
        search = HistorySearch(place == history.count ? String(text) : "", in: history)
        if let found = search?.place { show(found) }
    }

    private mutating func continueSearch(_ search: HistorySearch, _ key: EditingKey) -> Bool {
        var search = search
        guard search.take(key, in: history) else { return false }
        show(search.place ?? history.count)
        self.search = search
        return true
    }

    private mutating func interrupt(wasEmpty: Bool) -> Outcome {
        (text, cursor, draft, place) = ([], 0, [], history.count)
        return .interrupted(wasEmpty: wasEmpty)
    }

    /// Adds the line to the history, unless it is blank or repeats the last one, and begins a new line.
    private mutating func finish() -> String {
        let line = String(text)
        if line.contains(where: { $0 != " " }), history.last != line { history.append(line) }
        (text, cursor, draft, place) = ([], 0, [], history.count)
        return line
    }
}
