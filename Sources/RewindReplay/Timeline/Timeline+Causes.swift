package import RewindFormat

extension Timeline {
    /// The steps whose effects led to a step, the nearest first, and at most so many; the state before the first action is none of them.
    package func causes(of step: Step, limit: Int = .max) throws(RecordingError) -> [Step] {
        var causes: [Step] = []
        var effect = step
        // A cause comes before its effect; a recording that says otherwise would lead in circles.
        while causes.count < limit, let cause = effect.action?.cause, cause < effect.number, cause > steps.lowerBound,
            let found = try self.step(at: cause)
        {
            causes.append(found)
            effect = found
        }
        return causes
    }
}
