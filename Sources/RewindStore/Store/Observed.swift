public import Observation

/// A part of a store's state for a view: SwiftUI redraws when the part changes, and only then.
///
/// ```swift
/// struct Title: View {
///     @State var home = store.observed(\.home)
///     var body: some View { Button(home.value.title) { home.dispatch(.reload) } }
/// }
/// ```
/// `Observed` follows its store on the main actor. The result of an action that it dispatches is in ``value`` when `dispatch` returns, so
/// bindings don't jump.
@MainActor @Observable
public final class Observed<State: Sendable, Action: Sendable, Part: Equatable & Sendable> {
    /// The part as of the last update.
    public private(set) var value: Part

    @ObservationIgnored private let store: Store<State, Action>
    @ObservationIgnored private let select: @Sendable (State) -> Part
    @ObservationIgnored private var subscription: StoreSubscription?

    init(_ store: Store<State, Action>, _ select: @escaping @Sendable (State) -> Part) {
        (self.store, self.select, value) = (store, select, select(store.state))
        subscription = store.subscribe(to: select, asynchronously: { @MainActor [weak self] _ in self?.update() })
    }

    /// Dispatches an action to the store; on the main thread, ``value`` is up to date afterwards.
    public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
        store.dispatch(action, fileID: fileID, line: line)
        update()
    }

    /// Reads the store's current value, which may be newer than the one delivered.
    private func update() {
        let now = select(store.state)
        if now != value { value = now }
    }
}

extension Store {
    /// A part of the state that a view can observe.
    @MainActor public func observed<Part: Equatable & Sendable>(
        _ select: @escaping @Sendable (State) -> Part
    ) -> Observed<State, Action, Part> { Observed(self, select) }
}
