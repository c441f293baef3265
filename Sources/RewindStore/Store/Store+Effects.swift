import Synchronization

extension Store {
    /// Starts what a reduction asked for; called in the store's turn, so whatever is sent at once is queued behind it.
    func start(_ effect: Effect<Action>, cause: Int?, ids: [CancelID] = []) {
        switch effect.operation {
        case .none: break
        case .send(let actions, let site):
            for action in actions { dispatch(action, context: ActionContext(cause: cause, site: site)) }
        case .run(let operation): launch(cause: cause, ids: ids, operation)
        case .merge(let effects):
            for effect in effects { start(effect, cause: cause, ids: ids) }
        case .cancellable(let effect, let id, let cancelInFlight):
            if cancelInFlight { cancel(id) }
            start(effect, cause: cause, ids: ids + [id])
        case .cancel(let id): cancel(id)
        }
    }

    /// Runs an operation in a task of its own, known under the ids; refused while the store replays.
    func launch(cause: Int?, ids: [CancelID], _ operation: @escaping @Sendable (Send<Action>) async -> Void) {
        let number: Int? = core.withLock { core in
            guard core.mode == .live else {
                core.refusedDispatches += 1
                return nil
            }
            return core.effects.register(ids)
        }
        guard let number else { return }
        let send = Send<Action> { [weak self] action, site in
            self?.receive(action, ActionContext(cause: cause, site: site), from: number)
        }
        let task = ActionContext.$currentCause.withValue(cause) {
            Task { [weak self] in
                await operation(send)
                self?.effectDidEnd(number)
            }
        }
        core.withLock { $0.effects.attach(task, to: number) }?.cancel()
    }

    private func receive(_ action: Action, _ context: ActionContext, from effect: Int) {
        guard core.withLock({ $0.effects.enqueue(from: effect) }) else { return }
        enqueue(.action(action, context, effect: effect, interceptor: 0))
    }

    private func effectDidEnd(_ number: Int) {
        let waiters = core.withLock { core in
            core.effects.end(number)
            return core.takeWaitersIfSettled()
        }
        for waiter in waiters { waiter.resume() }
    }

    private func cancel(_ id: CancelID) {
        let tasks = core.withLock { $0.effects.cancel(id) }
        for task in tasks { task.cancel() }
    }
}

extension Store {
    /// Waits until the store is settled: the queue is empty, no effect runs, and nothing more happens unless somebody dispatches.
    ///
    /// Returns early when the waiting task is cancelled. Never call it from an effect of the same store, which would wait for itself; an effect
    /// that never ends has to be cancelled first.
    public func finish() async {
        let number = core.withLock { $0.newNumber() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSettled = core.withLock { core in
                    if core.isSettled || Task.isCancelled { return true }
                    core.waiters[number] = continuation
                    return false
                }
                if isSettled { continuation.resume() }
            }
        } onCancel: {
            core.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }
}
