import ArgumentParser
import RewindFormat
import RewindReplay
import RewindValue

/// What a host makes of the recorded actions, and of others.
struct HostedFutures {
    let same: Recomputation
    let other: Recomputation
    /// What was done to the actions, in clauses.
    let words: [String]
    /// Whether the recorded actions lead to the recorded last state, as far as that is known.
    let reachesRecordedEnd: Bool

    /// Where they part, and how they end.
    var compared: OtherFuture { OtherFuture(other, comparedWith: same, edits: words) }

    static let otherEndWords =
        "today's reducer does not reach the recorded last state, so both sessions are compared as it reduces them: "
        + "'rewind verify' names the step where it differs"
}

extension HostReducer {
    /// Reduces the actions of a store as they were recorded, and as they are edited.
    ///
    /// - Throws: `ValidationError` if an edit makes no sense, `RecordingError` if the host can't reduce the actions, or ``HostError``.
    mutating func futures(of timeline: Timeline, store: String, _ edits: EditWords) throws -> HostedFutures {
        let whole = try Candidate(timeline, store: store, upTo: timeline.steps.upperBound)
        let changed: (candidate: Candidate, words: [String])
        do { changed = try edits.edits(of: timeline, store: store).applied(to: whole) } catch let problem as ActionEdits.Problem {
            throw ValidationError(problem.description)
        }
        let (same, other) = try Activity.during("reducing") { () throws(HostError) in
            let same = try whole.recomputed(by: &self, of: store)
            return (same, try changed.candidate.recomputed(by: &self, of: store))
        }
        for future in [same, other] {
            guard case .refused(let reason, let step) = future.end else { continue }
            let place = step.map { "at step \($0.number), \($0.type): " } ?? ""
            throw RecordingError(.unsupported, "the host can't reduce it: \(place)\(reason)", path: timeline.recording.path)
        }
        var reachesEnd = true
        var tolerance = self.tolerance(of: store, in: timeline)
        if case .known(let last) = try timeline.state(at: timeline.steps.upperBound, store: store) {
            reachesEnd = StateDifference(from: last, to: same.state, allowing: &tolerance) == nil
        }
        return HostedFutures(same: same, other: other, words: changed.words, reachesRecordedEnd: reachesEnd)
    }
}
