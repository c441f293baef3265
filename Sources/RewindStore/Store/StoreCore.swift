/// Everything of a store that changes, kept under its one lock.
struct StoreCore<State: Sendable, Action: Sendable>: Sendable {
    /// What waits for its turn.
    enum Work: Sendable {
        /// An action on its way to the interceptor of that index, or to the reducer behind the last one.
        case action(Action, ActionContext, effect: Int?, interceptor: Int)
        /// An action to be chosen when its turn comes.
        case decision(@Sendable (State) -> Action?, ActionContext)
        case replayed(Action, ActionContext)
        case replacement(State)
        case subscription(Int)
        case event(StoreEvent<State, Action>)
    }

    struct Subscriber: Sendable {
        let number: Int
        let handler: @Sendable (State) -> Void
        let onEnd: (@Sendable () -> Void)?
        /// Whether it was called with its first state.
        var isGreeted = false
    }

    var state: State
    var mode = StoreMode.live
    var refusedDispatches = 0

    var queue: [Work] = []
    /// The thread that works the queue off; `nil` while the store is idle.
    var drainer: ThreadIdentity?
    /// Whether a reduction or its notifications are under way, so that nothing else may begin, not even on the same thread.
    var isReducing = false

    var effects = RunningEffects()
    var subscribers: [Subscriber] = []
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastNumber = 0

    init(state: State) { self.state = state }

    /// A number that was not given before, for subscribers and waiters.
    mutating func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Whether nothing happens any more unless somebody dispatches.
    var isSettled: Bool { drainer == nil && queue.isEmpty && effects.isEmpty }

    /// Those to be woken because the store is settled, if it is.
    mutating func takeWaitersIfSettled() -> [CheckedContinuation<Void, Never>] {
        guard isSettled, !waiters.isEmpty else { return [] }
        defer { waiters = [:] }
        return Array(waiters.values)
    }
}
