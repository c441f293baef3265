import RewindStore
import TestSupport
import Testing

@testable import EpisodesCore

@Suite(.timeLimit(.minutes(5))) struct Features {
    @Test func theSplashScreenStaysWhileTheListLoadsBehindIt() async throws {
        let clock = ManualClock()
        let store = AppStore(initialState: AppState(), reducer: .app(try .quiet(clock)))
        store.dispatch(.navigation(.launch))
        await clock.sleepers(2)
        clock.advance(by: .milliseconds(100))
        let loaded = await store.firstState { $0.home.loading == .loaded }
        #expect(loaded?.navigation.current == .splash)
        #expect(loaded?.home.episodes.first?.title == "Fog Signal")
        clock.advance(by: .milliseconds(700))
        await store.finish()
        #expect(store.state.navigation.stack == [.home])
    }

    @Test func aKeyEndsTheSplashScreenAndItsOwnEndComesTooLateToDisturb() throws {
        let reducer = Reducer<AppState, AppAction>.app(try .instant())
        var state = AppState()
        for action in [try #require(Key.enter.action(in: state)), .navigation(.open(.search)), .navigation(.splashDidEnd)] {
            _ = reducer.reduce(&state, action)
        }
        #expect(state.navigation.stack == [.home, .search])
    }

    @Test func aRequestThatFailsLeavesItsMessageAndCanBeTriedAgain() async throws {
        let clock = ManualClock()
        let store = AppStore(initialState: AppState(), reducer: .app(try .quiet(clock, failureRate: 1)))
        store.dispatch(.home(.load))
        #expect(store.state.home.loading == .loading)
        await clock.answer(in: store)
        #expect(store.state.home.loading == .failed("The server did not answer. Try again."))
    }

    @Test func aSearchBeginsWhenTheTypingStopsAndOnlyTheLastQueryIsAskedFor() async throws {
        let clock = ManualClock()
        let store = AppStore(initialState: AppState(), reducer: .app(try .quiet(clock)))
        for query in ["n", "ni", "night"] {
            store.dispatch(.search(.setQuery(query)))
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(200))
        }
        #expect(store.state.search.results == [])
        clock.advance(by: .milliseconds(100))
        _ = await store.firstState { _ in true }
        await clock.answer(in: store)
        #expect(store.state.search.loading == .loaded)
        #expect(store.state.search.results.map(\.show) == ["Night Bus to Orion", "Night Bus to Orion", "Night Bus to Orion"])
    }

    @Test func anAnswerToAnOlderQueryIsNotShown() {
        var state = SearchState(query: "new")
        let reducer = Reducer<AppState, AppAction>.app(AppDependencies(repository: NoRepository(), clock: ManualClock()))
        var app = AppState()
        app.search = state
        _ = reducer.reduce(
            &app, .search(.didReceive(query: "old", results: [Episode(id: 1, show: "", season: 1, number: 1, title: "", airs: "")])))
        state.loading = .idle
        #expect(app.search == state)
    }

    @Test func aWrongPasswordIsToldAndNobodyIsSignedIn() async throws {
        let clock = ManualClock()
        let store = AppStore(initialState: AppState(), reducer: .app(try .quiet(clock)))
        store.dispatch(.navigation(.open(.signIn)))
        for action: SignInAction in [.setName("ada"), .setPassword("byron"), .submit] { store.dispatch(.signIn(action)) }
        await clock.answer(in: store)
        #expect(store.state.session == nil)
        #expect(store.state.signIn.loading == .failed("Wrong name or password. Try ada and lovelace."))
        #expect(store.state.navigation.current == .signIn)
    }

    @Test func signingInLeadsBackToWhereItBegan() async throws {
        let clock = ManualClock()
        let (store, _) = try await storeWithOwnComment(clock)
        store.dispatch(.session(.signOut))
        store.dispatch(.navigation(.open(.signIn)))
        for action: SignInAction in [.setName("grace"), .setPassword("hopper"), .submit] { store.dispatch(.signIn(action)) }
        await clock.answer(in: store)
        #expect(store.state.session?.user == "grace")
        #expect(store.state.navigation.current == .details(11))
        #expect(store.state.signIn == SignInState())
    }

    @Test func theSameSeedGivesTheSameLuckWhateverComesBetween() async throws {
        func outcomes(between: Bool) async throws -> [Bool] {
            var conditions = BundledRepository.Conditions()
            (conditions.latency, conditions.failureRate, conditions.seed) = (.zero ... .zero, 0.5, 9)
            let repository = try BundledRepository(conditions, clock: ContinuousClock())
            var outcomes: [Bool] = []
            for _ in 0..<20 {
                if between { _ = try? await repository.episodes(matching: "x") }
                outcomes.append((try? await repository.upcoming()) != nil)
            }
            return outcomes
        }
        let first = try await outcomes(between: false)
        #expect(try await outcomes(between: true) == first)
        #expect(Set(first) == [true, false])
    }
}

/// A server that is not there.
struct NoRepository: EpisodesRepository {
    func upcoming() async throws -> [Episode] { throw RepositoryError.unreachable }
    func episodes(matching query: String) async throws -> [Episode] { throw RepositoryError.unreachable }
    func details(of episode: Int) async throws -> EpisodeDetails { throw RepositoryError.unreachable }
    func comments(of episode: Int) async throws -> [Comment] { throw RepositoryError.unreachable }
    func signIn(name: String, password: String) async throws -> Session { throw RepositoryError.unreachable }
    func refresh(_ refreshToken: String) async throws -> Session { throw RepositoryError.unreachable }
    func post(_ text: String, to episode: Int, token: String) async throws -> Comment { throw RepositoryError.unreachable }
    func edit(_ comment: Int, text: String, token: String) async throws { throw RepositoryError.unreachable }
    func delete(_ comment: Int, token: String) async throws { throw RepositoryError.unreachable }
}

@Suite(.timeLimit(.minutes(5))) struct Sessions {
    @Test func aSessionIsSavedReadAtTheNextLaunchAndGoneAfterSigningOut() async throws {
        let folder = TemporaryFolder()
        let file = SessionFile(path: folder.path + "/session.json")
        #expect(file.load() == nil)
        let store = AppStore(initialState: AppState(), reducer: .app(try .instant()), middlewares: [file.middleware])
        let session = Session(user: "ada", token: "tok", refreshToken: "ref")
        store.dispatch(.session(.didBegin(session)))
        await store.finish()
        #expect(file.load() == session)
        store.dispatch(.session(.signOut))
        await store.finish()
        #expect(file.load() == nil)
    }

    @Test func leavingTheSearchCancelsIt() async throws {
        let clock = ManualClock()
        let store = AppStore(initialState: AppState(), reducer: .app(try .quiet(clock)))
        store.dispatch(.navigation(.open(.search)))
        store.dispatch(.search(.setQuery("office")))
        await clock.sleepers(1)
        store.dispatch(.navigation(.back))
        await store.finish()
        #expect(store.state.navigation.stack == [.splash])
        #expect(store.state.search.results.isEmpty)
    }
}
