/// An incremental search for an earlier line by a part of it: first the newest matching line, then earlier ones.
struct HistorySearch: Equatable {
    /// The text to search for.
    private(set) var wanted: String
    /// The index of the line that was found last; `nil` if none was found yet.
    private(set) var place: Int?
    /// Whether no line, or no earlier line, matches.
    private(set) var hasFailed = false

    /// Begins a search for the text typed so far.
    init(_ wanted: String, in history: [String]) {
        self.wanted = wanted
        find(in: history[...])
    }

    /// Handles a key; returns `false` for a key that ends the search.
    mutating func take(_ key: EditingKey, in history: [String]) -> Bool {
        switch key {
        case .search: find(in: history[..<(place ?? history.count)])
        case .character(let character): extend(String(character), in: history)
        case .pasted(let text): extend(text, in: history)
        case .backspace:
            wanted = String(wanted.dropLast())
            place = nil
            find(in: history[...])
        default: return false
        }
        return true
    }

    /// The text shown in place of the prompt, as in bash.
    var prompt: String { "(\(hasFailed ? "failed " : "")reverse-i-search)`\(wanted)': " }

    private mutating func extend(_ text: String, in history: [String]) {
        wanted += text
        find(in: history[..<min(history.count, place.map { $0 + 1 } ?? history.count)])
    }

    private mutating func find(in lines: ArraySlice<String>) {
        hasFailed = false
        if wanted.isEmpty { return }
        let found = lines.lastIndex { $0.contains(wanted) }
        hasFailed = found == nil
        place = found ?? place
    }
}
