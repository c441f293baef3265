package import RewindReplay
import RewindValue

extension BisectQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> {
        AnswerTable(isList: false) { row in
            let isOne = row.step.steps.count == 1
            let words = isOne ? "is the first bad step" : "one of these is the first bad step; those between are undecided"
            let patch = isOne ? row.step.step?.patch : nil
            return [row.step.line(Line(words))] + (patch.map { PatchText($0).lines(valueLimit: 80) } ?? []).map { Line("           ") + $0 }
        }
    }
}
