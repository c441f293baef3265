import Synchronization

/// Keeps a subscription going: it ends when this is cancelled or let go of.
public final class Subscription: Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = Mutex(onCancel) }

    deinit { cancel() }

    /// Ends the subscription: after this no call begins any more.
    ///
    /// One that runs on another thread may still be on its way.
    public func cancel() {
        let end = onCancel.withLock { $0.take() }
        end?()
    }
}

extension Store {
    /// Calls a function with the state now, and then after every reduction, in order, until the returned token is let go of.
    ///
    /// It is called in the store's turn, on the thread that dispatches, under no lock; what it dispatches is queued. It should not block.
    public func subscribe(_ handler: @escaping @Sendable (State) -> Void) -> Subscription { subscribe(handler, onEnd: nil) }

    /// Every state from now on, the present one first, as a sequence that ends with the store.
    public var states: AsyncStream<State> { states(buffering: .unbounded) }

    /// The states from now on, of which a slow reader may miss some: `.bufferingNewest(1)` is right for drawing.
    public func states(buffering policy: AsyncStream<State>.Continuation.BufferingPolicy) -> AsyncStream<State> {
        AsyncStream(bufferingPolicy: policy) { continuation in
            let subscription = subscribe({ continuation.yield($0) }, onEnd: { continuation.finish() })
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }

    /// Waits for a state of a kind, the present one included; `nil` when the store goes or the task is cancelled first.
    public func firstState(where predicate: (State) -> Bool) async -> State? {
        for await state in states where predicate(state) { return state }
        return nil
    }

    private func subscribe(_ handler: @escaping @Sendable (State) -> Void, onEnd: (@Sendable () -> Void)?) -> Subscription {
        let number = core.withLock { core in
            let number = core.newNumber()
            core.subscribers.append(.init(number: number, handler: handler, onEnd: onEnd))
            return number
        }
        enqueue(.subscription(number))
        return Subscription { [weak self] in self?.core.withLock { $0.unsubscribe(number) } }
    }

    /// Calls all subscribers that have seen a state before; those that are new wait for their own turn.
    func publish(_ state: State, cause: Int?) {
        let numbers = core.withLock { core in core.subscribers.filter(\.isGreeted).map(\.number) }
        guard !numbers.isEmpty else { return }
        ActionContext.$currentCause.withValue(cause) {
            for number in numbers { core.withLock { $0.subscriber(number)?.handler }?(state) }
        }
    }

    /// Gives a new subscriber its first state.
    func greet(_ number: Int) {
        let (handler, state) = core.withLock { core in
            core.isReducing = true
            return (core.greet(number), core.state)
        }
        handler?(state)
        core.withLock { $0.isReducing = false }
    }
}

extension StoreCore {
    fileprivate func subscriber(_ number: Int) -> Subscriber? { subscribers.first { $0.number == number } }

    fileprivate mutating func unsubscribe(_ number: Int) { subscribers.removeAll { $0.number == number } }

    fileprivate mutating func greet(_ number: Int) -> (@Sendable (State) -> Void)? {
        guard let index = subscribers.firstIndex(where: { $0.number == number }) else { return nil }
        subscribers[index].isGreeted = true
        return subscribers[index].handler
    }
}
