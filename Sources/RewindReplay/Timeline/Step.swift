public import RewindFormat
public import RewindValue

/// One step of a recording: the action that the reducer saw, and what became of the state.
public struct Step: Sendable, Equatable {
    /// Its number; its order in the recording.
    public var number: Int
    /// The store it belongs to.
    public var store: String
    /// The action; `nil` when its line is missing and only the state stream knows of the step.
    public var action: ActionLine?
    /// What became of the state.
    public var outcome: Outcome
    /// The reducer's own time in nanoseconds, where it was recorded.
    public var took: Int?

    /// What a step did to the state, as far as the recording says.
    public enum Outcome: Sendable, Equatable {
        /// It changed the state by this patch; an empty one means that nothing changed.
        case changed(JSONPatch)
        /// The state after it was recorded in full, without saying what changed.
        case keyframe
        /// The recorder merged these steps under load; the last of them has the patch of all.
        case merged(ClosedRange<Int>, JSONPatch?)
        /// The reducer threw this, and the state stayed as it was.
        case failed(String)
        /// The state after it could not be encoded, for this reason.
        case unencodable(String)
        /// The process ended during the step.
        case underWay(Ending.Phase)
        /// The recording has no line of the state after it.
        case missing
    }

    /// The action's name; `?` where the action is missing.
    public var type: String {
        // No `?.` here: Swift 6.3.1's optimiser stops with a failed assertion where that is inlined.
        guard let action else { return "?" }
        return action.type
    }

    /// Monotonic nanoseconds from the start of the recording to the step.
    public var time: Int? {
        guard let action else { return nil }
        return action.time
    }

    /// The step's own patch, where it has one.
    public var patch: JSONPatch? {
        switch outcome {
        case .changed(let patch): patch
        case .merged(_, let patch): patch
        case .failed: JSONPatch()
        case .keyframe, .unencodable, .underWay, .missing: nil
        }
    }
}
