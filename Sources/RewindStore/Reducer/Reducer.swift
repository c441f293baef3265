/// How actions change a state: a value around a function, composed of smaller ones.
///
/// ```swift
/// let counter = Reducer<Int, CounterAction> { count, action in
///     switch action {
///     case .increment: count += 1
///     case .incrementLater: return .run { send in await pause(); send(.increment) }
///     }
///     return .none
/// }
/// ```
/// The function should depend only on its arguments: anything random, timed or external belongs in effects, and comes back as an action.
public struct Reducer<State, Action: Sendable>: Sendable {
    /// Changes the state by one action, and returns the effect that the action asks for.
    public let reduce: @Sendable (_ state: inout State, _ action: Action) -> Effect<Action>

    /// A reducer that changes the state in place.
    public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Effect<Action>) {
        self.reduce = reduce
    }

    /// A reducer from a pure function, without effects.
    public init(pure reduce: @escaping @Sendable (_ state: State, _ action: Action) -> State) {
        self.init { state, action in
            state = reduce(state, action)
            return .none
        }
    }

    /// A reducer that changes nothing.
    public static var empty: Reducer { Reducer { _, _ in .none } }

    /// All of the given reducers, one after the other, on the same state and action; their effects run concurrently.
    public static func combine(_ reducers: Reducer...) -> Reducer { combine(reducers) }

    /// All of the given reducers, one after the other, on the same state and action; their effects run concurrently.
    public static func combine(_ reducers: [Reducer]) -> Reducer {
        Reducer { state, action in
            var effects: [Effect<Action>] = []
            for reducer in reducers {
                let effect = reducer.reduce(&state, action)
                if !effect.isNone { effects.append(effect) }
            }
            return .merge(effects)
        }
    }
}
