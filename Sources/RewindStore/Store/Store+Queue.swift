import Synchronization

extension Store {
    typealias Work = StoreCore<State, Action>.Work

    /// Queues work, and works the queue off unless a thread is already at it.
    func enqueue(_ work: Work) {
        let drains = core.withLock { core in
            core.queue.append(work)
            guard core.drainer == nil else { return false }
            core.drainer = .current
            return true
        }
        if drains {
            // What runs here answers for others' actions too: it must not inherit the cause of whoever happened to find the store idle.
            ActionContext.$currentCause.withValue(nil) { drain() }
        }
    }

    private func drain() {
        var batch: [Work] = []
        while true {
            batch.removeAll(keepingCapacity: true)
            let waiters = core.withLock { core in
                swap(&batch, &core.queue)
                if batch.isEmpty { core.drainer = nil }
                return core.takeWaitersIfSettled()
            }
            for waiter in waiters { waiter.resume() }
            guard !batch.isEmpty else { return }
            for work in batch { perform(work) }
        }
    }

    private func perform(_ work: Work) {
        switch work {
        case .action(let action, let context, let effect, let interceptor):
            switch admit(effect) {
            case .welcome: pass(action, context, to: interceptor)
            case .cancelled: break
            case .refused: notify(.refused(action, context))
            }
        case .decision(let decide, let context):
            if admit(nil) == .welcome, let action = decide(state) { pass(action, context, to: 0) }
        case .replayed(let action, let context): reduce(action, context)
        case .replacement(let state): replace(with: state)
        case .subscription(let number): greet(number)
        case .event(let event): notify(event)
        }
    }

    private enum Admission { case welcome, cancelled, refused }

    private func admit(_ effect: Int?) -> Admission {
        core.withLock { core in
            if let effect, !core.effects.dequeue(from: effect) { return .cancelled }
            guard core.mode == .live else {
                core.refusedDispatches += 1
                return .refused
            }
            return .welcome
        }
    }

    // MARK: Interceptors

    private func pass(_ action: Action, _ context: ActionContext, to index: Int) {
        guard index < interceptors.count else { return reduce(action, context) }
        let passage = Passage { self.tell(.swallowed(action, context)) }
        ActionContext.$currentCause.withValue(context.cause) {
            interceptors[index](action, context, access) { action in
                passage.take()
                self.forward(action, context, from: passage, to: index + 1)
            }
        }
        passage.interceptorReturned()
    }

    /// Goes on at once if this is the inside of the interceptor's own call, so that it sees the new state after `next`; otherwise in turn.
    private func forward(_ action: Action, _ context: ActionContext, from passage: Passage, to index: Int) {
        if passage.isInsideInterceptor && mayGoOn {
            pass(action, context, to: index)
        } else {
            enqueue(.action(action, context, effect: nil, interceptor: index))
        }
    }

    private func tell(_ event: StoreEvent<State, Action>) {
        if mayGoOn { notify(event) } else { enqueue(.event(event)) }
    }

    /// Whether this thread works the queue off and stands between reductions.
    private var mayGoOn: Bool {
        let current = ThreadIdentity.current
        return core.withLock { $0.drainer == current && !$0.isReducing }
    }

    private func notify(_ event: StoreEvent<State, Action>) {
        for observer in observers { observer(event) }
    }

    // MARK: The reduction

    private func reduce(_ action: Action, _ context: ActionContext) {
        var context = context
        var state = core.withLock { core in
            core.isReducing = true
            return core.state
        }
        let effect = reduction(&context, &state, action)
        core.withLock { $0.state = state }
        if !context.isReplay { start(effect, cause: context.step) }
        publish(state, cause: context.step)
        core.withLock { $0.isReducing = false }
    }

    private func replace(with state: State) {
        core.withLock { core in
            core.state = state
            core.isReducing = true
        }
        notify(.replaced(state))
        publish(state, cause: nil)
        core.withLock { $0.isReducing = false }
    }
}
