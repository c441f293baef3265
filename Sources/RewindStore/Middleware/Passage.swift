import Synchronization

/// The way of one action on from one interceptor, taken by calling `next`.
///
/// When the last reference goes and the way was never taken, the action can't reach the reducer any more: it was swallowed. This holds for
/// delayed actions too, because a closure that may still call `next` keeps its passage alive.
final class Passage: Sendable {
    private let isOpen = Atomic(true)
    private let isTaken = Atomic(false)
    private let onSwallowed: @Sendable () -> Void

    init(onSwallowed: @escaping @Sendable () -> Void) { self.onSwallowed = onSwallowed }

    deinit {
        if !isTaken.load(ordering: .acquiring) { onSwallowed() }
    }

    /// Whether the interceptor's call is still on the stack.
    var isInsideInterceptor: Bool { isOpen.load(ordering: .acquiring) }

    func take() { isTaken.store(true, ordering: .releasing) }

    func interceptorReturned() { isOpen.store(false, ordering: .releasing) }
}
