public import RewindStore

#if canImport(Combine)
    public import Combine
#else
    public import OpenCombine
#endif

extension Store {
    /// A part of the state now, and again whenever it changes; the publisher keeps the store alive.
    ///
    /// Values arrive in the store's turn, on the dispatching thread: add `receive(on:)` for another one.
    public func publisher<Part: Equatable & Sendable>(of select: @escaping @Sendable (State) -> Part) -> AnyPublisher<Part, Never> {
        Deferred {
            let subject = ThreadSafe(CurrentValueSubject<Part, Never>(select(self.state)))
            let subscription = self.subscribe(to: select) { subject.value.send($0) }
            return subject.value.removeDuplicates()
                .handleEvents(receiveCompletion: { _ in subscription.cancel() }, receiveCancel: { subscription.cancel() })
        }
        .eraseToAnyPublisher()
    }

    /// A part of the state as an `ObservableObject`, for views that are older than `@Observable`.
    @MainActor public func observableObject<Part: Equatable & Sendable>(
        of select: @escaping @Sendable (State) -> Part
    ) -> ObservableStore<State, Action, Part> { ObservableStore(self, select) }
}

/// A part of a store's state that publishes its changes on the main actor, with a `dispatch`: the type of `@ObservedObject var store`.
@MainActor public final class ObservableStore<Whole: Sendable, Action: Sendable, State: Equatable & Sendable>: ObservableObject {
    /// The part, as it was last seen.
    @Published public private(set) var state: State

    private let store: Store<Whole, Action>
    private let select: @Sendable (Whole) -> State
    private var subscription: RewindStore.Subscription?

    init(_ store: Store<Whole, Action>, _ select: @escaping @Sendable (Whole) -> State) {
        (self.store, self.select, state) = (store, select, select(store.state))
        subscription = store.subscribe(to: select, asynchronously: { @MainActor [weak self] _ in self?.update() })
    }

    /// Dispatches an action to the store; ``state`` is the new one when this returns.
    public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
        store.dispatch(action, fileID: fileID, line: line)
        update()
    }

    private func update() {
        let now = select(store.state)
        if now != state { state = now }
    }
}
