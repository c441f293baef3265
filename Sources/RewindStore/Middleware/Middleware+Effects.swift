/// Whether something is given the state before the reducer or the one after it.
public enum ReducerPosition: Sendable {
    /// The state that the action finds.
    case before
    /// The state that the action makes.
    case after
}

extension Middleware {
    /// A middleware whose answer to an action is work, such as a request: it sees the action with the state before or after the reducer.
    ///
    /// The work starts after the reduction in both positions, with that action as its cause; not in a replay.
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

    /// A middleware whose answer to an action is an asynchronous sequence of others, or nothing; an error ends it, and is told to `onError`.
    public static func sequences<Actions: AsyncSequence & Sendable>(
        at position: ReducerPosition = .after, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (_ state: State, _ action: Action) -> Actions?
    ) -> Middleware where Actions.Element == Action {
        .effects(at: position) { state, action in body(state, action).map { .sequence($0, fileID: fileID, line: line) } }
    }
}
