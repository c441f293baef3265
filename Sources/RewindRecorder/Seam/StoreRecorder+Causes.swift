/// Steps whose effects know what caused them.
extension StoreRecorder {
    /// Runs a reducer that changes the state in place, hands it the step, and records the step as the cause of whatever the reducer starts.
    ///
    /// ```swift
    /// seam.reduce(action, in: &state) { state, action, step in
    ///     if let effect = appReducer(&state, action) { Task { await effect(self) } }
    /// }
    /// ```
    ///
    /// A task that is started in the closure inherits ``Recorder/cause``, so the actions that it sends name this step. Start no more than
    /// tasks there: the state is being changed, and an effect that sends an action at once would change it a second time. Such an effect is
    /// started after the call, inside ``StepInProgress/withCause(_:)``. Costs less than 0.1 µs more than
    /// ``reduce(_:as:in:cause:site:reducer:)``.
    public func reduce<Action, Result, Failure: Error>(
        _ action: Action, as type: Action.Type = Action.self, in state: inout State, cause: Int? = Recorder.cause, site: String? = nil,
        reducer: (inout State, Action, StepInProgress) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let step = willReduce(action, as: type, from: state, cause: cause, site: site)
        do throws(Failure) {
            let result = try step.withCause { () throws(Failure) in try reducer(&state, action, step) }
            didReduce(step, to: state)
            return result
        } catch {
            didFail(step, error: error, leaving: state)
            throw error
        }
    }
}

extension StepInProgress {
    /// Runs work that the step caused: tasks that are started in it, and the actions that they send, name the step as their cause.
    ///
    /// If nothing is recorded, or the action was left out, the cause stays what it was. Any thread, also after the step has ended.
    public func withCause<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let step else { return try body() }
        // A task-local value's own call takes no typed error.
        return try Recorder.$cause.withValue(step) { Swift.Result { () throws(Failure) in try body() } }.get()
    }
}
