package import RewindReplay
import RewindValue

extension FillQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> {
        AnswerTable { row in
            switch row {
            case .divergence(let divergence, _, let store): VerifyQuestion.Row.lines(divergence, store)
            case .sum(let sum): [sum.line]
            }
        }
    }
}

extension Filling {
    fileprivate var line: Line {
        if missing == 0 { return Line("complete  ", .added) + Line("every step has its state") }
        var line = filled == missing ? Line("filled    ", .added) : filled == 0 ? Line("nothing   ", .alarm) : Line("partly    ", .alarm)
        line.add(filled == missing ? "\(filled) states computed" : "\(filled) of \(missing) missing states computed")
        if unchecked > 0 {
            let which = unchecked == filled ? "with no later state that says" : "\(unchecked) of them with no later state that says"
            line.add("; \(which) whether they are right", .faint)
        }
        return line.hanging(10)
    }
}
