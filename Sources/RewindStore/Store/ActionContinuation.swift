public import Synchronization

/// The continuation that an interceptor's `next` calls to pass one action on.
///
/// When the last reference is released and `next` was never called, the action can't reach the reducer any more: it was swallowed. This
/// holds for delayed actions too, because a closure that may still call `next` keeps its continuation alive.
@usableFromInline final class ActionContinuation<State: Sendable, Action: Sendable>: Sendable {
    @usableFromInline let isOpen = Atomic(true)
    @usableFromInline let hasContinued = Atomic(false)
    @usableFromInline let action: Action
    @usableFromInline let context: ActionContext
    @usableFromInline let store: Store<State, Action>

    @inlinable init(_ action: Action, _ context: ActionContext, store: Store<State, Action>) {
        (self.action, self.context, self.store) = (action, context, store)
    }

    @inlinable deinit {
        if !hasContinued.load(ordering: .acquiring) { store.report(.swallowed(action, context)) }
    }

    /// Whether the interceptor's call is still on the stack.
    @inlinable var isInsideInterceptor: Bool { isOpen.load(ordering: .acquiring) }

    @inlinable func noteContinued() { hasContinued.store(true, ordering: .releasing) }

    @inlinable func interceptorReturned() { isOpen.store(false, ordering: .releasing) }
}
