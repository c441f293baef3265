import RewindArchive
import RewindFormat
import RewindValue

/// Collects the lines of a new recording, and divides them into segments.
final class SegmentSpool {
    private var segments: SpooledSegments
    private var actions = StreamBytes()
    private var states = StreamBytes()
    private var steps = 0
    private var keyframeBytes = 0

    /// Creates a spool for a recording that will be written to a path.
    init(for output: String) throws(RecordingError) { segments = SpooledSegments(in: try StreamSpool(for: output)) }

    func add(_ line: JSONObject) { actions.add(line) }

    func add(_ effect: EffectLine) { actions.add(effect) }

    func add(_ action: ActionLine) {
        actions.add(action)
        steps += 1
    }

    func add(_ state: StateLine) {
        let before = states.bytes.count
        states.add(state)
        if case .keyframe = state.change { keyframeBytes += states.bytes.count - before }
    }

    /// Whether the segment has reached its maximum size: then call ``beginSegment()``, and begin the next one with a keyframe of each store.
    var isFull: Bool {
        steps >= 10_000 || states.bytes.count - keyframeBytes > max(keyframeBytes, 1 << 20) || actions.bytes.count > 16 << 20
    }

    func beginSegment() throws(RecordingError) {
        if actions.bytes.isEmpty, states.bytes.isEmpty { return }
        try segments.add(SegmentStreams(actions: actions.bytes, states: states.bytes), segments.count)
        (actions, states, steps, keyframeBytes) = (StreamBytes(), StreamBytes(), 0, 0)
    }

    /// Ends the last segment and puts all segments into the contents of a bundle.
    func finish(into contents: BundleContents) throws(RecordingError) -> BundleContents {
        try beginSegment()
        return segments.contents(contents)
    }
}
