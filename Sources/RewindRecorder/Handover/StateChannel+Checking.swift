import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

/// Checks that the recorded states are what the app's states encode to.
extension StateChannel {
    /// Streams with more bytes are not read again: a state of several megabytes would take as many tens of them in memory.
    private static var checkedBytes: Int { 8 << 20 }

    /// Compares where the patches of a segment led with the keyframe that the next one begins with.
    ///
    /// Of a state that is a value all through, less and less often: only an `encode(to:)` that looks elsewhere can be wrong there.
    func check(_ segment: Int, against next: Int, _ written: inout Written, _ streams: StateStreams) {
        // For a value, only 0, 1, 3, 7, 15 and so on. Both sides are read as recorded, so the rules changed both alike.
        guard segment >= 0, !bits.isValue || (segment + 1) & segment == 0,
            let (keyframe, _) = streams.recordedState(of: name, in: next, limit: Self.checkedBytes)
        else { return }
        check(segment, against: keyframe, &written, streams, limit: Self.checkedBytes)
    }

    func checkLastSegment(of streams: StateStreams) {
        written.withLock { written in
            var bytes: [UInt8] = []
            // Short, since the process may be about to end. What the rules find would be counted twice.
            guard !written.isBroken, written.state.isValue, streams.isOpen(written.keyframeSegment), !streams.isActionsOnly,
                streams.newestBytes < 1 << 20, written.state.appendKeyframe(by: streams.stateBytes, to: &bytes),
                let state = bytes.withUnsafeBytes({ try? JSONValue(parsing: $0) })
            else { return }
            check(written.keyframeSegment, against: state, &written, streams, limit: 1 << 20)
        }
    }

    private func check(_ segment: Int, against state: JSONValue, _ written: inout Written, _ streams: StateStreams, limit: Int) {
        guard let (recorded, steps) = streams.recordedState(of: name, in: segment, limit: limit), recorded != state else { return }
        let place = TreeDiff(from: recorded, to: state).patch.operations.first?.pointer ?? JSONPointer(tokens: [])
        let types = bits.distrust()
        // What waits was kept as it is, by the same mistake: no patch from it can be trusted.
        if !types.isEmpty { written.isBroken = true }
        // Each segment may differ again; the first few tell the app, and the manifest stays small.
        if written.differences < 3 {
            written.differences += 1
            streams.onDifference(StateDifference(store: name, place: place, steps: steps, types: types))
        }
    }
}
