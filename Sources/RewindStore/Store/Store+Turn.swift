import Synchronization

extension Store {
    typealias Work = StoreCore<State, Action>.Work

    /// Does work in the store's turn, and what is dispatched from inside that turn right after it.
    ///
    /// Returns when all of it is done, so a thread waits for the turns of other threads. From inside a turn, of this store or another, it never
    /// waits: it leaves the work to the thread that has the turn. Two stores that dispatch to each other therefore can't wait for each other:
    /// who waits has seen the other store idle after marking its own as busy, which no two threads can.
    func submit(_ work: Work) {
        if CurrentTurn.isInside, core.withLock({ $0.leave(work) }) { return }
        let waiters = turn.withLock { _ in
            var waiters: [CheckedContinuation<Void, Never>] = []
            CurrentTurn.enter(self) {
                // What runs here answers for others' actions too: it must not inherit the cause of whoever came first.
                ActionContext.withCause(nil) { waiters = takeTurn(work) }
            }
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func takeTurn(_ work: Work) -> [CheckedContinuation<Void, Never>] {
        var watch = LoopWatch(limit: loopLimit)
        perform(work)
        while true {
            let (next, waiters) = core.withLock { core in
                core.isBusy = !core.queue.isEmpty
                return core.isBusy ? (core.queue.popFirst(), []) : (nil, core.takeWaitersIfSettled())
            }
            guard let next else { return waiters }
            perform(next, &watch)
        }
    }

    /// Does what was dispatched from inside the turn, unless that does not end.
    private func perform(_ work: Work, _ watch: inout LoopWatch) {
        let (isAdmitted, cycle) = watch.admits(work)
        if isAdmitted { return perform(work) }
        if let cycle { onError(.dispatchLoop(cycle: cycle, limit: loopLimit)) }
        guard core.withLock({ $0.refuse(work) }) else { return }
        if case .action(let action, let context, _, _) = work { notify(.refused(action, context)) }
    }

    private func perform(_ work: Work) {
        switch work {
        case .action(let action, let context, let effect, let interceptor):
            switch admit(work, from: effect) {
            case .welcome: pass(action, context, to: interceptor)
            case .refused: notify(.refused(action, context))
            case .cancelled, .held: break
            }
        case .decision(let decide, let context):
            if admit(work, from: nil) == .welcome, let action = decide(state) { pass(action, context, to: 0) }
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

    private enum Admission { case welcome, cancelled, refused, held }

    /// Decides on an action whose turn has come.
    private func admit(_ work: Work, from effect: Int?) -> Admission {
        core.withLock { core in
            core.isBusy = true
            if core.mode == .paused || !core.held.isEmpty {
                core.held.append(work)
                return .held
            }
            if core.mode == .replaying { return core.refuse(work) ? .refused : .cancelled }
            if let effect, !core.effects.dequeue(from: effect) { return .cancelled }
            return .welcome
        }
    }

    func notify(_ event: StoreEvent<State, Action>) {
        for observer in observers { observer(event) }
    }
}
