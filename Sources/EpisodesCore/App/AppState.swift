package struct AppState: Codable, Sendable, Equatable {
    package var navigation = NavigationState()
    package var home = HomeState()
    package var search = SearchState()
    package var details = DetailsState()
    package var comments = CommentsState()
    package var signIn = SignInState()
    /// The session of the signed-in user; `nil` if the user is signed out.
    package var session: Session?

    package init() {}
}

/// Everything that can happen to the app, nested by feature.
package enum AppAction: Codable, Sendable, Equatable {
    case navigation(NavigationAction)
    case home(HomeAction)
    case search(SearchAction)
    case details(DetailsAction)
    case comments(CommentsAction)
    case signIn(SignInAction)
    case session(SessionAction)
}

extension AppAction {
    var navigation: NavigationAction? { if case .navigation(let action) = self { action } else { nil } }
    var home: HomeAction? { if case .home(let action) = self { action } else { nil } }
    var search: SearchAction? { if case .search(let action) = self { action } else { nil } }
    var details: DetailsAction? { if case .details(let action) = self { action } else { nil } }
    var comments: CommentsAction? { if case .comments(let action) = self { action } else { nil } }
    var signIn: SignInAction? { if case .signIn(let action) = self { action } else { nil } }
}
