import RewindFormat
import RewindValue

extension Debugger {
    /// The completions of the last word of a line.
    package struct Completion: Sendable, Equatable {
        /// The beginning of the word that is replaced, in characters from the start of the line.
        package var start: Int
        /// The words that it may become, in order.
        package var words: [String]
        /// Whether only a space can follow a completed word.
        package var endsWord = false

        /// The possible words from a position on.
        package init(start: Int, words: [String], endsWord: Bool = false) {
            self.start = start
            self.words = words
            self.endsWord = endsWord
        }
    }

    /// The possible words at the end of a line: commands, types, paths, steps, whatever the command takes.
    package func completion(of line: String) -> Completion {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        let last = line.hasSuffix(" ") ? "" : words.last.map(String.init) ?? ""
        let before = line.hasSuffix(" ") ? words : Array(words.dropLast())
        let start = line.count - last.count
        func those(_ candidates: some Sequence<String>) -> Completion {
            Completion(start: start, words: Set(candidates.filter { $0.hasPrefix(last) }).sorted(), endsWord: true)
        }
        guard let verb = before.first else { return those(PromptWords.all(Command.names)) }
        guard let command = try? Command.named(verb) else { return Completion(start: start, words: []) }
        switch command {
        case .help: return those(PromptWords.all(Command.names))
        case .info: return those(["breakpoints", "displays", "checkpoints", "marks"])
        case .delete: return those(breakpoints.map { String($0.number) })
        case .condition where before.count == 1: return those(breakpoints.map { String($0.number) })
        case .undisplay: return those(displays.map { String($0.number) })
        case .restart: return those(checkpoints.map { String($0.number) })
        case .goto, .list, .diff: return those(places)
        case .break, .tbreak, .until:
            if before.contains("when") || before.contains("if") || before.last == "path" { return expression(last, start: start) }
            if before.count > 1 { return those(["when"]) }
            return those(["path", "when"] + places + ((try? timeline.actionTypes()) ?? []))
        case .print, .display, .watch, .blame, .history, .find, .condition: return expression(last, start: start)
        default: return Completion(start: start, words: [])
        }
    }

    private var places: [String] { ["start", "end"] + ((try? allMarks()) ?? []).map { ":\($0.name)" } }

    /// The possible next members of the path at the end of an expression, and the words.
    private func expression(_ text: String, start: Int) -> Completion {
        let path = text.reversed().prefix { !"|()=<>,+*;: ".contains($0) }.reversed()
        let offset = start + text.count - path.count
        let written = String(path)
        guard let end = written.lastIndex(where: { $0 == "." || $0 == "/" }) else {
            let words = StepWord.allCases.flatMap { $0.isBare ? [$0.rawValue, "$\($0.rawValue)"] : ["$\($0.rawValue)"] }
            return Completion(
                start: offset, words: written.isEmpty ? ["."] : words.filter { $0.hasPrefix(written) && $0 != written }.sorted())
        }
        let (head, part) = (written[...end], written[written.index(after: end)...])
        guard let value = value(at: written[..<end]) else { return Completion(start: offset, words: []) }
        let isPointer = written[end] == "/"
        let keys: [String]
        switch value {
        case .object(let object): keys = object.keys.filter { isPointer || $0.isIdentifier }
        case .array(let elements): keys = isPointer ? elements.indices.prefix(100).map(String.init) : []
        default: keys = []
        }
        return Completion(start: offset, words: keys.filter { $0.hasPrefix(part) && $0 != part }.sorted().map { head + $0 })
    }

    /// The value at the beginning of a path here.
    private func value(at text: Substring) -> JSONValue? {
        if text.hasPrefix("/") || text.isEmpty {
            guard let state = (try? timeline.lastKnownState(at: position, store: timeline.ownStore(at: position)))?.state else {
                return nil
            }
            return text.isEmpty ? state : (try? JSONPointer(parsing: String(text))).flatMap { state[$0] }
        }
        guard let expression = try? Predicate(parsing: String(text)) else { return nil }
        return try? timeline.verdict(of: expression, at: position).value
    }
}
