package import RewindFormat
public import RewindValue

/// The state after a step, or why it is unknown; never a state that might be wrong.
public enum StateAnswer: Sendable, Equatable {
    /// The state, exactly as it was.
    case known(JSONValue)
    /// The state is unknown, for this reason.
    case unknown(UnknownState)

    /// The state.
    ///
    /// - Throws: ``UnknownState`` if it is unknown.
    public func get() throws(UnknownState) -> JSONValue {
        switch self {
        case .known(let value): value
        case .unknown(let reason): throw reason
        }
    }

    /// Why the state is unknown; `nil` for a known one.
    var unknown: UnknownState? { if case .unknown(let reason) = self { reason } else { nil } }
}

/// Why the state after a step is unknown, and which earlier state is known.
public struct UnknownState: Error, Sendable, Equatable, CustomStringConvertible {
    /// The step that was asked for.
    package var step: Int
    /// The store that was asked for.
    package var store: String
    /// Why its state is unknown.
    package var reason: Reason
    /// The last step before it whose state is known.
    public var nearest: Int?

    /// Why a state is unknown.
    package enum Reason: Sendable, Equatable {
        /// The recorder took no state between these steps, which share one patch.
        case merged(ClosedRange<Int>)
        case underWay(step: Int, Ending.Phase)
        /// The state of this step could not be encoded, and no keyframe has come since.
        case unencodable(step: Int, String)
        /// The line of this step has no state, and no keyframe has come since.
        case absent(step: Int, StateLine.NoState)
        /// The state of this step was not written before the process ended, or its line is lost, and no keyframe has come since.
        case lost(step: Int)
        /// The recorder's policy keeps only some states: it took none after this step, and no keyframe has come since.
        case notCaptured(step: Int)
        /// The state of this step was not written yet, as the app was still recording.
        case pending(step: Int)
        /// The patch of this step does not apply to the state before it, and no keyframe has come since.
        case misfit(step: Int, String)
        /// These steps could not be written, and the store has no line since.
        case gap(ClosedRange<Int>)
        /// These steps were left out on purpose, and the store has no line since.
        case leftOut(ClosedRange<Int>)
        /// The recording has nothing of these steps, and no keyframe has come since.
        case notRecorded(ClosedRange<Int>)
        /// The store's first state comes later, or never.
        case noKeyframe
        /// The recording has no state of a store of that name, only of these.
        case noSuchStore(String, stores: [String])
    }

    /// The step, and those around it whose states are unknown as well, for the same reason.
    package var unknownRange: ClosedRange<Int> {
        switch reason {
        case .merged(let steps), .gap(let steps), .leftOut(let steps), .notRecorded(let steps):
            // The state after the last of them may be known.
            step >= steps.lowerBound && step < steps.upperBound ? steps.lowerBound...(steps.upperBound - 1) : step...step
        default: step...step
        }
    }

    /// Which state is unknown, why, and which earlier state is known.
    public var description: String {
        let nearestText = nearest.map { " The nearest known state before it is that of step \($0)." } ?? ""
        return "the state after step \(step) is unknown: \(reason).\(nearestText)"
    }
}

extension UnknownState.Reason: CustomStringConvertible {
    /// The reason as a clause.
    package var description: String {
        switch self {
        case .merged(let steps):
            "the recorder wrote one patch for steps \(steps.lowerBound) to \(steps.upperBound), under load or by its policy"
        case .underWay(let step, .reducer): "the process ended in the reducer of step \(step)"
        case .underWay(let step, _): "the process ended before the recorder had the state of step \(step)"
        case .unencodable(let step, let why): "the state of step \(step) could not be encoded (\(why))"
        case .absent(let step, let why): "the state of step \(step) is not in the recording: \(Self.clause(for: why))"
        case .lost(let step):
            "the state of step \(step) was not written before the process ended, or its line is lost"
        case .notCaptured(let step): "by its policy, the recorder took no state from step \(step) on"
        case .pending(let step): "the state of step \(step) was not written yet when the recording was opened"
        case .misfit(let step, let why): "the patch of step \(step) does not fit the state before it (\(why))"
        case .gap(let steps):
            "\(Self.text(steps)) could not be written, and what \(steps.count == 1 ? "it" : "they") changed is in the store's next step"
        case .leftOut(let steps):
            "\(Self.text(steps)) \(steps.count == 1 ? "was" : "were") left out on purpose, and what \(steps.count == 1 ? "it" : "they") changed is in the store's next step"
        case .notRecorded(let steps): "nothing of \(Self.text(steps)) is in the recording"
        case .noKeyframe: "the recording has no state of that store up to there"
        case .noSuchStore(let name, let stores):
            "there is no store '\(name)', only \(stores.map { "'\($0)'" }.joined(separator: ", "))"
        }
    }

    private static func clause(for why: StateLine.NoState) -> String {
        switch why {
        case .notRecorded: "that of an earlier step was not recorded"
        case .notCaptured: "the recorder did not take it, by its policy"
        case .actionsOnly: "the app had died while a state was encoded, so that the recorder took actions only"
        case .notKnown: "it was not known in the recording that this one was made of"
        case .notImported: "what was imported has none"
        case .other: "for a reason that this version does not know"
        }
    }

    /// `step 3`, or `steps 3 to 5`.
    private static func text(_ steps: ClosedRange<Int>) -> String {
        steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
    }
}
