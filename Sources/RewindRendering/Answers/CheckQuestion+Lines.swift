package import RewindReplay
import RewindValue

extension CheckQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable { [$0.line] } }
}

extension CheckQuestion.Row {
    /// Whether the condition holds, its name, and where it does not hold.
    package var line: Line {
        let name = Line(result.invariant.name, .strong) + Line(store.map { " in \(TerminalText.escaped($0))" } ?? "")
        guard let words else {
            let count = result.unknown.count
            let rest = count == 0 ? "" : " (\(count) \(count == 1 ? "state" : "states") not checked)"
            return (Line("holds   ", .added) + name + Line(rest, .faint)).hanging(8)
        }
        let known = isKnown ? ", which is known" : ""
        return (Line(DisplayWidth.padded(kind.word, to: 8), isKnown ? .faint : .alarm) + name + Line(words + known)).hanging(8)
    }

    /// What kind of answer it is, if it is not that the condition holds.
    var kind: Kind {
        if result.hasUnmatchedReference { return .noPath }
        if !result.isCondition { return .noTest }
        return result.verdict == .unknown ? .unknown : .broken
    }

    /// Kinds of answers but that the condition holds; the raw values are those of a report for machines.
    enum Kind: String {
        case noPath = "no-path"
        case noTest = "no-test"
        case unknown, broken

        var word: String {
            switch self {
            case .noPath: "no path"
            case .noTest: "no test"
            case .unknown, .broken: rawValue
            }
        }
    }

    /// The words after the condition's name; `nil` if it holds.
    var words: String? {
        if result.hasUnmatchedReference || !result.isCondition { return "" }
        if result.verdict == .unknown { return ": no state is known" }
        guard let step else { return nil }
        let place =
            step.steps.count > 1
            ? ": from one of steps \(step.number)" : ": from step \(step.number)" + (step.step.map { ", \($0.type)" } ?? "")
        return place + (result.failures.count > 0 ? ": \(result.failures.reason)" : "")
    }
}
