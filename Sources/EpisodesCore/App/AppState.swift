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
