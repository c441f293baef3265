import RewindFormat

/// What a timeline reads through: it has the segments at hand and moves their cursors, and may have an index of paths.
///
/// An object, since reading changes what is at hand. How several threads share it is its own affair.
protocol TimelineReader: AnyObject, Sendable {
    /// The segment at a place, read if it is not at hand.
    func segment(at position: Int) throws(RecordingError) -> SegmentSteps

    /// A step, for which the segment at a place answers; `nil` for a number in a gap.
    func step(at number: Int, segment position: Int) throws(RecordingError) -> Step?

    /// The state of a store after a step, for which the segment at a place answers.
    func state(at step: Int, store: String, segment position: Int) throws(RecordingError) -> StateAnswer

    /// Says that the segment at a place will be asked for next.
    func expectSegment(at position: Int)

    /// Whether an index of paths is worth building, because it will be kept.
    var keepsIndex: Bool { get }

    /// The index of paths, if one was kept or made.
    var index: PathIndex? { get }

    /// Takes an index into use that was just made.
    func keep(_ index: PathIndex)
}
