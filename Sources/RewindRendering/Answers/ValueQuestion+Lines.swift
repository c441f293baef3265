package import RewindReplay
import RewindValue

extension ValueQuestion: RenderedQuestion {
    package func table(columns: Int?) -> AnswerTable<Row> { AnswerTable(isList: false) { ValueLines($0.value).lines } }
}
