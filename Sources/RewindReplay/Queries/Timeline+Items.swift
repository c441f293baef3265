package import RewindFormat

extension Timeline {
    #if !hasFeature(Embedded)
        /// Reads steps in order, one segment at a time, with the marks between them and, if asked, the lines that the app logged.
        ///
        /// - Throws: `RecordingError` if a segment can't be read, and what `body` throws.
        package func forEach(in range: ClosedRange<Int>? = nil, withLogs: Bool = false, _ body: (Item) throws -> Void) throws {
            let range = range ?? steps
            for position in 0..<segmentCount where stepsOfSegment(at: position).overlaps(range) {
                try segment(at: position).forEachItem(in: range.clamped(to: stepsOfSegment(at: position)), withLogs: withLogs, body)
            }
        }
    #endif

    /// The same for the segments at selected positions, and a closure that throws `RecordingError`.
    package func forEachItem(
        in range: ClosedRange<Int>, withLogs: Bool = false, isWanted: (Int) -> Bool = { _ in true },
        _ body: (Item) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        for position in 0..<segmentCount where stepsOfSegment(at: position).overlaps(range) && isWanted(position) {
            try segment(at: position).forEachItem(in: range.clamped(to: stepsOfSegment(at: position)), withLogs: withLogs, body)
        }
    }
}
