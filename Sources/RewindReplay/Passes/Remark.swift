package import RewindValue

/// A remark on an answer: why it may be incomplete, or not what was meant.
///
/// Passes make remarks, answers carry them, and `RewindRendering` words them.
package enum Remark: Sendable, Equatable {
    /// States are unknown that may have made a difference.
    case unknown(UnknownSteps)
    /// An expression had no value at some steps.
    case failed(FailedSteps)
    /// An expression compares values of two kinds.
    case unlike(UnlikeKinds, in: String)
    /// An expression asks for what nothing in the recording has; its text, where there may be several.
    case absent(Absence, from: String?)
    /// An invariant asks for what no state has, or perhaps no action.
    case invariantAsksFor(Absence, name: String)
    /// An invariant is no condition, because its value is not true, false or null: the kind of value, and the first step where it occurs.
    case noCondition(String, name: String, step: Int)
    /// A value that was asked for alone is there, and counts as true, whatever it is.
    case countsAsTrue(JSONPointer, JSONValue)
    /// A breakpoint waits for a type that no action has, perhaps not yet; the types that come near.
    case noSuchType(String, near: [String], isGrowing: Bool)
    /// No state has anything at a place that is waited for or displayed.
    case nothing(PathNotFound)
    /// What was waited for happened in one of some steps, which are as nothing is known of them.
    case happened(in: ClosedRange<Int>, Fate)
    /// Steps on the way are lost that might have matched.
    case lost(ClosedRange<Int>)
    /// The answer is about one store; those about which it might have been as well.
    case store(String, others: [String])
    /// The answer is about one store; those that changed, too.
    case changedToo(String, others: [String])
    /// No state has anything at a place, as far as states are known; how far it leads in the last one.
    case nowhere(JSONPointer, inKnownStates: Bool, PathNotFound?)
    /// An expression has no value anywhere, perhaps because it asks for something that does not exist.
    case noValue(String, Absence?)
    /// A condition is never true, as far as states are known; what it asks for and is not there, and the words of the step that it reads.
    case neverTrue(String, inKnownStates: Bool, Absence?, Set<StepWord>)
    /// No state is known, so it is not known whether a condition is ever true.
    case undecided(String)
    /// A store is left out of a comparison, since its state is unknown.
    case storeLeftOut(String, UnknownState)
    /// A step did not end, so the answer is about the state before it.
    case unfinished(step: Int)
    /// The running app does not stop at a breakpoint.
    case stopsInRecordingOnly

    /// What became of steps.
    package enum Fate: Sendable, Equatable {
        /// The states between are unknown.
        case unknown
        /// They are lost.
        case lost
        /// An edit left them out.
        case leftOut
    }
}

extension [Remark] {
    /// Remarks on what had to be left out, if anything had to.
    init(unknown: UnknownSteps = UnknownSteps(), failures: FailedSteps = FailedSteps()) {
        self = []
        if unknown.count > 0 { append(.unknown(unknown)) }
        if failures.count > 0 { append(.failed(failures)) }
    }
}
