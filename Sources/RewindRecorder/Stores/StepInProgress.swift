/// A step between its action and its state, which ``StoreRecorder/willReduce(_:as:from:cause:site:)`` returns and the other hooks take.
public struct StepInProgress: Sendable {
    let entry: JournalEntry?
    let began: Int
    /// Whether a filter or a pause left it out.
    let isOmitted: Bool

    init(entry: JournalEntry?, began: Int = 0, isOmitted: Bool = false) {
        self.entry = entry
        self.began = began
        self.isOmitted = isOmitted
    }

    /// The step's number; `nil` if nothing is being recorded or the action is left out.
    ///
    /// Whatever the step's effects dispatch has this step as its cause: ``withCause(_:)`` sets it.
    package var step: Int? { entry?.step }
}

extension StepInProgress {
    /// Runs work that the step caused: tasks that are started in it, and the actions that they send, name the step as their cause.
    ///
    /// If nothing is recorded, or the action was left out, the cause stays what it was. Any thread, also after the step has ended.
    public func withCause<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let step else { return try body() }
        // A task-local value's own call takes no typed error.
        return try Cause.$current.withValue(Cause(step: step)) { Swift.Result { () throws(Failure) in try body() } }.get()
    }
}
