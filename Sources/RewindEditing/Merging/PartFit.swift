import RewindFormat
import RewindRedaction
import RewindReplay
import RewindValue

/// Whether parts of one recording fit together: masking or redacting makes pseudonyms anew each time, and the steps of one part don't lead to the states of
/// another that has others; and steps that both have are the same.
struct PartFit {
    /// Refuses parts of different levels, wherever their steps are.
    static func checkLevels(of parts: [Editor]) throws(RecordingError) {
        guard let first = parts.first, let other = parts.first(where: { level(of: $0) != level(of: first) }) else { return }
        let levels = (level(of: first), level(of: other))
        throw RecordingError(
            .invalidRequest,
            "this is a part of the recording that \(first.recording.path) is one of, but of level \(levels.1) where that is of level \(levels.0): "
                + "the states of one don't go with the changes of the other",
            path: other.recording.path, advice: advice)
    }

    /// Refuses a part that has another action or another state at a step that an earlier one has, too, as far as both are known: the states are those
    /// after the first and the last of these steps.
    static func check(_ next: Editor, goesWith part: Editor) throws(RecordingError) {
        let (steps, others) = (next.timeline.steps, part.timeline.steps)
        guard others.contains(steps.lowerBound) else { return }
        try checkStates(of: next, and: part, after: steps.lowerBound)
        try checkActions(of: next, and: part)
        try checkStates(of: next, and: part, after: min(steps.upperBound, others.upperBound))
    }

    private static func checkStates(of next: Editor, and part: Editor, after step: Int) throws(RecordingError) {
        for store in next.timeline.storeNames {
            guard case .known(let before) = try part.timeline.state(at: step, store: store),
                case .known(let after) = try next.timeline.state(at: step, store: store), before != after
            else { continue }
            let places = TreeDiff(from: before, to: after).patch.operations.prefix(3).map {
                $0.pointer.tokens.isEmpty ? "the whole of it" : $0.pointer.description
            }
            throw RecordingError(
                .invalidRequest,
                "the state of \(store) after step \(step)\(step == next.timeline.steps.lowerBound ? ", with which this part begins," : "") is another one in \(part.recording.path), as after masking "
                    + "or redacting each part by itself; they differ at \(places.joined(separator: ", "))",
                path: next.recording.path, advice: advice)
        }
    }

    /// Refuses parts of which a step that both have is another action: two recordings may have begun at one time and be none of each other, as copies
    /// that somebody else's tool made.
    private static func checkActions(of next: Editor, and part: Editor) throws(RecordingError) {
        let common = next.timeline.steps.clamped(to: part.timeline.steps)
        var rest: ClosedRange<Int>? = common
        while let range = rest, let one = try part.timeline.firstStep(in: range) {
            let number = one.number
            rest = number < common.upperBound ? (number + 1)...common.upperBound : nil
            guard let other = try next.timeline.step(at: number), let action = one.action?.action, let otherAction = other.action?.action,
                (one.type, one.store) != (other.type, other.store) || action != otherAction
            else { continue }
            throw RecordingError(
                .invalidRequest,
                "step \(number) is another one in \(part.recording.path), although both began at one time: they are no parts of one recording",
                path: next.recording.path,
                advice: "See what differs with: rewind diff \(part.recording.path.shellQuoted) \(next.recording.path.shellQuoted)")
        }
    }

    private static let advice = "Merge the parts as they were before, and mask or redact the recording that they make"

    /// How much was recorded, or left.
    private static func level(of part: Editor) -> String {
        part.recording.manifest.level ?? RedactionLevel.secrets.rawValue
    }
}
