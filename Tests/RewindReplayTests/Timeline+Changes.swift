import RewindReplay
import RewindValue

extension Timeline {
    /// Calls `body` with the values of some places at the beginning of a range, and again whenever one of them changed, until it returns
    /// `false`; returns the steps whose state is unknown.
    @discardableResult
    func forEachChange(
        of places: [JSONPointer], store: String? = nil, in range: ClosedRange<Int>? = nil, _ body: (HistoryRow) -> Bool
    ) throws -> UnknownSteps {
        try changes(ofResults: places.map { Predicate($0) }, store: store, in: range) { row in body(row) }.unknown
    }
}
