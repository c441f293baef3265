package import RewindStore

extension Reducer where State == AppState, Action == AppAction {
    /// The reducer of the whole app: its features, and how they affect each other.
    package static func app(_ dependencies: AppDependencies) -> Reducer {
        .combine(
            Reducer<NavigationState, NavigationAction>.navigation
                .scope(\.navigation, extract: { (action: AppAction) in action.navigation }, embed: AppAction.navigation),
            Reducer<HomeState, HomeAction>.home(dependencies)
                .scope(\.home, extract: { (action: AppAction) in action.home }, embed: AppAction.home),
            Reducer<SearchState, SearchAction>.search(dependencies)
                .scope(\.search, extract: { (action: AppAction) in action.search }, embed: AppAction.search),
            Reducer<DetailsState, DetailsAction>.details(dependencies)
                .scope(\.details, extract: { (action: AppAction) in action.details }, embed: AppAction.details),
            Reducer<CommentsState, CommentsAction>.comments
                .scope(\.comments, extract: { (action: AppAction) in action.comments }, embed: AppAction.comments),
            .commentRequests(dependencies),
            .signIn(dependencies),
            .coordinator(dependencies))
    }

    /// Updates the features when a screen is opened or left.
    private static func coordinator(_ dependencies: AppDependencies) -> Reducer {
        Reducer { state, action in
            switch action {
            case .navigation(.launch):
                return .merge(
                    .send(.home(.load)),
                    .run { send in
                        guard (try? await dependencies.clock.sleep(for: dependencies.splash)) != nil else { return }
                        send(.navigation(.splashDidEnd))
                    })
            case .navigation(.open(.details(let episode))):
                return .send(.details(.load(episode)), .comments(.load(episode)))
            case .navigation(.open(.search)):
                state.search = SearchState()
            case .navigation(.open(.signIn)):
                state.signIn = SignInState()
            case .navigation(.back):
                var left: [Effect<AppAction>] = []
                if !state.navigation.stack.contains(.search) {
                    left += [.cancel(id: SearchEffect.pause), .cancel(id: SearchEffect.request)]
                }
                if !state.navigation.showsDetails {
                    // Otherwise, responses for the previous episode would reach the comments of the next one.
                    state.comments = CommentsState()
                    left += [.cancel(id: DetailsEffect.request), .cancel(id: CommentRequests.all)]
                }
                return .merge(left)
            case .session(.didBegin) where state.navigation.current == .signIn:
                return .send(.navigation(.back))
            default: break
            }
            return .none
        }
    }
}
