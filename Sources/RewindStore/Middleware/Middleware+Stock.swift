import Synchronization

extension Middleware {
    /// A middleware that only listens, for analytics, or for outputs that are not state, such as routes: it receives each action after its
    /// reduction, with the states before and after; it is not called in a replay.
    ///
    /// It is called in the store's turn and should not block.
    public static func listening(
        _ listener: @escaping @Sendable (_ action: Action, _ context: ActionContext, _ old: State, _ new: State) -> Void
    ) -> Middleware {
        .reducing { context, state, action, reduce in
            let old = state
            let effect = reduce(&context, &state, action)
            if !context.isReplay { listener(action, context, old, state) }
            return effect
        }
    }

    /// A middleware that saves a part of the state, such as a session, whenever an action has changed it.
    ///
    /// ```swift
    /// var state = AppState()
    /// state.session = try sessions.load()
    /// let store = Store(initialState: state, reducer: .app, middlewares: [.persisting(\.session, save: sessions.save)])
    /// ```
    /// The saves run in the order of the changes, outside the store's turns. ``Store/finish()`` waits for them; errors go to `onError`. A
    /// replay and ``Store/replaceState(_:)`` save nothing.
    public static func persisting<Part: Equatable & Sendable>(
        _ select: @escaping @Sendable (State) -> Part, fileID: StaticString = #fileID, line: UInt = #line,
        save: @escaping @Sendable (Part) async throws -> Void
    ) -> Middleware {
        let last = Mutex<Task<Void, any Error>?>(nil)
        return .reducing { context, state, action, reduce in
            let old = select(state)
            let effect = reduce(&context, &state, action)
            let new = select(state)
            if context.isReplay || old == new { return effect }
            let saving = last.withLock { last in
                let saving = Task { [earlier = last] in
                    _ = await earlier?.result
                    try await save(new)
                }
                last = saving
                return saving
            }
            return .merge(effect, .run(fileID: fileID, line: line) { _ in try await saving.value })
        }
    }
}
