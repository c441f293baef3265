package import RewindStore
import Synchronization

/// A signal to the user besides the screen.
package enum Signal: Sendable, Equatable {
    /// A user's request failed.
    case bell
    /// The app is driven through Rewind, or is live again.
    case driven(StoreMode)
}

/// The signals of an app, for the screens that are listening when one is sent; none is kept for later listeners.
package final class Signals: Sendable {
    private let listeners = Mutex<[Int: AsyncStream<Signal>.Continuation]>([:])
    private let lastNumber = Atomic(0)

    package init() {}

    deinit { for listener in listeners.withLock(\.values) { listener.finish() } }

    /// The signals from now on, for one listener.
    package var stream: AsyncStream<Signal> {
        AsyncStream { continuation in
            let number = lastNumber.add(1, ordering: .relaxed).newValue
            continuation.onTermination = { [weak self] _ in self?.listeners.withLock { $0[number] = nil } }
            listeners.withLock { $0[number] = continuation }
        }
    }

    private func send(_ signal: Signal) {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield(signal) }
    }

    /// Rings the bell when a request fails.
    package var ringing: Middleware<AppState, AppAction> {
        .listening { action, _, _, state in
            switch action {
            case .home(.didFail), .details(.didFail), .signIn(.didFail): self.send(.bell)
            case .search(.didFail(let query, _)) where query == state.search.query: self.send(.bell)
            case .comments(.didFail), .comments(.postDidFail), .comments(.editDidFail), .comments(.deleteDidFail): self.send(.bell)
            default: break
            }
        }
    }

    /// Reports who drives the app.
    var telling: Middleware<AppState, AppAction> {
        .observing { event in if case .switched(let mode) = event { self.send(.driven(mode)) } }
    }
}
