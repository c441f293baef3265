/// Everything the app shows and knows, in one value.
package struct AppState: Codable, Sendable, Equatable {
    package var navigation = NavigationState()
    package var home = HomeState()
    package var search = SearchState()
    package var details = DetailsState()
    package var comments = CommentsState()
    package var signIn = SignInState()
    /// Who is signed in; `nil` for nobody.
    package var session: Session?

    package init() {}
}

/// How far a request has come.
package enum Loading: Codable, Sendable, Equatable {
    case idle, loading, loaded
    case failed(String)
}
