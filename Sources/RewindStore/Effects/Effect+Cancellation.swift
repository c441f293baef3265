extension Effect {
    /// This effect under a name by which it can be cancelled.
    ///
    /// - Parameters:
    ///   - id: any value; effects of the same id are cancelled together. Use a type of your own, so that features don't meet.
    ///   - cancelInFlight: whether effects that already run under this id are cancelled first.
    public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Effect {
        Effect(operation: .cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
    }

    /// Cancels all effects that run under an id.
    ///
    /// None of their actions reaches the reducer after the reduction that returned this, not even those that were already queued.
    public static func cancel(id: some Hashable & Sendable) -> Effect { Effect(operation: .cancel(CancelID(id))) }

    /// This effect after a pause without another one of the same id: a search that waits until the typing stops.
    ///
    /// The effect's own `.send` actions wait as well.
    public func debounce(id: some Hashable & Sendable, for pause: Duration, clock: any Clock<Duration>) -> Effect {
        Effect.run { send in
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            await perform(send)
        }
        .cancellable(id: id, cancelInFlight: true)
    }

    /// Does the work here and now, in the running task; what would cancel other effects is left out.
    private func perform(_ send: Send<Action>) async {
        switch operation {
        case .none, .cancel: break
        case .send(let actions, let site): for action in actions { send.deliver(action, site) }
        case .run(let run): await run(send)
        case .cancellable(let effect, _, _): await effect.perform(send)
        case .merge(let effects):
            await withTaskGroup { group in
                for effect in effects { group.addTask { await effect.perform(send) } }
            }
        }
    }
}

/// The name of a cancellable effect: any hashable value, of any type.
struct CancelID: Hashable, Sendable {
    private let base: any Hashable & Sendable

    init(_ base: some Hashable & Sendable) { self.base = base }

    static func == (left: CancelID, right: CancelID) -> Bool { AnyHashable(left.base) == AnyHashable(right.base) }

    func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}
