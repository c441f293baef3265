public import Synchronization

/// Keeps a subscription going: it ends when this is cancelled or let go of.
public final class Subscription: Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    @usableFromInline init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = Mutex(onCancel) }

    deinit { cancel() }

    /// Ends the subscription: after this no call begins any more, not even in the delivery that is under way.
    ///
    /// One that runs on another thread may still be on its way.
    public func cancel() {
        let end = onCancel.withLock { $0.take() }
        end?()
    }
}

/// How far a subscription has come.
@usableFromInline enum Phase: UInt8, AtomicRepresentable, Sendable { case new, greeted, ended }

/// Who is told the states.
@usableFromInline final class Subscriber<State: Sendable>: Sendable {
    @usableFromInline let phase = Atomic(Phase.new)
    /// Says whether the subscription goes on.
    @usableFromInline let handler: @Sendable (State) -> Bool
    private let onEnd: @Sendable () -> Void

    @usableFromInline init(onEnd: @escaping @Sendable () -> Void, _ handler: @escaping @Sendable (State) -> Bool) {
        (self.handler, self.onEnd) = (handler, onEnd)
    }

    @inlinable var hasEnded: Bool { phase.load(ordering: .acquiring) == .ended }

    /// Tells the first state.
    func greet(_ state: State) {
        if phase.compareExchange(expected: .new, desired: .greeted, ordering: .acquiringAndReleasing).exchanged { call(state) }
    }

    /// Tells a state, between the first one and the end.
    @inlinable func call(_ state: State) {
        if phase.load(ordering: .acquiring) == .greeted, !handler(state) { end() }
    }

    /// Ends it for whoever subscribed.
    @usableFromInline func cancel() { phase.store(.ended, ordering: .releasing) }

    /// Ends it for the store's part, of which whoever subscribed is told.
    @usableFromInline func end() {
        if phase.exchange(.ended, ordering: .acquiringAndReleasing) != .ended { onEnd() }
    }
}
