package import RewindStore

/// A signal to the user besides the screen.
package enum Signal: Sendable, Equatable {
    /// A user's request failed.
    case bell
    /// The app is driven through Rewind, or is live again.
    case driven(StoreMode)
}

extension Triggers where Trigger == Signal {
    /// Rings the bell when a request fails.
    package var ringing: Middleware<AppState, AppAction> {
        middleware { action, state in
            switch action {
            case .home(.didFail), .details(.didFail), .signIn(.didFail): .bell
            case .search(.didFail(let query, _)) where query == state.search.query: .bell
            case .comments(.didFail), .comments(.postDidFail), .comments(.editDidFail), .comments(.deleteDidFail): .bell
            default: nil
            }
        }
    }

    /// Reports who drives the app.
    var telling: Middleware<AppState, AppAction> {
        .observing { event in if case .switched(let mode) = event { self.pull(.driven(mode)) } }
    }
}
