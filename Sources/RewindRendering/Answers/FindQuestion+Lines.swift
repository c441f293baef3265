package import RewindReplay
import RewindValue

extension FindQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "find", "where an expression becomes true, without going there",
        elsewhere: "the steps at which an expression becomes true, and through which it stays so",
        aliases: ["f"],
        [
            Parameter("where", .expression, isRequired: true, "The expression."),
            Parameter("steps", .steps, isWord: false, "Only these steps, as 10..20, 10.. or @1:00..end."), .store,
        ], details: VerbDeclaration.places)

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        let written = arguments.text("where") ?? ""
        guard let expression = try arguments.expression("where") else {
            throw PromptError("no expression given: the command is '\(Self.declaration.usage)'")
        }
        self.init(expression, written: written, scope: .all, in: try arguments.steps(), store: arguments.store)
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
