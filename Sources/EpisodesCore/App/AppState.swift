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
