/// One command of a script of user input.
package enum ScriptCommand: Sendable, Equatable {
    case key(Key)
    case type(String)
    case wait(WaitCondition)
    case sleep(Duration)
    case screen
    case expect(String)
}

/// A condition that a script can wait for.
package enum WaitCondition: String, Sendable, CaseIterable {
    case idle
    case homeLoaded = "home.loaded"
    case searchLoaded = "search.loaded"
    case detailsLoaded = "details.loaded"
    case commentsLoaded = "comments.loaded"
    case commentsSettled = "comments.settled"
    case commentsEmpty = "comments.empty"
    case sessionBegun = "session.begun"

    /// Whether the condition holds in a state; `idle` does not depend on the state alone.
    func holds(in state: AppState) -> Bool {
        switch self {
        case .idle: false
        case .homeLoaded: state.navigation.current == .home && state.home.loading == .loaded
        case .searchLoaded: state.search.loading == .loaded
        case .detailsLoaded: state.details.loading == .loaded
        case .commentsLoaded: state.comments.loading == .loaded
        case .commentsSettled: state.comments.isIdle
        case .commentsEmpty: state.comments.loading == .loaded && state.comments.comments.isEmpty
        case .sessionBegun: state.session != nil
        }
    }
}
