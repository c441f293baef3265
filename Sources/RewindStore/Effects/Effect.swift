/// What is to be done beside a reduction: a value that describes work whose results come back as actions.
///
/// A store starts an effect when the reduction that returned it is over. The work runs concurrently, off the store's serial order; every
/// action that it sends is dispatched, with the step of that reduction as its cause.
public struct Effect<Action: Sendable>: Sendable {
    let operation: Operation

    indirect enum Operation: Sendable {
        case none
        case send([Action], site: String)
        case run(@Sendable (Send<Action>) async -> Void)
        case merge([Effect])
        case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
        case cancel(CancelID)
    }

    /// Nothing.
    public static var none: Effect { Effect(operation: .none) }

    /// Dispatches actions right after the reduction, in order.
    public static func send(_ actions: Action..., fileID: StaticString = #fileID, line: UInt = #line) -> Effect {
        Effect(operation: .send(actions, site: ActionContext.site(fileID, line)))
    }

    /// Asynchronous work that sends actions whenever it has any.
    public static func run(_ operation: @escaping @Sendable (_ send: Send<Action>) async -> Void) -> Effect {
        Effect(operation: .run(operation))
    }

    /// Asynchronous work that may throw; an error becomes an action, a cancellation just ends it.
    public static func run(
        _ operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
        catch recover: @escaping @Sendable (any Error) -> Action,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        .run { send in
            do {
                try await operation(send)
            } catch is CancellationError {
                return
            } catch {
                send(recover(error), fileID: fileID, line: line)
            }
        }
    }

    /// The actions of an asynchronous sequence, as they come.
    public static func sequence<Actions: AsyncSequence & Sendable>(
        _ actions: Actions, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect where Actions.Element == Action, Actions.Failure == Never {
        .run { send in
            for await action in actions { send(action, fileID: fileID, line: line) }
        }
    }

    /// Several effects side by side.
    public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

    /// Several effects side by side.
    public static func merge(_ effects: [Effect]) -> Effect {
        let effects = effects.filter { !$0.isNone }
        return switch effects.count {
        case 0: .none
        case 1: effects[0]
        default: Effect(operation: .merge(effects))
        }
    }

    private var isNone: Bool { if case .none = operation { true } else { false } }
}

extension Effect {
    /// The same work with its actions turned into others: how the effects of a part become effects of the whole.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
        switch operation {
        case .none: .none
        case .send(let actions, let site): Effect<Other>(operation: .send(actions.map(transform), site: site))
        case .run(let run): .run { send in await run(send.map(transform)) }
        case .merge(let effects): .merge(effects.map { $0.map(transform) })
        case .cancellable(let effect, let id, let cancelInFlight):
            Effect<Other>(operation: .cancellable(effect.map(transform), id: id, cancelInFlight: cancelInFlight))
        case .cancel(let id): Effect<Other>(operation: .cancel(id))
        }
    }
}
