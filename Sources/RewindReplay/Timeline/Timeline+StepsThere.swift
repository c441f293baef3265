package import RewindFormat
import RewindValue

// A number is no step: an edit may leave out any number of steps, and a bundle may claim any. So a pass over steps visits those that
// exist.

extension Timeline {
    /// The first step in a range, or the first that meets a condition; `nil` without such a step.
    ///
    /// Costs no more for a gap of any length than for one step.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func firstStep(in range: ClosedRange<Int>, where isWanted: (Step) -> Bool = { _ in true }) throws(RecordingError) -> Step? {
        for position in 0..<segmentCount where stepsOfSegment(at: position).overlaps(range) {
            let found = try segment(at: position).steps
            let rest = found[found.partitioningIndex { $0.number >= range.lowerBound }...].prefix { $0.number <= range.upperBound }
            if let step = rest.first(where: isWanted) { return step }
        }
        return nil
    }

    /// The last step in a range that meets a condition; `nil` without such a step.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func lastStep(in range: ClosedRange<Int>, where isWanted: (Step) -> Bool) throws(RecordingError) -> Step? {
        var last: Step?
        try forEachStepBackwards(in: range) {
            guard isWanted($0) else { return true }
            last = $0
            return false
        }
        return last
    }

    /// Reads steps from the last of a range on back, one segment at a time, while `body` returns `true`.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func forEachStepBackwards(in range: ClosedRange<Int>, _ body: (Step) -> Bool) throws(RecordingError) {
        for position in (0..<segmentCount).reversed() where stepsOfSegment(at: position).overlaps(range) {
            let found = try segment(at: position).steps
            for step in found[..<found.partitioningIndex { $0.number > range.upperBound }].reversed() {
                guard step.number >= range.lowerBound else { return }
                if !body(step) { return }
            }
        }
    }
}
