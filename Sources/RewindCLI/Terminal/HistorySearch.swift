/// A search for an earlier line by a part of it, which goes on with every key: the newest line that has it, then earlier ones.
struct HistorySearch: Equatable {
    /// What the line is to have in it.
    private(set) var wanted: String
    /// Which line of the history was found last; `nil` for none so far.
    private(set) var place: Int?
    /// Whether no line, or no earlier one, has it.
    private(set) var hasFailed = false

    /// A search that begins with what was typed already.
    init(_ wanted: String, in history: [String]) {
        self.wanted = wanted
        find(in: history[...])
    }

    /// Goes on with a key; `false` if that is none of a search, which ends it.
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

    /// What stands in place of the prompt, in bash's words.
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
