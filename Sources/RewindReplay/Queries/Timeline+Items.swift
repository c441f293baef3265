import RewindFormat

extension Timeline {
    /// Reads steps in order, one segment at a time, with the marks between them and, if asked, the lines that the app logged.
    ///
    /// - Throws: `RecordingError` if a segment can't be read, and what `body` throws.
    package func forEach(in range: ClosedRange<Int>? = nil, withLogs: Bool = false, _ body: (Item) throws -> Void) throws {
        try forEach(in: range ?? steps, withLogs: withLogs, isWanted: { _ in true }, body)
    }

    /// The same for the segments at selected positions.
    func forEach(
        in range: ClosedRange<Int>, withLogs: Bool, isWanted: (Int) -> Bool, _ body: (Item) throws -> Void
    ) throws {
        for position in 0..<segmentCount where stepsOfSegment(at: position).overlaps(range) && isWanted(position) {
            try segment(at: position).forEachItem(in: range.clamped(to: stepsOfSegment(at: position)), withLogs: withLogs, body)
        }
    }

    /// The same without logged lines, for a closure that throws `RecordingError`.
    func forEachItem(in range: ClosedRange<Int>, _ body: (Item) throws(RecordingError) -> Void) throws(RecordingError) {
        for position in 0..<segmentCount where stepsOfSegment(at: position).overlaps(range) {
            try segment(at: position).forEachItem(in: range.clamped(to: stepsOfSegment(at: position)), withLogs: false, body)
        }
    }
}
