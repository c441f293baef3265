/// Whole reducers that record each of their steps, in the shapes that stores have: `recorder.store(initialState:
/// state).recording(appReducer)`.
extension StoreRecorder {
    /// A reducer that records each of its steps and otherwise behaves like the given one.
    public func recording<Action>(
        _ reducer: @escaping @Sendable (State, Action) -> State
    ) -> @Sendable (State, Action) -> State {
        { [self] state, action in reduce(action, from: state, reducer: reducer) }
    }

    /// A reducer that changes the state in place, returns effects or nothing, and records each of its steps.
    public func recording<Action, Result>(
        _ reducer: @escaping (inout State, Action) -> Result
    ) -> (inout State, Action) -> Result {
        { [self] state, action in reduce(action, in: &state, reducer: reducer) }
    }

    /// A reducer that makes the first state from `nil`, as ReSwift's do, and records each of its steps; that first call is not a step.
    public func recording<Action>(
        _ reducer: @escaping (Action, State?) -> State
    ) -> (Action, State?) -> State {
        { [self] action, state in
            guard let state else { return reducer(action, nil) }
            return reduce(action, from: state) { state, action in reducer(action, state) }
        }
    }

    /// An update that returns the next state among other things, as Mobius's do, and records each of its steps.
    ///
    /// - Parameters:
    ///   - update: what makes the next state.
    ///   - next: extracts the state from what the update returns; `nil` if the update changes nothing.
    public func recording<Action, Next>(
        _ update: @escaping (State, Action) -> Next, next: @escaping (Next) -> State?
    ) -> (State, Action) -> Next {
        { [self] state, action in
            let step = willReduce(action, from: state)
            let result = update(state, action)
            didReduce(step, to: next(result) ?? state)
            return result
        }
    }
}
