import Synchronization

/// One-shot outputs of an app that are not state: routes to follow, sounds, transient messages.
///
/// ```swift
/// let routes = Triggers<Route>()
/// let routing = routes.middleware { (action: AppAction, _: AppState) in action == .didSignIn ? .home : nil }
/// for await route in routes.stream { router.follow(route) }
/// ```
/// A trigger goes only to those listening when it is pulled; it is not kept for later listeners.
public final class Triggers<Trigger: Sendable>: Sendable {
    private let listeners = Mutex<[Int: AsyncStream<Trigger>.Continuation]>([:])
    private let lastNumber = Atomic(0)

    /// Creates triggers without listeners.
    public init() {}

    deinit { for listener in listeners.withLock(\.values) { listener.finish() } }

    /// The triggers from now on, for one listener; the stream ends when these triggers are released.
    public var stream: AsyncStream<Trigger> {
        AsyncStream { continuation in
            let number = lastNumber.add(1, ordering: .relaxed).newValue
            continuation.onTermination = { [weak self] _ in self?.listeners.withLock { $0[number] = nil } }
            listeners.withLock { $0[number] = continuation }
        }
    }

    /// Sends a trigger to all listeners.
    public func pull(_ trigger: Trigger) {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield(trigger) }
    }

    /// A middleware that pulls a trigger after the reductions of some actions; it does nothing in a replay.
    public func middleware<State: Sendable, Action: Sendable>(
        _ trigger: @escaping @Sendable (_ action: Action, _ state: State) -> Trigger?
    ) -> Middleware<State, Action> {
        .listening { action, _, _, state in if let trigger = trigger(action, state) { self.pull(trigger) } }
    }
}
