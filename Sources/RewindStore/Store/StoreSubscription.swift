public import Synchronization

/// Keeps a subscription alive; the subscription ends when this is cancelled or released.
public final class StoreSubscription: Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    @usableFromInline init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = Mutex(onCancel) }

    deinit { cancel() }

    /// Ends the subscription: no call begins after this, not even in the delivery under way.
    ///
    /// A call that runs on another thread may still be under way.
    public func cancel() {
        let end = onCancel.withLock { $0.take() }
        end?()
    }
}

/// One receiver of the store's states.
@usableFromInline final class Subscriber<State: Sendable>: Sendable {
    @usableFromInline let isOver = Atomic(false)
    /// Receives a state, and returns whether the subscription goes on.
    @usableFromInline let handler: @Sendable (State) -> Bool
    private let onEnd: @Sendable () -> Void

    @usableFromInline init(onEnd: @escaping @Sendable () -> Void, _ handler: @escaping @Sendable (State) -> Bool) {
        (self.handler, self.onEnd) = (handler, onEnd)
    }

    @inlinable var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    /// Delivers a state, unless the subscription has ended.
    @inlinable func call(_ state: State) {
        if !hasEnded, !handler(state) { end() }
    }

    /// Ends the subscription on behalf of the subscriber.
    func cancel() { isOver.store(true, ordering: .releasing) }

    /// Ends the subscription on behalf of the store, and tells the subscriber.
    @usableFromInline func end() {
        if !isOver.exchange(true, ordering: .acquiringAndReleasing) { onEnd() }
    }
}
