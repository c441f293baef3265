import RewindFormat
import RewindReplay
import RewindValue

extension Debugger {
    /// The possible words at the end of a line.
    package func completion(of line: String) -> PromptWords.Completion { words.completion(of: line, in: self) }

    var places: [String] { ["start", "end"] + ((try? allMarks()) ?? []).map { ":\($0.name)" } }

    /// The types of actions, recorded or known to the app.
    var types: [String] {
        Array((try? timeline.actionTypes()) ?? []) + ActionTemplate.types(in: timeline.recording.manifest)
    }

    /// The possible next members of the path at the end of an expression, and the words.
    func completion(ofExpression text: String, start: Int) -> PromptWords.Completion {
        let path = text.reversed().prefix { !"|()=<>,+*;: ".contains($0) }.reversed()
        let offset = start + text.count - path.count
        let written = String(path)
        guard let end = written.lastIndex(where: { $0 == "." || $0 == "/" }) else {
            let words = StepWord.allCases.flatMap { $0.isBare ? [$0.rawValue, "$\($0.rawValue)"] : ["$\($0.rawValue)"] }
            return PromptWords.Completion(
                start: offset, words: written.isEmpty ? ["."] : words.filter { $0.hasPrefix(written) && $0 != written }.sorted())
        }
        let (head, part) = (written[...end], written[written.index(after: end)...])
        guard let value = value(at: written[..<end]) else { return PromptWords.Completion(start: offset, words: []) }
        let isPointer = written[end] == "/"
        let keys: [String]
        switch value {
        case .object(let object): keys = object.keys.filter { isPointer || $0.isIdentifier }
        case .array(let elements): keys = isPointer ? elements.indices.prefix(100).map(String.init) : []
        default: keys = []
        }
        return PromptWords.Completion(start: offset, words: keys.filter { $0.hasPrefix(part) && $0 != part }.sorted().map { head + $0 })
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
