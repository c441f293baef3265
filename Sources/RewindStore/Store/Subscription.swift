import Synchronization

/// Keeps a subscription going: it ends when this is cancelled or let go of.
public final class Subscription: Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = Mutex(onCancel) }

    deinit { cancel() }

    /// Ends the subscription: after this no call begins any more, not even in the delivery that is under way.
    ///
    /// One that runs on another thread may still be on its way.
    public func cancel() {
        let end = onCancel.withLock { $0.take() }
        end?()
    }
}

private enum Phase { static let new = 0, greeted = 1, ended = 2 }

/// Who is told the states.
final class Subscriber<State: Sendable>: Sendable {
    private let phase = Atomic(Phase.new)
    /// Says whether the subscription goes on.
    private let handler: @Sendable (State) -> Bool
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void, _ handler: @escaping @Sendable (State) -> Bool) {
        (self.handler, self.onEnd) = (handler, onEnd)
    }

    var hasEnded: Bool { phase.load(ordering: .acquiring) == Phase.ended }

    /// Tells the first state.
    func greet(_ state: State) {
        if phase.compareExchange(expected: Phase.new, desired: Phase.greeted, ordering: .acquiringAndReleasing).exchanged { call(state) }
    }

    /// Tells a state, between the first one and the end.
    func call(_ state: State) {
        if phase.load(ordering: .acquiring) == Phase.greeted, !handler(state) { end() }
    }

    /// Ends it for whoever subscribed.
    func cancel() { phase.store(Phase.ended, ordering: .releasing) }

    /// Ends it for the store's part, of which whoever subscribed is told.
    func end() {
        if phase.exchange(Phase.ended, ordering: .acquiringAndReleasing) != Phase.ended { onEnd() }
    }
}
