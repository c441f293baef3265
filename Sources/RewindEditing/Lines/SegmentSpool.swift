import RewindArchive
import RewindFormat
import RewindValue

/// Gathers the lines of a recording that is made anew, segment by segment, in files beside the output: a bundle's hashes come before its contents.
final class SegmentSpool {
    private let folder: String
    private var actions = StreamBytes()
    private var states = StreamBytes()
    private var segments: [Int] = []
    private var steps = 0
    private var keyframeBytes = 0

    /// A spool for a recording that will be at a path.
    init(for output: String) throws(RecordingError) {
        folder = try UnfinishedFiles.makeFolder(beside: output)
    }

    deinit {
        try? DirectoryRemoval.removeTree(folder)
        UnfinishedFiles.remove(folder)
    }

    /// Adds a line of the action stream.
    func add(_ line: JSONObject) { actions.add(line) }

    /// Adds a step.
    func add(_ action: ActionLine) {
        actions.add(action)
        steps += 1
    }

    /// Adds a line of the state stream.
    func add(_ state: StateLine) {
        let before = states.bytes.count
        states.add(state)
        if case .keyframe = state.change { keyframeBytes += states.bytes.count - before }
    }

    /// Whether the segment is as large as one may be: then ``roll()``, and begin the next with a keyframe of each store.
    var isFull: Bool {
        steps >= 10_000 || states.bytes.count - keyframeBytes > max(keyframeBytes, 1 << 20) || actions.bytes.count > 16 << 20
    }

    /// Ends the segment.
    func roll() throws(RecordingError) {
        if actions.bytes.isEmpty, states.bytes.isEmpty { return }
        let index = segments.count
        try FileSystem.replace(path(index, "actions"), with: actions.bytes)
        try FileSystem.replace(path(index, "states"), with: states.bytes)
        segments.append(index)
        (actions, states, steps, keyframeBytes) = (StreamBytes(), StreamBytes(), 0, 0)
    }

    private func path(_ index: Int, _ stream: String) -> String { "\(folder)/\(index).\(stream)" }

    /// Ends the last segment and puts all of them in the contents of a bundle; the spool has to live until that is written.
    func finish(into contents: BundleContents) throws(RecordingError) -> BundleContents {
        try roll()
        let rewrite = SegmentRewrite(segments: segments) { (index) throws(RecordingError) in
            let limit = FormatLimits.default.streamBytes
            return SegmentStreams(
                actions: try FileSystem.read(self.path(index, "actions"), limit: limit),
                states: try FileSystem.read(self.path(index, "states"), limit: limit))
        }
        return try rewrite.applied(to: contents)
    }
}
