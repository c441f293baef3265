import RewindCapture
import RewindFormat
import RewindValue

/// A recorded state that differs from the app's: the patches of a segment do not lead to its end state, encoded in full.
///
/// The typed diff does not encode a value whose bits are the same, and keeps a state until the writer reaches it. Both are right as long as
/// `encode(to:)` depends on the value alone, and what a sample showed of a type holds for all its values. The end of a segment is where
/// this is checked, since the next keyframe is written there in any case.
struct StateDifference {
    let store: String
    /// The first place that differs.
    let place: JSONPointer
    /// The steps whose states may be wrong.
    let steps: ClosedRange<Int>
    /// Types of the state that were trusted until now, and will be encoded at each step from now on.
    let types: [String]

    /// The loss as the manifest lists it.
    var loss: Loss {
        var reason = Loss.Reason(.differs)
        reason.place = place
        return Loss(.knowledge, of: steps, store: store, reason)
    }
}

extension StateStreams {
    /// What a store's lines in a segment add up to, and their steps; `nil` if the last state is not known, lines wait for room on the disk,
    /// or the store's have more bytes than that.
    func recordedState(of store: String, in segment: Int, limit: Int) -> (state: JSONValue, steps: ClosedRange<Int>)? {
        flush()
        guard isWritten(segment), let bytes = bytes(of: store, in: segment, limit: limit) else { return nil }
        var state: JSONValue?
        var steps: ClosedRange<Int>?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let parsed = line.withUnsafeBytes { try? JSONValue(parsing: $0) }
            guard let object = parsed?.object, let line = StateLine(json: object) else { continue }
            switch line.change {
            case .keyframe(let value): state = value
            case .patch(let patch):
                guard var patched = state.take(), (try? patch.apply(to: &patched)) != nil else { return nil }
                state = patched
            case .unencodable, .unknown: state = nil
            case .failed, .action: break
            }
            steps = (steps?.lowerBound ?? line.step)...max(line.step, steps?.upperBound ?? line.step)
        }
        guard let state, let steps else { return nil }
        return (state, steps)
    }
}
