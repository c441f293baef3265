import RewindFormat
import RewindReplay
import RewindValue

/// Whether parts of one recording fit together: masking or redacting makes pseudonyms anew each time, and the steps of one part don't lead to the states of
/// another that has others.
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

    /// Refuses a part that does not begin with the states that an earlier one has after the same step, as far as both are known.
    static func check(_ next: Editor, goesWith part: Editor) throws(RecordingError) {
        let step = next.timeline.steps.lowerBound
        guard part.timeline.steps.contains(step) else { return }
        for store in next.timeline.storeNames {
            guard case .known(let before) = try part.timeline.state(at: step, store: store),
                case .known(let after) = try next.timeline.state(at: step, store: store), before != after
            else { continue }
            let places = TreeDiff(from: before, to: after).patch.operations.prefix(3).map {
                $0.pointer.tokens.isEmpty ? "the whole of it" : $0.pointer.description
            }
            throw RecordingError(
                .invalidRequest,
                "the state of \(store) after step \(step), with which this part begins, is another one in \(part.recording.path), as after masking "
                    + "or redacting each part by itself; they differ at \(places.joined(separator: ", "))",
                path: next.recording.path, advice: advice)
        }
    }

    private static let advice = "Merge the parts as they were before, and mask or redact the recording that they make"

    /// How much was recorded, or left.
    private static func level(of part: Editor) -> String {
        part.recording.manifest.level ?? RedactionLevel.secrets.rawValue
    }
}
