package import RewindFormat
package import RewindReplay
package import RewindValue

/// A question that words ask: at every prompt, and by the command that its row makes.
///
/// A verb is a type of question with its lines, and a row of ``WordedQuestions``.
package protocol WordedQuestion: RenderedQuestion {
    /// The verb, the words that follow it, and its help.
    static var verb: PromptRow { get }

    /// Reads the words behind the verb.
    init(_ words: inout AskedWords) throws(Debugger.Problem)

    /// Whether the index of paths saves more time than it takes to build.
    func needsIndex(in timeline: Timeline) throws(RecordingError) -> Bool
}

extension WordedQuestion {
    package func needsIndex(in timeline: Timeline) throws(RecordingError) -> Bool { false }
}

/// The words behind the verb of a question, and where they were said.
package struct AskedWords {
    /// The words that were not read yet.
    package private(set) var text: Substring
    /// The steps that an option names; `nil` for all.
    package var steps: ClosedRange<Int>?
    /// The number that the verb's option names; `nil` for the usual one.
    package var number: Int?
    /// Whether everything is to be listed, and not only the first rows.
    package private(set) var showsAll = false
    /// Remarks on how the words were understood.
    package var remarks: [Remark] = []
    private let debugger: Debugger
    private let isAtPrompt: Bool

    /// Words that were typed at a prompt.
    init(_ text: Substring, at debugger: Debugger) { (self.text, self.debugger, isAtPrompt) = (text, debugger, true) }

    package init(_ arguments: [String], of timeline: Timeline, store: String?, predicate: @escaping Debugger.PredicateParser) {
        var debugger = Debugger(timeline, predicate: predicate)
        debugger.store = store
        (text, self.debugger, isAtPrompt) = (arguments.joined(separator: " ")[...], debugger, false)
    }

    package var timeline: Timeline { debugger.timeline }
    package var store: String? { debugger.store }
    /// The step where a prompt is; `nil` for a command, which is nowhere.
    package var here: Int? { isAtPrompt ? debugger.position : nil }

    /// Takes a verb's own options, which stand in front of the other words.
    mutating func takeOptions(of verb: PromptRow) throws(Debugger.Problem) {
        func next() -> Substring? { text.split(maxSplits: 1, whereSeparator: { $0.isWhitespace }).first }
        while let word = next(), verb.options.contains(String(word)) {
            text = text[word.endIndex...].drop { $0.isWhitespace }
            guard let option = verb.number, word == "--\(option.name)" else {
                showsAll = true
                continue
            }
            let value = next()
            number = value.flatMap { Int($0) }
            if let refusal = option.refusal(of: number) { throw Debugger.Problem(refusal) }
            text = text[(value?.endIndex ?? text.startIndex)...].drop { $0.isWhitespace }
        }
    }

    /// Takes the last of several words if it is a step.
    package mutating func takeStep() throws(Debugger.Problem) -> Int? {
        guard let (rest, last) = lastOfSeveral, let step = try? StepReference(parsing: last) else { return nil }
        text = rest
        return try resolve(step)
    }

    /// Takes the last of several words if it is a range of steps; returns the steps of the option if it is not.
    package mutating func takeRange() throws(Debugger.Problem) -> ClosedRange<Int>? {
        guard let (rest, last) = lastOfSeveral, let range = try? StepRange(parsing: last) else { return steps }
        text = rest
        return try resolve(range)
    }

    private var lastOfSeveral: (rest: Substring, last: Substring)? {
        let words = text.split(whereSeparator: { $0.isWhitespace })
        guard words.count > 1, let last = words.last else { return nil }
        return (text[..<words[words.count - 2].endIndex], last)
    }

    /// The steps that the words name; without words, those of the option.
    package func range() throws(Debugger.Problem) -> ClosedRange<Int>? {
        let text = text
        if text.isEmpty { return steps }
        return try resolve(try Debugger.Problem.parsing { () throws(ReferenceError) in try StepRange(parsing: text) })
    }

    private func resolve(_ range: StepRange) throws(Debugger.Problem) -> ClosedRange<Int> {
        let timeline = timeline
        return try Debugger.Problem.reading { () throws(RecordingError) in try range.resolve(in: timeline) }
    }

    /// The part of the state that the words of a verb name; the whole state if there are no words.
    package func place(of verb: PromptRow) throws(Debugger.Problem) -> JSONPointer {
        if text.isEmpty { return .root }
        let text = text
        let place = try Debugger.Problem.parsing { () throws(JSONPointerError) in try JSONPointer(argument: String(text)) }
        guard try placeIfAny() != nil else { throw Debugger.Problem("'\(text)' is not a path: the command is '\(verb.usage)'") }
        return place
    }

    /// The part of the state that the words name; `nil` if they are an expression.
    package func placeIfAny() throws(Debugger.Problem) -> JSONPointer? { text.isEmpty ? .root : try Debugger.parsed(text) }

    package func predicate() throws(Debugger.Problem) -> Predicate { try debugger.predicate(String(text)) }

    package func resolve(_ step: StepReference) throws(Debugger.Problem) -> Int { try debugger.resolve(step) }

    /// The store to ask about a part of the state: at a prompt one that can have it, with a remark if others can have it, too; of a command
    /// only a store that was named, as the question finds the others.
    package mutating func store(with place: JSONPointer) throws(Debugger.Problem) -> String? {
        guard isAtPrompt else { return store }
        let (name, remark) = try Debugger.Problem.reading { () throws(RecordingError) in try debugger.storeToAsk(Predicate(place)) }
        if let remark { remarks.append(remark) }
        return name
    }
}

/// The answer to a question in words, whichever question it was.
package struct Reading: Sendable {
    private let draw: @Sendable (Drawing) -> [Line]
    private let rows: @Sendable () -> [JSONValue]

    init<Asked: RenderedQuestion>(_ question: Asked, _ rows: [Asked.Row], at current: Int, showsAll: Bool = false) {
        self.rows = { rows.map { $0.json } }
        draw = { drawing in
            var drawing = drawing
            drawing.current = current
            if showsAll { drawing.showsAll = true }
            let table = question.table(drawing)
            return rows.flatMap(table.lines) + table.rest()
        }
    }

    package var json: [JSONValue] { rows() }

    /// The rows for people.
    package func lines(_ drawing: Drawing) -> [Line] { draw(drawing) }
}
