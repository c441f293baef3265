import Synchronization

extension Store {
    /// Calls a function with the state now, and then after every reduction, in order, until the returned token is let go of.
    ///
    /// It is called in the store's turn, on the thread that dispatches, under no lock but the turn; what it dispatches is reduced next. It should
    /// not block. The token may be cancelled, and other subscriptions made, from inside it.
    public func subscribe(_ handler: @escaping @Sendable (State) -> Void) -> Subscription { subscribe(to: { $0 }, handler) }

    /// Calls a function with a part of the state now, and then after every reduction.
    public func subscribe<Part>(
        to select: @escaping @Sendable (State) -> Part, _ handler: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        subscribe(
            while: {
                handler(select($0))
                return true
            }, onEnd: {})
    }

    /// Calls a function with a part of the state now, and then whenever it has become another.
    public func subscribe<Part: Equatable & Sendable>(
        to select: @escaping @Sendable (State) -> Part, _ handler: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        let changes = Changes<Part>()
        return subscribe(to: { (state: State) -> Part? in changes.next(select(state)) }, ifAny: handler)
    }

    /// Calls a function with a part of the state for as long as there is one: the value of an enum's case, an element.
    ///
    /// The subscription ends, and `onEnd` is called, when the part is `nil` (also at the beginning) or the store goes; not when the token is
    /// cancelled.
    public func subscribe<Part>(
        whileSome select: @escaping @Sendable (State) -> Part?, onEnd: @escaping @Sendable () -> Void = {},
        _ handler: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        subscribe(
            while: { state in
                guard let part = select(state) else { return false }
                handler(part)
                return true
            }, onEnd: onEnd)
    }

    private func subscribe<Part>(
        to select: @escaping @Sendable (State) -> Part?, ifAny handler: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        subscribe(
            while: { state in
                if let part = select(state) { handler(part) }
                return true
            }, onEnd: {})
    }

    /// The one kind of subscription, of which all others are made: goes on while its function says so.
    func subscribe(while handler: @escaping @Sendable (State) -> Bool, onEnd: @escaping @Sendable () -> Void) -> Subscription {
        let subscriber = Subscriber(handler, onEnd: onEnd)
        core.withLock { $0.subscribers.append(subscriber) }
        submit(.subscription(subscriber))
        return Subscription { [weak self] in
            subscriber.cancel()
            self?.removeEnded()
        }
    }

    /// Gives a new subscriber its first state.
    func greet(_ subscriber: Subscriber<State>) {
        let state = core.withLock { core in
            (core.isBusy, core.isReducing) = (true, true)
            return core.state
        }
        subscriber.greet(state)
        core.withLock { $0.isReducing = false }
        removeEnded()
    }

    /// Forgets subscribers that have ended.
    func removeEnded() {
        core.withLock { $0.subscribers.removeAll(where: \.hasEnded) }
    }
}

/// Lets through what differs from the last one.
final class Changes<Value: Equatable & Sendable>: Sendable {
    private let last = Mutex<Value?>(nil)

    func next(_ value: Value) -> Value? {
        last.withLock { last in
            if last == value { return nil }
            last = value
            return value
        }
    }
}
