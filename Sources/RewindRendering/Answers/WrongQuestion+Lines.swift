import RewindFormat
package import RewindReplay
package import RewindValue

extension WrongQuestion: Verb {
    package static let declaration = VerbDeclaration("wrong", "the value that the ticket says is wrong, who wrote it, and what it was")

    package init(_ arguments: inout VerbArguments) { self.init() }

    package func members(for rows: [Row], in timeline: Timeline) -> JSONObject {
        guard let row = rows.first else { return [:] }
        var object: JSONObject = ["what": .string(WrongReport(row).what)]
        object["who"] = WrongReport(row).who.map(JSONValue.string)
        return object
    }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable(isList: false) { WrongReport($0).lines } }
}

/// A wrong value, for people.
package struct WrongReport {
    private let row: WrongQuestion.Row
    private var wrong: WrongValue { row.wrong }

    package init(_ row: WrongQuestion.Row) { self.row = row }

    /// The maximum number of characters of a value in a sentence.
    private static let limit = 200
    /// The maximum number of rows of the history in a ticket.
    private static let rowLimit = 12

    private static func text(_ value: JSONValue?) -> String { value.map { PatchText.brief($0, limit) } ?? "nothing" }

    /// What is wrong, in a sentence without a full stop.
    package var what: String {
        let when = row.isEnd ? "In the end" : "After step \(wrong.step)"
        let what = "\(when), \(PatchText.name(wrong.place)) is \(Self.text(wrong.actual))"
        return what + (wrong.expected.map { " and should be \(Self.text($0))" } ?? ", which is wrong")
    }

    /// Who wrote it, in a sentence without a full stop; `nil` if that is not known.
    package var who: String? {
        guard let author = row.author else { return nil }
        guard let step = author.step, author.steps.count == 1 else {
            if author.steps.count > 1 { return "One of steps \(author.steps.lowerBound) to \(author.steps.upperBound) wrote it" }
            return author.noStep == .beginning ? "It was so from the beginning" : nil
        }
        if step.number == 0 { return "It was so from the beginning" }
        let verb = wrong.actual == nil ? "removed it" : "wrote it"
        let causes = row.causes.map { "step \($0.number), \($0.type)" }
        return "Step \(step.number), \(step.type), \(verb)"
            + (causes.isEmpty ? "" : ", caused by " + causes.joined(separator: ", caused by "))
    }

    /// The place, what is there and what should be, and who wrote it.
    package var facts: FactLines {
        var facts = FactLines()
        facts.add("value", PatchText.name(wrong.place), .name)
        facts.add("after", "step \(wrong.step)" + (row.isEnd ? ", the last" : ""))
        facts.add("it is", Self.text(wrong.actual), .alarm)
        facts.add("should be", wrong.expected.map { Self.text($0) } ?? "(not said)")
        facts.add("who", who)
        return facts
    }

    /// What the value was, in rows; of many, the last ones.
    package var history: [Line] {
        if row.history.isEmpty { return [] }
        let rest = row.history.count - Self.rowLimit
        let more = rest > 0 ? [Line("     … \(rest) earlier \(rest == 1 ? "value" : "values")", .faint)] : []
        return [RowStep.header("VALUE")] + more + row.history.suffix(Self.rowLimit).map { $0.line(of: wrong.place) }
    }

    /// The answer for people.
    package var lines: [Line] {
        let history = history
        return facts.lines + (history.isEmpty ? [] : [Line(), Line("what it was", .strong)] + history)
    }
}
