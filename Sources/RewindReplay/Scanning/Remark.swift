package import RewindFormat
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
    /// An expression reads a place that was redacted.
    case placeholder(String, in: String)
    /// Long numbers are rounded before an expression gets them.
    case rounded(String)
    /// An expression asks for something that nothing in the recording has; its text, if there may be several.
    case absent(UnmatchedReference, from: String?)
    /// An invariant asks for something that no state, or perhaps no action, has.
    case invariantAsksFor(UnmatchedReference, name: String)
    /// An invariant is no condition, because its value is not true, false or null: the kind of value, and the first step where it occurs.
    case noCondition(String, name: String, step: Int)
    /// A condition has a value that is neither true nor false, and counts as true, whatever it is.
    case countsAsTrue(String, JSONValue)
    /// No action has a type, perhaps not yet; the nearest types.
    case noSuchType(String, near: [String], isGrowing: Bool)
    /// No state has anything at a place that is waited for or displayed.
    case nothing(PathNotFound)
    /// The awaited event happened in one of some steps, whose fate explains why it is unknown in which.
    case happened(in: ClosedRange<Int>, Fate)
    /// Steps on the way are lost that might have matched.
    case lost(ClosedRange<Int>)
    /// The answer is about one store; the others that it could have been about.
    case store(String, others: [String])
    /// No state has anything at a place, as far as states are known; how far the place leads in the last one.
    case nowhere(JSONPointer, inKnownStates: Bool, PathNotFound?)
    /// Neither of two recordings has anything at a place; the remark on the second one.
    indirect case inNeither(Remark)
    /// An expression has no value anywhere, perhaps because it asks for something that does not exist.
    case noValue(String, UnmatchedReference?)
    /// A condition is never true, as far as states are known; what it asks for although nothing has it.
    case neverTrue(String, inKnownStates: Bool, UnmatchedReference?)
    /// A condition is true after a step already, and since when.
    case isTrue(String, after: Int, since: Int)
    /// No step up to the one that was asked about could have made a condition true; whether others did, or changed what it reads.
    case noneCouldMake(String, madeElsewhere: Bool, changedElsewhere: Bool)
    /// Further steps could have made a condition true.
    case moreCouldMake(String, count: Int)
    /// No state is known, so it is unknown whether a condition is ever true.
    case undecided(String)
    /// No step is selected: whether that holds for known states only, whether a text may be hidden, and what does not exist.
    case noStepMatches(inKnownStates: Bool, mayBeHidden: Bool, because: [Remark])
    /// An end of the range of a search is not good or bad, as it should be.
    case unexpectedEnd(Int, should: Bisection.Verdict, is: Bisection.Verdict, Unexpected)
    /// A search ended before the first bad step was found, which is among these.
    case searchEnded(ClosedRange<Int>)
    /// A condition on a change may have been true before the first bad step that a search found.
    case mayHaveBeenTrueEarlier
    /// A store is left out of a comparison, since its state is unknown.
    case storeLeftOut(String, UnknownState)
    /// The recording hides all texts, and something compares texts or long numbers.
    case textsHidden
    /// What is at a place is hidden by a rule, and does not look it, as a number or a Boolean.
    case hiddenNumber(JSONPointer, rule: String)
    /// Of two recordings that are compared, only the first of these hides all texts.
    case textsHiddenBeside(String, clear: String)
    /// A step did not end, so the answer is about the state before it.
    case unfinished(step: Int)
    /// The process of the recording at a path did not crash; how it ended, and the time from its last action to the end.
    case didNotCrash(String, Ending, quiet: Int?)
    /// The recording at a path does not say that a value in it is wrong.
    case nothingIsWrong(String)
    /// The recording has no effects, so which ones were under way is unknown.
    case noEffectsRecorded
    /// The states are of an earlier version, and read by the migrations in a project's file; `nil` for those of the host.
    case migrated(by: String?)
    /// No migration is for the recording.
    case notMigrated
    /// Members of states are not compared, since the recorded types did not have them.
    case newMembers([PointerPattern])
    /// The recording has so many pictures of the app, taken after some steps.
    case pictures(Int, in: ClosedRange<Int>)
    /// The running app does not stop at a breakpoint.
    case stopsInRecordingOnly

    /// Why an end of a search may be judged as it is.
    package enum Unexpected: Sendable, Equatable {
        /// The program that judged it knows.
        case program
        case unknown(UnknownState)
        /// The condition has no value there.
        case noValue(String, Expression.Failure)
        /// The condition is perhaps one of good states; the later steps whose states are unknown.
        case condition(UnknownSteps)
    }

    /// The fate of some steps.
    package enum Fate: Sendable, Equatable {
        /// The states between are unknown.
        case unknown
        case lost
        case leftOut
    }
}

extension Remark {
    /// Whether it is about the recording as a whole, so that it is made once.
    package var isOfRecording: Bool {
        switch self {
        case .textsHidden, .hiddenNumber: true
        default: false
        }
    }
}

extension [Remark] {
    /// Remarks on everything that had to be left out, if anything.
    init(unknown: UnknownSteps = UnknownSteps(), failures: FailedSteps = FailedSteps()) {
        self = []
        if unknown.count > 0 { append(.unknown(unknown)) }
        if failures.count > 0 { append(.failed(failures)) }
    }
}
