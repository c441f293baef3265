import RewindFormat
import RewindReplay
import RewindValue

/// Checks whether parts of one recording fit together: masking or redacting makes new pseudonyms each time, so that the steps of one part
/// don't lead to the states of another with different pseudonyms; and steps that both parts have must be equal.
struct PartFit {
    /// Refuses parts of different levels, regardless of their steps.
    static func checkLevels(of parts: [Editor]) throws(RecordingError) {
        guard let first = parts.first, let other = parts.first(where: { level(of: $0) != level(of: first) }) else { return }
        let levels = (level(of: first), level(of: other))
        throw RecordingError(
            .invalidRequest,
            "this is a part of the recording that \(first.recording.path) is one of, but of level \(levels.1) where that is of level \(levels.0): "
                + "the states of one don't go with the changes of the other",
            path: other.recording.path, advice: advice)
    }

    /// Refuses a part whose action or state differs from an earlier part's at a step that both have, as far as both are known; states are
    /// compared after the first and the last of these steps.
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

    /// Refuses parts whose actions differ at a step that both have: two recordings may have begun at the same time without belonging
    /// together, such as copies from another tool.
    private static func checkActions(of next: Editor, and part: Editor) throws(RecordingError) {
        let common = next.timeline.steps.clamped(to: part.timeline.steps)
        var rest: ClosedRange<Int>? = common
        while let range = rest, let one = try part.timeline.firstStep(in: range) {
            let number = one.number
            rest = number < common.upperBound ? (number + 1)...common.upperBound : nil
            guard let other = try next.timeline.step(at: number), let action = one.action, let otherAction = other.action,
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

    /// The level of a part, as recorded or after redaction.
    private static func level(of part: Editor) -> String {
        part.recording.manifest.level ?? RedactionLevel.secrets.rawValue
    }
}
