import RewindStore

extension Reducer where State == NavigationState, Action == NavigationAction {
    static var navigation: Reducer {
        Reducer { state, action in
            switch action {
            case .launch: state = NavigationState()
            case .splashDidEnd: if state.current == .splash { state.stack = [.home] }
            case .open(let screen): state.stack.append(screen)
            case .back: if state.stack.count > 1 { state.stack.removeLast() }
            case .quit: state.hasQuit = true
            }
            return .none
        }
    }
}

package enum Screen: Codable, Sendable, Equatable {
    case splash, home, search, signIn
    case details(Int)
}

/// The current screen, and the way back.
package struct NavigationState: Codable, Sendable, Equatable {
    /// The stack of screens, the visible one last; never empty.
    package var stack: [Screen] = [.splash]
    /// Whether the user has left the app.
    package var hasQuit = false

    package var current: Screen { stack.last ?? .home }

    var showsDetails: Bool { if case .details = current { true } else { false } }
}

package enum NavigationAction: Codable, Sendable, Equatable {
    case launch, splashDidEnd
    case open(Screen)
    case back, quit
}
