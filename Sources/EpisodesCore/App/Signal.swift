package import RewindStore

/// What the app tells its user beside the screen.
package enum Signal: Sendable, Equatable {
    /// Something that the user asked for went wrong.
    case bell
    /// Another drives the app now: through Rewind, until it is live again.
    case driven(StoreMode)
}

extension Triggers where Trigger == Signal {
    /// Rings when a request has failed.
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

    /// Tells who drives the app.
    var telling: Middleware<AppState, AppAction> {
        .observing { event in if case .switched(let mode) = event { self.pull(.driven(mode)) } }
    }
}
