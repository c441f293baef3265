public import Synchronization

extension Store {
    @usableFromInline typealias Work = StoreCore<State, Action>.Work

    /// Does work in the store's turn, and what is dispatched from inside that turn right after it.
    ///
    /// Returns when all of it is done, so a thread waits for the turns of other threads. From inside a turn, of this store or another, it never
    /// waits: it leaves the work to the thread that has the turn. Two stores that dispatch to each other therefore can't wait for each other:
    /// who waits has seen the other store idle after marking its own as busy, which no two threads can.
    @inlinable func submit(_ work: Work) {
        if CurrentTurn.isInside, core.withLock({ $0.leave(work) }) { return }
        turn.withLock { _ in
            CurrentTurn.enter(self) {
                // What runs here answers for others' actions too: it must not inherit the cause of whoever came first.
                ActionContext.withCause(nil) { takeTurn(work) }
            }
        }
    }

    @inlinable func takeTurn(_ work: Work) {
        var watch = LoopWatch(limit: loopLimit)
        perform(work)
        while true {
            let (next, waiters) = core.withLock { core in
                core.isBusy = !core.queue.isEmpty
                return core.isBusy ? (core.queue.popFirst(), []) : (nil, core.takeWaitersIfSettled())
            }
            guard let next else { return waiters.forEach { $0.finish() } }
            perform(next, &watch)
        }
    }

    /// Does what was dispatched from inside the turn, unless that does not end.
    @usableFromInline func perform(_ work: Work, _ watch: inout LoopWatch) {
        let (isAdmitted, cycle) = watch.admits(work)
        if isAdmitted { return perform(work) }
        if let cycle { onError(.dispatchLoop(cycle: cycle, limit: loopLimit)) }
        if work.effect?.isCancelled != true { refuse(work) }
    }

    @inlinable func perform(_ work: Work) {
        switch work {
        case .action(let action, let context, _, let interceptor):
            if admit(work) { pass(action, context, to: interceptor) }
        case .decision(let decide, let context):
            if admit(work), let action = decide(state) { pass(action, context, to: 0) }
        case .replayed(let action, let context): reduce(action, context)
        case .replacement(let state): replace(with: state)
        case .subscription(let subscriber): greet(subscriber)
        case .event(let event):
            core.withLock { $0.isBusy = true }
            notify(event)
        case .resumption:
            core.withLock { core in
                core.isBusy = true
                core.queue.prepend(core.held)
                core.held = []
            }
        }
    }

    /// Decides on an action whose turn has come: held back, refused, of a cancelled effect, or welcome.
    @inlinable func admit(_ work: Work) -> Bool {
        let mode = core.withLock { core in
            core.isBusy = true
            guard core.mode == .paused || !core.held.isEmpty else { return core.mode }
            core.held.append(work)
            return .paused
        }
        guard mode != .paused, work.effect?.isCancelled != true else { return false }
        if mode == .replaying { refuse(work) }
        return mode == .live
    }

    @usableFromInline func refuse(_ work: Work) {
        core.withLock { $0.refusedDispatches += 1 }
        if case .action(let action, let context, _, _) = work { notify(.refused(action, context)) }
    }

    @usableFromInline func notify(_ event: StoreEvent<State, Action>) {
        for observer in observers { observer(event) }
    }
}
