import Synchronization

extension Store {
    /// Starts the effect that the reduction of an action, or another effect, returned; the latter only while its parent is not cancelled.
    @usableFromInline func start(
        _ effect: Effect<Action>, of action: Action, cause: Cause?, ids: [CancelID] = [], from parent: RunningEffect? = nil
    ) {
        switch effect.operation {
        case .none: break
        case .send(let actions, let site):
            for sent in actions { receive(sent, ActionContext(cause: cause, site: site), from: parent) }
        case .run(let operation, let site): launch(of: action, cause: cause, ids: ids, site, from: parent, operation)
        case .merge(let effects):
            for effect in effects { start(effect, of: action, cause: cause, ids: ids, from: parent) }
        case .cancellable(let effect, let id): start(effect, of: action, cause: cause, ids: ids + [id], from: parent)
        case .cancel(let id): cancelEffects(id)
        case .gated(let effect, let id, let gate):
            if core.withLock({ gate(&$0.gateValues[id]) }) { start(effect, of: action, cause: cause, ids: ids, from: parent) }
        }
    }

    /// Runs an operation in its own task, registered under the ids; refused while the store replays, unless its parent effect goes on.
    ///
    /// - Parameter action: the action whose reduction returned it; `nil` for a thunk.
    func launch(
        of action: Action? = nil, cause: Cause?, ids: [CancelID], _ site: CallSite, from parent: RunningEffect? = nil,
        _ operation: @escaping @Sendable (Send<Action>) async throws -> Void
    ) {
        if parent?.isCancelled == true { return }
        let effect = RunningEffect(ids)
        guard core.withLock({ $0.admit(effect, from: parent) }) else { return }
        let tracked = trackers.compactMap { $0(EffectStart(action: action, cause: cause, site: site)) }
        let ownCause = tracked.last.map { $0.cause } ?? cause
        let send = Send<Action>(
            deliver: { [weak self] action, site in self?.receive(action, ActionContext(cause: ownCause, site: site), from: effect) },
            start: { [weak self] next in
                // A thunk's effect starts no others.
                if let action { self?.start(next, of: action, cause: cause, ids: ids, from: effect) }
            })
        let onError = onError
        let task = Cause.$current.withValue(ownCause) {
            Task { [weak self] in
                var (failure, isCancelled): ((any Error)?, Bool) = (nil, false)
                do { try await operation(send) } catch is CancellationError { isCancelled = true } catch let recovered as RecoveredError {
                    failure = recovered.error
                } catch {
                    failure = error
                    onError(.effectFailed(error, site: site, cause: cause))
                }
                isCancelled = isCancelled || effect.isCancelled || Task.isCancelled
                for effect in tracked { effect.end(failure, isCancelled) }
                self?.effectDidEnd(effect)
            }
        }
        effect.attach(task)
    }

    private func receive(_ action: Action, _ context: ActionContext, from effect: RunningEffect?) {
        if effect?.isCancelled != true { submit(.action(action, context, effect: effect, interceptor: 0)) }
    }

    private func effectDidEnd(_ effect: RunningEffect) {
        core.withLock { core in
            core.effects.removeAll { $0 === effect }
            core.resumeWaitersIfIdle()
        }
    }

    /// Cancels the effects with an id, or all of them if no id is given.
    func cancelEffects(_ id: CancelID? = nil) {
        for effect in core.withLock({ $0.effects(known: id) }) { effect.cancel() }
    }

    /// Waits until the store is settled: no turn is under way, no effect runs, and nothing more happens without another dispatch.
    ///
    /// Returns early when the waiting task is cancelled. Never call it from an effect of the same store, which would wait for itself. An
    /// effect that never ends has to be cancelled first. Actions that a pause holds back do not count.
    public func finish() async {
        let (settled, continuation) = AsyncStream<Never>.makeStream()
        core.withLock { core in
            core.waiters.append(continuation)
            core.resumeWaitersIfIdle()
        }
        for await _ in settled {}
    }
}
