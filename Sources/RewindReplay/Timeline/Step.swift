package import RewindFormat
public import RewindValue

/// One step of a recording: the action that the reducer received, and its effect on the state.
public struct Step: Sendable, Equatable {
    /// The step's number, which gives its place in the recording's order.
    public var number: Int
    /// The store to which the step belongs.
    public var store: String
    /// The action's line; `nil` if it is lost and only the state stream knows of the step.
    package var line: ActionLine?
    /// The step's effect on the state.
    package var outcome: Outcome
    /// The reducer's own time in nanoseconds, if it was recorded.
    package var took: Int?

    package init(number: Int, store: String, line: ActionLine? = nil, outcome: Outcome, took: Int? = nil) {
        self.number = number
        self.store = store
        self.line = line
        self.outcome = outcome
        self.took = took
    }

    /// The effect of a step on the state, as far as the recording has it.
    package enum Outcome: Sendable, Equatable {
        /// The step changed the state by this patch; an empty patch means that nothing changed.
        case changed(JSONPatch)
        /// The whole state after the step was recorded, without saying what changed.
        case keyframe
        /// The recorder merged these steps; the last of them has the patch of all.
        case merged(ClosedRange<Int>, JSONPatch?)
        /// The reducer threw this error, and the state stayed as it was.
        case failed(String)
        /// The state after the step could not be encoded, for this reason.
        case unencodable(String)
        /// The process ended during the step.
        case underWay(Ending.Phase)
        /// The recording has no line with the state after the step.
        case lost
        /// The recorder did not take the state after the step: its policy keeps only some.
        case notCaptured
        /// The state after the step is not written yet: the app was still recording.
        case pending
    }

    // No `?.` in the next six: Swift 6.3.1's optimiser fails an assertion if that is inlined.

    /// The action's name; `?` if the action is lost, `@@EXTERNAL` for a change that no recorded action made.
    public var type: String {
        guard let line else { return "?" }
        return line.type
    }

    /// Monotonic nanoseconds from the start of the recording to the step.
    public var time: Int? {
        guard let line else { return nil }
        return line.time
    }

    /// The action as it was recorded; `nil` for a change without an action, and if the action was not encoded or is lost.
    ///
    /// `ActionTypes.decode(_:)` makes the app's own action of it.
    public var action: JSONValue? {
        guard let line else { return nil }
        return line.action
    }

    /// The step whose effect sent the action.
    public var cause: Int? {
        guard let line else { return nil }
        return line.cause
    }

    /// The effect that sent the action, by its number.
    package var effect: Int? {
        guard let line else { return nil }
        return line.effect
    }

    /// Where the action was dispatched, such as `File.swift:42`.
    public var site: String? {
        guard let line else { return nil }
        return line.site
    }

    /// The step's own patch, if it has one.
    package var patch: JSONPatch? {
        switch outcome {
        case .changed(let patch): patch
        case .merged(_, let patch): patch
        case .failed: JSONPatch()
        case .keyframe, .unencodable, .underWay, .lost, .notCaptured, .pending: nil
        }
    }

    /// Whether the step's changes are unknown: neither it nor a later step with which it was merged has a patch.
    package var isChangeUnknown: Bool {
        switch outcome {
        case .changed, .merged, .failed: false
        case .keyframe, .unencodable, .underWay, .lost, .notCaptured, .pending: true
        }
    }
}

extension Step.Outcome {
    /// The outcome's name for programs; stable.
    package var name: String {
        switch self {
        case .changed(let patch): patch.isEmpty ? "unchanged" : "changed"
        case .keyframe: "keyframe"
        case .merged: "merged"
        case .failed: "failed"
        case .unencodable: "unencodable"
        case .underWay: "under-way"
        case .lost: "missing"
        case .notCaptured: "not-captured"
        case .pending: "pending"
        }
    }
}
