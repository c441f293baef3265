/// Whether a function receives the state before or after the reducer.
public enum ReducerPosition: Sendable {
    /// The state before the action.
    case before
    /// The state after the action.
    case after
}

extension Middleware {
    /// A middleware that answers an action with work, such as a request; it sees the action with the state before or after the reducer.
    ///
    /// In both positions, the work starts after the reduction, with that action as its cause; it does not start in a replay.
    public static func effects(
        at position: ReducerPosition = .after, _ body: @escaping @Sendable (_ state: State, _ action: Action) -> Effect<Action>?
    ) -> Middleware {
        .reducing { context, state, action, reduce in
            let early = position == .before && !context.isReplay ? body(state, action) : nil
            let effect = reduce(&context, &state, action)
            let late = position == .after && !context.isReplay ? body(state, action) : nil
            return .merge([effect, early ?? late ?? .none])
        }
    }
}
