import RewindEditing

/// What to say of a part of a recording.
enum PartText {
    /// `steps 10 to 20`.
    static func words(_ part: TrimmedRecording) -> String {
        guard let steps = part.steps else { return "the state before any step" }
        return steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
    }

    /// Why there are more steps than were wanted, if there are.
    static func moves(of part: TrimmedRecording, in all: ClosedRange<Int>) -> [String] {
        guard let steps = part.steps else { return [] }
        var sentences: [String] = []
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
