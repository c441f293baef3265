public import Synchronization

/// What a subscription sees in a state.
@usableFromInline enum View<Part> {
    case new(Part)
    /// What it has seen before.
    case same
    /// Nothing, now and for good.
    case over
}

extension Store {
    @usableFromInline typealias Follow<Part> = @Sendable (State) -> View<Part>

    /// The one kind of subscription, of which all others are made.
    @inlinable func follow<Part>(
        _ view: @escaping Follow<Part>, onEnd: @escaping @Sendable () -> Void = {}, _ handler: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        let subscriber = Subscriber<State>(onEnd: onEnd) { state in
            switch view(state) {
            case .new(let part): handler(part)
            case .same: break
            case .over: return false
            }
            return true
        }
        core.withLock { $0.subscribers.append(subscriber) }
        submit(.subscription(subscriber))
        return Subscription { [weak self] in
            subscriber.cancel()
            self?.removeEnded()
        }
    }

    func stream<Part: Sendable>(
        _ policy: AsyncStream<Part>.Continuation.BufferingPolicy, _ view: @escaping Follow<Part>
    ) -> AsyncStream<Part> {
        AsyncStream(bufferingPolicy: policy) { continuation in
            let subscription = follow(view, onEnd: { continuation.finish() }) { continuation.yield($0) }
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }

    /// A part, without repetitions.
    @inlinable func changes<Part: Equatable & Sendable>(of select: @escaping @Sendable (State) -> Part) -> Follow<Part> {
        changes(whileSome: { .some(select($0)) })
    }

    /// A part that may go for good, without repetitions.
    @inlinable func changes<Part: Equatable & Sendable>(whileSome select: @escaping @Sendable (State) -> Part?) -> Follow<Part> {
        let last = LastValue<Part>()
        return { state in select(state).map { last.replace(with: $0) ? .new($0) : .same } ?? .over }
    }

    /// Gives a new subscriber its first state.
    @usableFromInline func greet(_ subscriber: Subscriber<State>) {
        let state = core.withLock { core in
            core.isBusy = true
            return core.state
        }
        isReducing.store(true, ordering: .relaxed)
        subscriber.greet(state)
        isReducing.store(false, ordering: .relaxed)
        if subscriber.hasEnded { removeEnded() }
    }

    /// Forgets subscribers that have ended; what their functions held goes when the lock is free again, for it may hold subscriptions.
    @usableFromInline func removeEnded() {
        _ = core.withLock { core in
            defer { core.subscribers.removeAll(where: \.hasEnded) }
            return core.subscribers.filter(\.hasEnded)
        }
    }
}

/// The value that was seen last.
@usableFromInline final class LastValue<Value: Equatable & Sendable>: Sendable {
    @usableFromInline let value = Mutex<Value?>(nil)

    @usableFromInline init() {}

    /// Whether the new value is another one.
    @inlinable func replace(with new: Value) -> Bool {
        value.withLock { value in
            defer { value = new }
            return value != new
        }
    }
}
