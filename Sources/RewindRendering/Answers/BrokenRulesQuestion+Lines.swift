package import RewindReplay
import RewindValue

extension BrokenRulesQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable(isList: false) { $0.lines } }
}

extension BrokenRulesQuestion.Row {
    /// The step and the rule, then the values, and what supports the rule.
    fileprivate var lines: [Line] {
        var head = Line(DisplayWidth.padded("step \(step.number)", to: 10), .alarm)
        head.add("not: ", .faint)
        head.add(TerminalText.escaped(rule.name), .strong)
        if let type = step.step?.type { head.add(", after " + TerminalText.escaped(type)) }
        if let store { head.add(" in " + TerminalText.escaped(store)) }
        var lines = [head.about(step.steps.upperBound).hanging(10)]
        for value in values {
            let (before, after) = (Self.text(value.before), Self.text(value.after))
            var line = Line("          " + TerminalText.escaped(value.path) + " ", .name)
            line.add(before == after ? "is \(after)" : "was \(before), is \(after)")
            lines.append(line.hanging(12))
        }
        if let support = rule.comment { lines.append(Line("          " + TerminalText.escaped(support), .faint).hanging(10)) }
        return lines
    }

    /// A value on a part of a line.
    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        switch value {
        case .array(let elements) where elements.count > 6: return "\(elements.count) elements"
        default:
            let text = TerminalText.escaped(value.jsonText)
            if text.count <= 60 { return text }
            switch value {
            case .array(let elements): return "\(elements.count) elements"
            case .object(let object): return "\(object.count) members"
            default: return String(text.prefix(57)) + "…"
            }
        }
    }
}

extension [BrokenRulesQuestion.Row] {
    /// What was never seen in healthy sessions, in a line each, for an answer about something else; three at most.
    package var neverBefore: [Line] { prefix(3).map { Line(TerminalText.escaped($0.sentence)).hanging(4) } }
}
