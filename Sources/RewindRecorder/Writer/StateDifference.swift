import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

/// A recorded state that is not what the app had: the patches of a segment lead elsewhere than its end, encoded in full.
///
/// The typed diff does not encode what has the same bits, and keeps a state until the writer comes to it. Both are right as long as `encode(to:)`
/// depends on the value alone, and what a sample showed of a type holds for all its values. Where a segment ends the next keyframe is written in
/// any case, so there that is checked.
struct StateDifference {
    let store: String
    /// The first place that differs.
    let place: JSONPointer
    /// The steps whose states may be wrong.
    let steps: ClosedRange<Int>
    /// Types of the state that were trusted until now, and will be encoded at each step from now on.
    let types: [String]

    /// What the manifest says.
    var loss: String {
        let text = steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
        return
            "states of \(store) may be wrong in \(text): at \(place.description.isEmpty ? "the whole state" : place.description) the patches do not lead to "
            + "what the state encodes to in full; what encode(to:) writes must depend on the value alone"
    }
}

extension StateWriter {
    /// What a store's lines in a segment add up to, and their steps; `nil` if the last state is not known, or the stream has more bytes than that.
    func recordedState(of store: String, in segment: Int, limit: Int) -> (state: JSONValue, steps: ClosedRange<Int>)? {
        flush()
        guard let bytes = stateBytes(ofSegment: segment, limit: limit) else { return nil }
        var state: JSONValue?
        var steps: ClosedRange<Int>?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let parsed = line.withUnsafeBytes { try? JSONValue(parsing: $0) }
            guard let object = parsed?.object, let line = StateLine(json: object), line.store == store else { continue }
            switch line.change {
            case .keyframe(let value): state = value
            case .patch(let patch):
                guard var patched = state.take(), (try? patch.apply(to: &patched)) != nil else { return nil }
                state = patched
            case .unencodable: state = nil
            case .failed, .action: break
            }
            steps = (steps?.lowerBound ?? line.step)...max(line.step, steps?.upperBound ?? line.step)
        }
        guard let state, let steps else { return nil }
        return (state, steps)
    }
}

extension StateChannel {
    /// Streams with more bytes are not read again: a state of several megabytes would take as many tens of them in memory.
    private static var checkedBytes: Int { 8 << 20 }

    /// Compares where the patches of a segment led with the keyframe that the next one begins with.
    ///
    /// Of a state that is a value all through, less and less often: only an `encode(to:)` that looks elsewhere can be wrong there.
    func check(_ segment: Int, against next: Int, _ written: inout Written, _ writer: StateWriter) {
        guard segment >= 0, !bits.isValue || (segment + 1) & segment == 0,
            let (keyframe, _) = writer.recordedState(of: name, in: next, limit: Self.checkedBytes)
        else { return }
        check(segment, against: keyframe, &written, writer, limit: Self.checkedBytes)
    }

    func checkLastSegment(of writer: StateWriter) {
        written.withLock { written in
            var bytes: [UInt8] = []
            // Short, since the process may be about to end. What is redacted would be counted twice.
            guard !written.isBroken, written.state.isValue, writer.isOpen(written.keyframeSegment), !writer.isActionsOnly,
                writer.newestBytes < 1 << 20, written.state.appendKeyframe(by: writer.straight, to: &bytes),
                let state = bytes.withUnsafeBytes({ try? JSONValue(parsing: $0) })
            else { return }
            check(written.keyframeSegment, against: state, &written, writer, limit: 1 << 20)
        }
    }

    private func check(_ segment: Int, against state: JSONValue, _ written: inout Written, _ writer: StateWriter, limit: Int) {
        guard let (recorded, steps) = writer.recordedState(of: name, in: segment, limit: limit), recorded != state else { return }
        let place = TreeDiff(from: recorded, to: state).patch.operations.first?.pointer ?? JSONPointer(tokens: [])
        let types = bits.distrust()
        // What waits was kept as it is, by the same mistake: no patch from it can be trusted.
        if !types.isEmpty { written.isBroken = true }
        if written.differences < 3 {
            written.differences += 1
            writer.onDifference(StateDifference(store: name, place: place, steps: steps, types: types))
        }
    }
}
