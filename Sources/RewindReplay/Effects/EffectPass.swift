import RewindFormat
import RewindValue

/// The names of the effects under way, step after step: cheap while the steps increase.
struct EffectPass {
    private let timeline: Timeline
    private var position = -1
    private var track = EffectTrack()
    private var cursor = EffectTrack.EffectCursor()
    private var last = Int.min

    init(over timeline: Timeline) { self.timeline = timeline }

    /// The names of the effects that are under way after a step, in the order in which they began; `nil` if none are recorded.
    ///
    /// - Throws: `RecordingError` if there is no such step, or its segment can't be read.
    mutating func names(after step: Int) throws(RecordingError) -> JSONValue? {
        guard timeline.recordsEffects else { return nil }
        let place = try timeline.segmentIndex(of: step)
        if place != position || step < last {
            track = try timeline.segment(at: place).effects
            (position, cursor) = (place, EffectTrack.EffectCursor())
        }
        last = step
        cursor.advance(to: step, in: track)
        return cursor.names
    }
}
