import RewindCombine
import RewindStore
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// The fifth article: a middleware `(State, Action) -> AnyPublisher<Action, Never>` that always answers, over screens with reducers of their own.
@Suite(.timeLimit(.minutes(5))) struct ScreenPublisherStyle {
    struct AppState: Codable, Equatable, Sendable {
        var screens: [ScreenState] = [.splash]

        func screenState() -> HomeState? {
            for case .home(let state) in screens { return state }
            return nil
        }
    }

    enum ScreenState: Codable, Equatable, Sendable {
        case splash
        case home(HomeState)
        case episode(EpisodeState)
    }

    struct HomeState: Codable, Equatable, Sendable {
        var episodes: [Int] = []
        var isLoading = true
    }

    struct EpisodeState: Codable, Equatable, Sendable {
        var id: Int
        var isFavourite = false
    }

    enum AppAction: Codable, Equatable, Sendable {
        case showHome
        case showEpisode(Int)
        case dismiss
        case didLoad([Int])
        case toggleFavourite(Int)
    }

    static func rootReducer(_ state: AppState, _ action: AppAction) -> AppState {
        var screens = state.screens
        switch action {
        case .showHome: screens = [.home(HomeState())]
        case .showEpisode(let id): screens.append(.episode(EpisodeState(id: id)))
        case .dismiss: screens.removeLast()
        default: break
        }
        return AppState(screens: screens.map { screenReducer($0, action) })
    }

    static func screenReducer(_ state: ScreenState, _ action: AppAction) -> ScreenState {
        switch state {
        case .splash: state
        case .home(let home): .home(homeReducer(home, action))
        case .episode(let episode): .episode(episodeReducer(episode, action))
        }
    }

    static func homeReducer(_ state: HomeState, _ action: AppAction) -> HomeState {
        guard case .didLoad(let episodes) = action else { return state }
        return HomeState(episodes: episodes, isLoading: false)
    }

    static func episodeReducer(_ state: EpisodeState, _ action: AppAction) -> EpisodeState {
        guard case .toggleFavourite(state.id) = action else { return state }
        return EpisodeState(id: state.id, isFavourite: !state.isFavourite)
    }

    @Sendable static func episodesMiddleware(_ state: AppState, _ action: AppAction) -> AnyPublisher<AppAction, Never> {
        switch action {
        case .showHome where state.screenState()?.isLoading == true: Just(.didLoad([7, 8, 9])).eraseToAnyPublisher()
        default: Empty(completeImmediately: true).eraseToAnyPublisher()
        }
    }

    @Test("Screens come and go with their own reducers, and the middleware sees the new state")
    func screensHaveReducersAndMiddlewareTheNewState() async throws {
        let app = RecordedApp(initialState: AppState(), reducer: Reducer(pure: Self.rootReducer))
        let episodes = Notes<[Int]>()
        let session = try await app.record([.publishers(Self.episodesMiddleware)]) { store in
            let watching = store.subscribe(to: { $0.screenState()?.episodes }) { episodes.add($0 ?? []) }
            store.dispatch(.showHome)
            await store.finish()
            for action: AppAction in [.showEpisode(8), .toggleFavourite(7), .toggleFavourite(8)] { store.dispatch(action) }
            #expect(store.state.screens.last == .episode(EpisodeState(id: 8, isFavourite: true)))
            store.dispatch(.dismiss)
            watching.cancel()
        }
        #expect(session.steps == ["showHome", "didLoad", "showEpisode", "toggleFavourite", "toggleFavourite", "dismiss"])
        #expect(session.state.screens == [.home(HomeState(episodes: [7, 8, 9], isLoading: false))])
        #expect(episodes.entries == [[], [], [7, 8, 9]])
    }
}
