import RewindFormat

/// Reads the segments of a timeline: it caches segments and moves their cursors, and may have an index of paths.
///
/// A class, since reading changes the cache. Each implementation decides how several threads share it.
protocol TimelineReader: AnyObject, Sendable {
    /// The segment at a position, read if it is not cached.
    func segment(at position: Int) throws(RecordingError) -> SegmentSteps

    /// A step of the segment at a position; `nil` for a number in a gap.
    func step(at number: Int, segment position: Int) throws(RecordingError) -> Step?

    /// The state of a store after a step of the segment at a position.
    func state(at step: Int, store: String, segment position: Int) throws(RecordingError) -> StateAnswer

    /// Announces that the segment at a position will be requested next.
    func expectSegment(at position: Int)

    /// Whether an index of paths is worth building, because it will be kept.
    var keepsIndex: Bool { get }

    /// The index of paths, if one was kept or built.
    var index: PathIndex? { get }

    /// Uses an index that was just built.
    func keep(_ index: PathIndex)
}
