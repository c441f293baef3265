import Synchronization

extension Store {
    /// Calls a function with the state now, and then after every reduction, in order, until the returned token is let go of.
    ///
    /// It is called in the store's turn, on the thread that dispatches; what it dispatches is reduced next. It should not block. The token may be
    /// cancelled, and other subscriptions made, from inside it. For another queue, let it do no more than `queue.async`.
    @inlinable public func subscribe(_ handler: @escaping @Sendable (State) -> Void) -> Subscription { follow({ .new($0) }, handler) }

    /// Calls a function with a part of the state now, and then whenever it has become another, in the store's turn.
    @inlinable public func subscribe<Part: Equatable & Sendable>(
        to select: @escaping @Sendable (State) -> Part, _ handler: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        follow(changes(of: select), handler)
    }

    /// Calls a function with a part of the state, whenever it has become another, for as long as there is one: an enum's case, an element.
    ///
    /// The subscription ends, and `onEnd` is called, when the part is `nil` (also at the beginning) or the store goes; not when the token is
    /// cancelled.
    public func subscribe<Part: Equatable & Sendable>(
        whileSome select: @escaping @Sendable (State) -> Part?, onEnd: @escaping @Sendable () -> Void = {},
        _ handler: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        follow(changes(whileSome: select), onEnd: onEnd, handler)
    }

    /// Calls a function with a part of the state now, and then whenever it has become another, in order, on the function's own actor.
    ///
    /// ```swift
    /// let titles = store.subscribe(to: \.title, asynchronously: { @MainActor title in window.title = title })
    /// ```
    /// `dispatch` does not wait for it.
    public func subscribe<Part: Equatable & Sendable>(
        to select: @escaping @Sendable (State) -> Part, asynchronously handler: @escaping @Sendable (Part) async -> Void
    ) -> Subscription {
        let parts = values(of: select)
        let task = Task { for await part in parts where !Task.isCancelled { await handler(part) } }
        return Subscription { task.cancel() }
    }

    /// Every state from now on, the present one first, as a sequence that ends with the store.
    ///
    /// A slow reader may miss some, where the policy says so: `.bufferingNewest(1)` is right for drawing.
    public func states(buffering policy: AsyncStream<State>.Continuation.BufferingPolicy) -> AsyncStream<State> {
        stream(policy) { .new($0) }
    }

    /// Every state from now on, the present one first, as a sequence that ends with the store.
    public var states: AsyncStream<State> { states(buffering: .unbounded) }

    /// A part of the state now, and then whenever it has become another; ends with the store.
    public func values<Part: Equatable & Sendable>(
        of select: @escaping @Sendable (State) -> Part, buffering policy: AsyncStream<Part>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Part> {
        stream(policy, changes(of: select))
    }

    /// A part of the state, whenever it has become another, for as long as there is one: the value of an enum's case, an element.
    public func values<Part: Equatable & Sendable>(
        whileSome select: @escaping @Sendable (State) -> Part?,
        buffering policy: AsyncStream<Part>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Part> {
        stream(policy, changes(whileSome: select))
    }

    /// Waits for a state of a kind, the present one included; `nil` when the store goes or the task is cancelled first.
    public func firstState(where predicate: (State) -> Bool) async -> State? {
        for await state in states where predicate(state) { return state }
        return nil
    }
}
