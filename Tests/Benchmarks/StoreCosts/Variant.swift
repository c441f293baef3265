import RewindStore

/// A small state and a small action.
struct Counter: Sendable {
    var count = 0
    var steps = 0
}

enum CounterAction: Sendable { case add(Int), reset }

/// The reducer that all variants run: the loop by hand, and the stores.
let counting = Reducer<Counter, CounterAction> { counter, action in
    switch action {
    case .add(let number): counter.count &+= number
    case .reset: counter.count = 0
    }
    counter.steps += 1
    return .none
}

/// A store with so many middlewares of a kind, and so many subscribers.
struct Variant {
    enum Kind: String, CaseIterable { case interceptors, reductions }

    var kind = Kind.interceptors
    var middlewares = 0
    var subscribers = 0

    func store() -> (Store<Counter, CounterAction>, [StoreSubscription]) {
        let middleware: Middleware<Counter, CounterAction> =
            switch kind {
            case .interceptors: .intercepting { action, _, _, next in next(action) }
            case .reductions: .reducing { context, state, action, reduce in reduce(&context, &state, action) }
            }
        let store = Store(
            initialState: Counter(), reducer: counting, middlewares: Array(repeating: middleware, count: middlewares))
        return (store, (0..<subscribers).map { _ in store.subscribe { if $0.steps < 0 { print("never") } } })
    }
}
