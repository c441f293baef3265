public import Synchronization

extension Store {
    @usableFromInline typealias Work = StoreCore<State, Action>.Work

    /// Does work in the store's turn, and then whatever is dispatched from inside that turn.
    ///
    /// Returns when all of it is done, so a thread waits for the turns of other threads. From inside a turn, of this store or another, it
    /// never waits: it leaves the work to the thread that has the turn. Two stores that dispatch to each other therefore can't deadlock: a
    /// thread waits only if it saw the other store idle after marking its own as busy, which can't be true of two threads at once.
    @inlinable func submit(_ work: Work) {
        if CurrentTurn.isInside, core.withLock({ $0.enqueueIfBusy(work) }) { return }
        turn.withLock { _ in
            CurrentTurn.enter(self) {
                // This turn may also run other threads' actions, which must not inherit this thread's cause.
                Cause.with(nil) { performTurn(startingWith: work) }
            }
        }
    }

    @inlinable func performTurn(startingWith work: Work) {
        var watch = LoopWatch(limit: loopLimit)
        perform(work)
        while let next = core.withLock({ $0.next() }) { perform(next, &watch) }
    }

    /// Does the work dispatched from inside the turn, unless it loops.
    @usableFromInline func perform(_ work: Work, _ watch: inout LoopWatch) {
        if watch.admits(work) { return perform(work) }
        if let cycle = watch.cycle { onError(.dispatchLoop(cycle: cycle, limit: loopLimit)) }
        refuse(work)
    }

    /// Does work whose turn has come, unless the store is paused or replaying, or the work's effect was cancelled.
    @inlinable func perform(_ work: Work) {
        let mode = core.withLock { $0.begin(work) }
        guard mode == .live else { return mode == .replaying ? refuse(work) : () }
        switch work {
        case .action(let action, let context, let effect, let interceptor):
            if effect?.isCancelled != true { pass(action, context, to: interceptor) }
        case .conditionalAction(let decide, let context): if let action = decide(state) { pass(action, context, to: 0) }
        case .replayed(let action, let context): reduce(action, context)
        case .replacement(let state, let context): replace(with: state, context)
        case .transformation(let change, let context): if let state = change(state) { replace(with: state, context) }
        case .subscription(let subscriber):
            core.withLock { $0.subscribers.append(subscriber) }
            publish(state, to: [subscriber], cause: nil)
        case .event(let event): notify(event)
        case .resumption: break
        }
    }

    @usableFromInline func refuse(_ work: Work) {
        if work.effect?.isCancelled == true { return }
        core.withLock { $0.refusedDispatches += 1 }
        if case .action(let action, let context, _, _) = work { notify(.refused(action, context)) }
    }

    @usableFromInline func notify(_ event: StoreEvent<State, Action>) {
        for observer in observers { observer(event) }
    }
}
