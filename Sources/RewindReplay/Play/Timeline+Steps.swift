package import RewindFormat

/// Steps one after the other, at the cost of those that are there: a recording may leave out any number of numbers between two of them.
extension Timeline {
    /// Goes back through the steps, the last one first, as long as the body returns `true`; reads a segment at a time.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func forEachStepBackwards(_ body: (Step) throws(RecordingError) -> Bool) throws(RecordingError) {
        for position in (0..<segmentCount).reversed() {
            for step in try segment(at: position).steps.reversed() where try !body(step) { return }
        }
    }

    /// The first step in a range that satisfies a condition; reads segments until it is found.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func firstStep(in range: ClosedRange<Int>, where condition: (Step) -> Bool) throws(RecordingError) -> Step? {
        for position in 0..<segmentCount where stepsOfSegment(at: position).overlaps(range) {
            if let step = try segment(at: position).steps.first(where: { range.contains($0.number) && condition($0) }) { return step }
        }
        return nil
    }
}
