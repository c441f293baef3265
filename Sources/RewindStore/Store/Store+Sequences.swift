extension Store {
    /// Every state from now on, the present one first, as a sequence that ends with the store.
    public var states: AsyncStream<State> { states(buffering: .unbounded) }

    /// The states from now on, of which a slow reader may miss some: `.bufferingNewest(1)` is right for drawing.
    public func states(buffering policy: AsyncStream<State>.Continuation.BufferingPolicy) -> AsyncStream<State> {
        stream(buffering: policy) { $0 }
    }

    /// A part of the state now, and then whenever it has become another; ends with the store.
    public func values<Part: Equatable & Sendable>(
        of select: @escaping @Sendable (State) -> Part, buffering policy: AsyncStream<Part>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Part> {
        let changes = Changes<Part>()
        return stream(buffering: policy) { changes.next(select($0)) }
    }

    /// A part of the state, whenever it has become another, for as long as there is one: the value of an enum's case, an element.
    public func values<Part: Equatable & Sendable>(
        whileSome select: @escaping @Sendable (State) -> Part?,
        buffering policy: AsyncStream<Part>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Part> {
        let changes = Changes<Part>()
        return stream(buffering: policy, isOver: { select($0) == nil }) { select($0).flatMap(changes.next) }
    }

    /// Waits for a state of a kind, the present one included; `nil` when the store goes or the task is cancelled first.
    public func firstState(where predicate: (State) -> Bool) async -> State? {
        for await state in states where predicate(state) { return state }
        return nil
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

    /// Calls a function with a part of the state now, and then whenever it has become another, where `deliver` runs it.
    ///
    /// ```swift
    /// let titles = store.subscribe(to: \.title, by: { DispatchQueue.main.async(execute: $0) }) { title in … }
    /// ```
    /// What `deliver` has taken when the subscription is cancelled still runs, and does nothing.
    public func subscribe<Part: Equatable & Sendable>(
        to select: @escaping @Sendable (State) -> Part, by deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        _ handler: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        let isOver = Flag()
        let subscription = subscribe(to: select) { part in
            deliver { if !isOver.isSet { handler(part) } }
        }
        return Subscription {
            isOver.set()
            subscription.cancel()
        }
    }

    private func stream<Part>(
        buffering policy: AsyncStream<Part>.Continuation.BufferingPolicy, isOver: @escaping @Sendable (State) -> Bool = { _ in false },
        _ select: @escaping @Sendable (State) -> Part?
    ) -> AsyncStream<Part> {
        AsyncStream(bufferingPolicy: policy) { continuation in
            let subscription = subscribe(
                while: { state in
                    if isOver(state) { return false }
                    if let part = select(state) { continuation.yield(part) }
                    return true
                }, onEnd: { continuation.finish() })
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }
}
