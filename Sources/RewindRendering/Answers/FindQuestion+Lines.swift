package import RewindReplay
import RewindValue

extension FindQuestion: WordedQuestion {
    package static let verb = PromptRow(
        "find EXPR", "where an expression becomes true, without going there", aliases: ["f"], takes: .expression,
        details: Debugger.Command.places)

    package init(_ words: inout AskedWords) throws(Debugger.Problem) {
        if words.text.isEmpty { throw Debugger.Problem("no expression given: the command is '\(Self.verb.usage)'") }
        self.init(try words.predicate(), written: String(words.text), scope: .all, store: words.store)
    }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable { [$0.line] } }
}

extension FindQuestion.Row {
    /// The step, followed by the store and how long the condition holds.
    fileprivate var line: Line {
        let parts = [store.map { "in \(TerminalText.escaped($0))" }, through.map { "true through \($0)" }]
        return step.line(Line(parts.compactMap { $0 }.joined(separator: ", ")))
    }
}
