/// Work that a reduction asks for: a value that describes the work, whose results come back as actions.
///
/// A store starts an effect after the reduction that returned it. The work runs concurrently, outside the store's serial order; every
/// action it sends is dispatched with the step of that reduction as its cause.
public struct Effect<Action: Sendable>: Sendable {
    @usableFromInline let operation: Operation

    @usableFromInline indirect enum Operation: Sendable {
        case none
        case send([Action], CallSite)
        case run(@Sendable (Send<Action>) async throws -> Void, CallSite)
        case merge([Effect])
        case cancellable(Effect, id: CancelID)
        case cancel(CancelID)
        /// Starts the effect only if the gate allows it; the gate may remember a value for the next time.
        case gated(Effect, id: CancelID, gate: @Sendable (_ memory: inout (any Sendable)?) -> Bool)
    }

    /// No work.
    public static var none: Effect { Effect(operation: .none) }

    /// Dispatches actions right after the reduction, in order.
    public static func send(_ actions: Action..., fileID: StaticString = #fileID, line: UInt = #line) -> Effect {
        Effect(operation: .send(actions, CallSite(fileID, line)))
    }

    /// Asynchronous work that may send actions at any time.
    ///
    /// If the work throws, the error goes to the store's `onError`; a cancellation just ends the work.
    public static func run(
        fileID: StaticString = #fileID, line: UInt = #line, _ operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void
    ) -> Effect {
        Effect(operation: .run(operation, CallSite(fileID, line)))
    }

    /// Asynchronous work that may throw; an error becomes an action, and a cancellation just ends the work.
    public static func run(
        _ operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
        catch recover: @escaping @Sendable (any Error) -> Action,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        .run(fileID: fileID, line: line) { send in
            do { try await operation(send) } catch is CancellationError {} catch {
                send(recover(error), fileID: fileID, line: line)
                throw RecoveredError(error: error)
            }
        }
    }

    /// The actions of an asynchronous sequence, as they arrive; if the sequence throws, the error goes to the store's `onError`.
    public static func sequence<Actions: AsyncSequence & Sendable>(
        _ actions: Actions, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect where Actions.Element == Action {
        .run(fileID: fileID, line: line) { send in
            for try await action in actions { send(action, fileID: fileID, line: line) }
        }
    }

    /// Several effects that run concurrently.
    public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

    /// Several effects that run concurrently.
    public static func merge(_ effects: [Effect]) -> Effect {
        let effects = effects.filter { !$0.isNone }
        return effects.count > 1 ? Effect(operation: .merge(effects)) : effects.first ?? .none
    }

    @inlinable var isNone: Bool { if case .none = operation { true } else { false } }

    /// The same work with its actions transformed, which turns the effects of a part into effects of the whole.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
        switch operation {
        case .none: .none
        case .send(let actions, let site): Effect<Other>(operation: .send(actions.map(transform), site))
        case .run(let run, let site): Effect<Other>(operation: .run({ send in try await run(send.map(transform)) }, site))
        case .merge(let effects): .merge(effects.map { $0.map(transform) })
        case .cancellable(let effect, let id): Effect<Other>(operation: .cancellable(effect.map(transform), id: id))
        case .cancel(let id): Effect<Other>(operation: .cancel(id))
        case .gated(let effect, let id, let gate): Effect<Other>(operation: .gated(effect.map(transform), id: id, gate: gate))
        }
    }
}

/// The way for an effect to send actions to the store: call it as a function, from any thread.
///
/// Like a dispatch, a call returns when the action is reduced. It does not keep the store alive; once the effect is cancelled or the store
/// is released, actions are dropped.
public struct Send<Action: Sendable>: Sendable {
    let deliver: @Sendable (_ action: Action, _ site: CallSite) -> Void
    /// Starts another effect on behalf of this one.
    let start: @Sendable (Effect<Action>) -> Void

    /// Dispatches an action whose cause is the reduction that started this effect.
    public func callAsFunction(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
        deliver(action, CallSite(fileID, line))
    }

    func map<Part: Sendable>(_ transform: @escaping @Sendable (Part) -> Action) -> Send<Part> {
        Send<Part>(deliver: { part, site in deliver(transform(part), site) }, start: { effect in start(effect.map(transform)) })
    }
}
