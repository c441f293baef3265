import RewindFormat
import RewindValue

/// The segments that matter for a question.
struct SegmentChoice: Sendable {
    let isWanted: [Bool]
    private let dependent: Set<Int>
    /// The steps at which the state was replaced without a patch.
    private let replaced: Set<Int>

    /// The segments, given the steps of each, in which a step of a range may have changed one of some places.
    init(of segments: [ClosedRange<Int>], changing places: [JSONPointer], in range: ClosedRange<Int>, by table: PathIndex.Table) {
        dependent = table.dependent
        var replaced: Set<Int> = []
        table.nodes[0].changes.forEach { step, _ in replaced.insert(step) }
        self.replaced = replaced
        var wanted = Array(repeating: false, count: segments.count)
        for position in table.irregular where position < segments.count { wanted[position] = true }
        var position = 0
        for place in places {
            table.forEachStep(changing: place) { step in
                guard range.contains(step) else { return }
                if !segments[position].contains(step) {
                    position = min(segments.partitioningIndex { $0.upperBound >= step }, segments.count - 1)
                }
                wanted[position] = true
                // A keyframe at the beginning of a segment has the number of the step before it.
                if segments[position].upperBound == step, replaced.contains(step), position + 1 < segments.count {
                    wanted[position + 1] = true
                }
            }
        }
        isWanted = wanted
    }

    /// The position of the next segment that has to be read, or of an earlier one that it depends on; the number of segments at the end.
    func next(after position: Int) -> Int {
        guard var next = isWanted[(position + 1)...].firstIndex(of: true) else { return isWanted.count }
        while next > position + 1, dependent.contains(next) { next -= 1 }
        return next
    }

    /// The position of the last segment before one that matters; -1 if no earlier one matters.
    func last(before position: Int) -> Int { isWanted[..<position].lastIndex(of: true) ?? -1 }

    /// Whether the keyframe of a step only repeats a known state.
    func isRestated(at step: Int) -> Bool { !replaced.contains(step) }
}
