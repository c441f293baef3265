public import RewindRecorder
public import RewindStore

extension Recorder {
    /// The recorder as a middleware of a store: put it last, so that it sees what the reducer sees.
    ///
    /// ```swift
    /// let recorder = Recorder(app: "Episodes")
    /// let state = AppState()
    /// let store = Store(initialState: state, reducer: .app, middlewares: [recorder.middleware(initialState: state)])
    /// ```
    ///
    /// The step's number becomes the cause of whatever its effects dispatch. Each effect is recorded when it begins and when it has ended,
    /// under the name of the action that started it (a thunk as `thunk`), and what it dispatches names it. An action that an interceptor swallows is recorded as
    /// swallowed, and a state that is replaced from outside as an external step. Replayed actions, and states that are
    /// replaced during a replay, are not recorded; what a replay leaves changed is a step of its own before the next action.
    ///
    /// - Parameters:
    ///   - name: the store's name in the recording, unique within the process.
    ///   - initialState: the state in which the store begins.
    ///   - version: the version of the state: count it up when a change of its types, or of the actions', makes migrations necessary.
    public func middleware<State: Encodable & Sendable, Action: Sendable>(
        _ name: String = "main", initialState: State, version: Int = 1, actions: Action.Type = Action.self
    ) -> Middleware<State, Action> {
        let storeRecorder = store(name, initialState: initialState, version: version)
        return Middleware(
            reduce: { context, state, action, reduce in
                if context.isReplay { return reduce(&context, &state, action) }
                let step = storeRecorder.willReduce(action, from: state, cause: context.cause, site: context.site)
                context.step = step.step
                let effect = reduce(&context, &state, action)
                storeRecorder.didReduce(step, to: state)
                return effect
            },
            observe: { event in
                switch event {
                case .swallowed(let action, let context): storeRecorder.didSwallow(action, cause: context.cause, site: context.site)
                case .replaced(let state, let context):
                    if !context.isReplay { storeRecorder.didReplace(with: state, cause: context.cause, site: context.site) }
                case .refused, .modeChanged: break  // that a replay is running is not the recording's
                }
            },
            track: { start in
                // Without a cause, its action was left out, and so is what that started.
                if start.action != nil, start.cause == nil { return nil }
                let name = start.action.map { EffectName(of: $0) } ?? "thunk"
                let effect = storeRecorder.beginEffect(name, cause: start.cause, site: start.site)
                return TrackedEffect(cause: effect.cause) { error, isCancelled in
                    storeRecorder.endEffect(effect, error: error, isCancelled: isCancelled)
                }
            })
    }
}
