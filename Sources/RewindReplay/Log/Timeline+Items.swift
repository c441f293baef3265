package import RewindFormat

extension Timeline {
    #if !hasFeature(Embedded)
        /// Reads steps in order, one segment at a time, with the marks between them and, if asked, the lines that the app logged
        /// and the beginnings and ends of effects.
        ///
        /// - Throws: `RecordingError` if a segment can't be read, and what `body` throws.
        package func forEach(
            in range: ClosedRange<Int>? = nil, withLogs: Bool = false, withEffects: Bool = false, _ body: (Item) throws -> Void
        ) throws {
            let range = range ?? steps
            for position in 0..<segmentCount where stepsOfSegment(at: position).overlaps(range) {
                try segment(at: position).forEachItem(
                    in: range.clamped(to: stepsOfSegment(at: position)), withLogs: withLogs, withEffects: withEffects
                ) {
                    try body(explained($0, at: position))
                }
            }
        }
    #endif

    /// The same for the segments at selected positions, and a closure that throws `RecordingError`.
    package func forEachItem(
        in range: ClosedRange<Int>, withLogs: Bool = false, withEffects: Bool = false, isWanted: (Int) -> Bool = { _ in true },
        _ body: (Item) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        for position in 0..<segmentCount where stepsOfSegment(at: position).overlaps(range) && isWanted(position) {
            try segment(at: position).forEachItem(
                in: range.clamped(to: stepsOfSegment(at: position)), withLogs: withLogs, withEffects: withEffects
            ) {
                (item) throws(RecordingError) in try body(explained(item, at: position))
            }
        }
    }

    /// An item of a segment, with the reason of a gap at the segment's end, which is told at the beginning of the next one.
    private func explained(_ item: Item, at position: Int) throws(RecordingError) -> Item {
        guard case .gap(let gap, nil) = item, gap.upperBound == stepsOfSegment(at: position).upperBound else { return item }
        return .gap(gap, reason: try reason(ofGap: gap, behind: position))
    }

    /// The reason that the segment after a position tells for a gap before it.
    func reason(ofGap gap: ClosedRange<Int>, behind position: Int) throws(RecordingError) -> GapLine.Reason? {
        if position + 1 == segmentCount { return nil }
        return try segment(at: position + 1).toldGaps.first { $0.steps.overlaps(gap) }?.reason
    }
}
