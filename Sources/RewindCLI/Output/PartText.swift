import RewindEditing

/// Texts about a part of a recording.
enum PartText {
    /// `steps 10 to 20`.
    static func text(_ part: TrimmedRecording) -> String {
        guard let steps = part.steps else { return "the state before any step" }
        return steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
    }

    /// The reason why more steps were kept than requested, and the attachments that were left out with the others.
    static func remarks(on part: TrimmedRecording, in all: ClosedRange<Int>) -> [String] {
        var sentences: [String] = []
        if !part.leftOut.isEmpty {
            let words = part.leftOut.count == 1 ? "it belongs to a step" : "they belong to steps"
            sentences.append("left out, because \(words) outside the part: \(RedactionText.names(part.leftOut).joined(separator: ", "))")
        }
        guard let steps = part.steps else { return sentences }
        let first = max(part.wanted.lowerBound, all.lowerBound + 1)
        if steps.lowerBound < first {
            sentences.append("the part begins with step \(steps.lowerBound): the state before step \(first) is not in the recording")
        }
        if steps.upperBound > part.wanted.upperBound {
            sentences.append("the part ends with step \(steps.upperBound), which shares a patch with step \(part.wanted.upperBound)")
        }
        return sentences
    }
}
