package import RewindFormat
import RewindValue

extension Timeline {
    /// The step in whose reducer the recorded process ended; `nil` if it ended in none.
    package func stepThatCrashed() throws(RecordingError) -> Step? {
        guard let number = lastStepUnderWay, let step = try step(at: number), step.isUnderWayInReducer else { return nil }
        return step
    }

    /// Makes the recorded crash happen again.
    ///
    /// - Parameter isWhole: whether to begin at the beginning of the recording, rather than with the last state that is known.
    package func reproduce<Reducer: RecordedReducer>(
        _ step: Step, by reducer: inout Reducer, isWhole: Bool
    ) throws(VerificationError<Reducer.Failure>) -> Reproduction {
        let known: Int?
        do throws(RecordingError) {
            known = isWhole ? nil : try lastKnownState(at: step.number - 1, store: step.store)?.step
        } catch { throw .recording(error) }
        let reduced = min(step.number, (known ?? steps.lowerBound) + 1)...step.number
        let verification = try verify(store: step.store, steps: reduced, by: &reducer, VerifyOptions(goesOn: .recorded))
        guard let last = verification.divergences.last(where: { $0.kind == .crashed || $0.steps.contains(step.number) }) else {
            return Reproduction(reduced, .unknown, why: "the state before it is unknown")
        }
        switch last.kind {
        case .crashedAsRecorded: return Reproduction(reduced, .crashedAgain, last.crash)
        case .crashed: return Reproduction(reduced.lowerBound...last.steps.upperBound, .crashedElsewhere, last.crash)
        case .noLongerCrashes: return Reproduction(reduced, .gotThrough)
        default: return Reproduction(reduced, .unknown, why: last.reason)
        }
    }
}
