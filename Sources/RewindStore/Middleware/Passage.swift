import Synchronization

/// The way of one action on from one interceptor, taken by calling `next`.
///
/// When the last reference goes and the way was never taken, the action can't reach the reducer any more: it was swallowed. This holds for
/// delayed actions too, because a closure that may still call `next` keeps its passage alive.
final class Passage<State: Sendable, Action: Sendable>: Sendable {
    private let isOpen = Atomic(true)
    private let isTaken = Atomic(false)
    private let action: Action
    private let context: ActionContext
    private let store: Store<State, Action>

    init(_ action: Action, _ context: ActionContext, store: Store<State, Action>) {
        (self.action, self.context, self.store) = (action, context, store)
    }

    deinit {
        if !isTaken.load(ordering: .acquiring) { store.tell(.swallowed(action, context)) }
    }

    /// Whether the interceptor's call is still on the stack.
    var isInsideInterceptor: Bool { isOpen.load(ordering: .acquiring) }

    func take() { isTaken.store(true, ordering: .releasing) }

    func interceptorReturned() { isOpen.store(false, ordering: .releasing) }
}
