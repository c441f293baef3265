package import RewindReplay
import RewindValue

extension CompatQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable { [$0.line] } }
}

extension CompatQuestion.Row {
    fileprivate var line: Line {
        switch self {
        case .finding(let finding, let store):
            var line = finding.grade.word
            line.add(finding.type.map(TerminalText.escaped) ?? "the state", .name)
            line.add((store.map { " of \(TerminalText.escaped($0))" } ?? "") + ", ")
            line.add(finding.count == 1 ? "step \(finding.first)" : "\(finding.count) times from step \(finding.first)")
            // The reason of a failure names its place itself.
            let place = finding.grade == .risky ? finding.place.map { TerminalText.escaped($0) + " " } ?? "" : ""
            line.add(": \(place)\(TerminalText.escaped(finding.reason))")
            return line.hanging(12)
        case .suggestion(let suggestion, let store):
            var line = Line(DisplayWidth.padded("try", to: 12), .changed)
            line.add(suggestion.rule.words + (store.map { ", in \(TerminalText.escaped($0))" } ?? "") + ": ")
            line.add(suggestion.rule.json.jsonText, .faint)
            return line.hanging(12)
        case .sum(let sum):
            func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
            let all = "\(count(sum.actions, "action")) and \(count(sum.states, "state")) were decoded"
            return (sum.grade.word + Line(sum.actions + sum.states == 0 ? "there is nothing to decode" : all)).hanging(12)
        }
    }
}

extension Compatibility.Grade {
    fileprivate var word: Line {
        let ink: Line.Ink =
            switch self {
            case .fine: .added
            case .risky: .changed
            case .impossible: .alarm
            }
        return Line(DisplayWidth.padded(rawValue, to: 12), ink)
    }
}
