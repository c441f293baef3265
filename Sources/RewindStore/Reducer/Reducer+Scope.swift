extension Reducer {
    /// This reducer on a part of a larger state, for the larger actions from which `extract` returns an action.
    ///
    /// - Parameters:
    ///   - part: the place of this reducer's state.
    ///   - extract: this reducer's action inside a larger one; `nil` for other actions.
    ///   - embed: the larger action for an action of this reducer's effects.
    public func scope<Whole, WholeAction>(
        _ part: any WritableKeyPath<Whole, State> & Sendable,
        extract: @escaping @Sendable (WholeAction) -> Action?,
        embed: @escaping @Sendable (Action) -> WholeAction
    ) -> Reducer<Whole, WholeAction> {
        Reducer<Whole, WholeAction> { whole, wholeAction in
            guard let action = extract(wholeAction) else { return .none }
            return reduce(&whole[keyPath: part], action).map(embed)
        }
    }

    /// This reducer on a part that closures read and write: a case of an enum, an element of a collection.
    ///
    /// If `get` finds no such part, nothing happens.
    public func scope<Whole, WholeAction>(
        get: @escaping @Sendable (Whole) -> State?,
        set: @escaping @Sendable (inout Whole, State) -> Void,
        extract: @escaping @Sendable (WholeAction) -> Action?,
        embed: @escaping @Sendable (Action) -> WholeAction
    ) -> Reducer<Whole, WholeAction> {
        Reducer<Whole, WholeAction> { whole, wholeAction in
            guard let action = extract(wholeAction), var part = get(whole) else { return .none }
            let effect = reduce(&part, action)
            set(&whole, part)
            return effect.map(embed)
        }
    }

    /// This reducer on an optional state; while the state is `nil`, actions change nothing.
    public var optional: Reducer<State?, Action> { scope(get: \.self, set: { $0 = $1 }, extract: \.self, embed: \.self) }
}
