import RewindFormat
package import RewindReplay
import RewindValue

extension WhatIfQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable(isList: false) { $0.lines } }
}

extension WhatIfQuestion.Row {
    /// What was done, where the futures part, and how they end.
    fileprivate var lines: [Line] {
        var facts = FactLines()
        for edit in other.edits { facts.add("what if", TerminalText.escaped(edit)) }
        facts.add("parts", other.parts.map { "the states differ from \($0.place) on" } ?? "the states are the same after every step")
        if other.parts != nil {
            facts.add("meets", other.meets.map { "from \($0.place) on, they are the same again" } ?? "they differ to the end")
        }
        switch (other.recordedEnd, other.end) {
        case (let old?, let new?) where old.step.number == new.step.number:
            facts.add("crashes", "at \(new.step.place), as without this: \(TerminalText.escaped(new.how.words))", .alarm)
        case (let old, let new?):
            let instead = old.map { "and not at \($0.step.place)" } ?? "where the recorded actions don't"
            facts.add("crashes", "at \(new.step.place), \(instead): \(TerminalText.escaped(new.how.words))", .alarm)
        case (let old?, nil): facts.add("passes", "no crash at \(old.step.place), where the recorded actions lead to one")
        case (nil, nil): break
        }
        if other.diff.isEmpty { return facts.lines }
        let head = Line("as recorded", .removed) + Line(" → ") + Line("what if", .added) + Line(", at the end", .faint)
        return facts.lines + [Line(), head] + DiffLines(other.diff).lines
    }
}

extension Step {
    /// `step 16, cart/add`.
    fileprivate var place: String { "step \(number), \(TerminalText.escaped(type))" }
}
