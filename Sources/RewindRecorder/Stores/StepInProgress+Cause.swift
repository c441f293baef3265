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
