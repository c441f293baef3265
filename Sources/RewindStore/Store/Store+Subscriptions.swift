public import Dispatch
public import Synchronization

extension Store {
    /// Calls a function with the state now, and again after every reduction, in order, until the returned token is released.
    ///
    /// The function is called in the store's turn, on the dispatching thread; actions that it dispatches are reduced next. It should not
    /// block. It may cancel the token and make other subscriptions. `onEnd` is called when the store is released.
    @inlinable public func subscribe(
        onEnd: @escaping @Sendable () -> Void = {}, _ handler: @escaping @Sendable (State) -> Void
    ) -> StoreSubscription {
        follow(onEnd: onEnd) { state in
            handler(state)
            return true
        }
    }

    /// Calls a function with a part of the state now, and again whenever the part changes, in the store's turn.
    @inlinable public func subscribe<Part: Equatable & Sendable>(
        to select: @escaping @Sendable (State) -> Part, _ handler: @escaping @Sendable (Part) -> Void
    ) -> StoreSubscription {
        subscribe(whileSome: select, handler)
    }

    /// Calls a function with a part of the state whenever the part changes, as long as it exists: an enum's case, an element.
    ///
    /// The subscription ends, and `onEnd` is called, when the part is `nil` (also at the beginning) or the store is released; not when the
    /// token is cancelled.
    @inlinable public func subscribe<Part: Equatable & Sendable>(
        whileSome select: @escaping @Sendable (State) -> Part?, onEnd: @escaping @Sendable () -> Void = {},
        _ handler: @escaping @Sendable (Part) -> Void
    ) -> StoreSubscription {
        let last = Mutex<Part?>(nil)
        return follow(onEnd: onEnd) { state in
            guard let part = select(state) else { return false }
            let isAnother = last.withLock { last in
                defer { last = part }
                return last != part
            }
            if isAnother { handler(part) }
            return true
        }
    }

    /// Calls a function with a part of the state now, and again whenever the part changes, in order, on the function's own actor or a
    /// queue.
    ///
    /// ```swift
    /// let titles = store.subscribe(to: \.title, asynchronously: { @MainActor title in window.title = title })
    /// let saves = store.subscribe(to: \.draft, on: disk, asynchronously: { draft in save(draft) })
    /// ```
    /// `dispatch` does not wait for the function. Each call waits for the one before it, on a concurrent queue too.
    public func subscribe<Part: Equatable & Sendable>(
        to select: @escaping @Sendable (State) -> Part, on queue: DispatchQueue? = nil,
        asynchronously handler: @escaping @Sendable (Part) async -> Void
    ) -> StoreSubscription {
        let parts = values(of: select)
        let task = Task(executorPreference: queue.map(QueueExecutor.init)) {
            for await part in parts where !Task.isCancelled { await handler(part) }
        }
        return StoreSubscription { task.cancel() }
    }

    /// Every state from now on, the current one first, as a sequence that ends with the store.
    ///
    /// Depending on the policy, a slow reader may miss some states: `.bufferingNewest(1)` suits drawing.
    public func states(
        buffering policy: AsyncStream<State>.Continuation.BufferingPolicy = .unbounded
    )
        -> AsyncStream<State>
    {
        stream(policy) { continuation in subscribe(onEnd: { continuation.finish() }) { continuation.yield($0) } }
    }

    /// A part of the state now, and again whenever the part changes; ends with the store.
    public func values<Part: Equatable & Sendable>(
        of select: @escaping @Sendable (State) -> Part, buffering policy: AsyncStream<Part>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Part> {
        values(whileSome: select, buffering: policy)
    }

    /// A part of the state whenever the part changes, as long as it exists: the value of an enum's case, an element.
    public func values<Part: Equatable & Sendable>(
        whileSome select: @escaping @Sendable (State) -> Part?,
        buffering policy: AsyncStream<Part>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Part> {
        stream(policy) { continuation in subscribe(whileSome: select, onEnd: { continuation.finish() }) { continuation.yield($0) } }
    }

    /// Waits for a state that satisfies a predicate, the present one included; `nil` if the store is released or the task is cancelled
    /// first.
    public func firstState(where predicate: (State) -> Bool) async -> State? {
        for await state in states() where predicate(state) { return state }
        return nil
    }

    /// The basic subscription that all others are built on, from its own turn on; the function returns whether it goes on.
    @usableFromInline func follow(
        onEnd: @escaping @Sendable () -> Void = {}, _ handler: @escaping @Sendable (State) -> Bool
    ) -> StoreSubscription {
        let subscriber = Subscriber<State>(onEnd: onEnd, handler)
        submit(.subscription(subscriber))
        return StoreSubscription { [weak self] in
            subscriber.cancel()
            self?.removeEnded()
        }
    }

    /// The values that a subscription receives, as a sequence.
    func stream<Part: Sendable>(
        _ policy: AsyncStream<Part>.Continuation.BufferingPolicy, _ follow: (AsyncStream<Part>.Continuation) -> StoreSubscription
    ) -> AsyncStream<Part> {
        AsyncStream(bufferingPolicy: policy) { continuation in
            let subscription = follow(continuation)
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }

    /// Removes subscribers that have ended; their closures are released after the lock, because they may hold subscriptions.
    @usableFromInline func removeEnded() {
        _ = core.withLock { core in
            defer { core.subscribers.removeAll(where: \.hasEnded) }
            return core.subscribers.filter(\.hasEnded)
        }
    }
}

/// A dispatch queue on which subscriptions call functions that belong to no actor.
final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
