import RewindReplay
import RewindStore
import TestSupport
import Testing

@testable import EpisodesCore

typealias AppStore = Store<AppState, AppAction>
/// The test library has comments too.
typealias Comment = EpisodesCore.Comment

extension AppDependencies {
    /// A world whose server answers after 100 ms of a clock that the test moves, and never fails.
    static func quiet(_ clock: ManualClock, failureRate: Double = 0) throws -> AppDependencies {
        var conditions = BundledRepository.Conditions()
        conditions.latency = .milliseconds(100) ... .milliseconds(100)
        conditions.failureRate = failureRate
        return AppDependencies(repository: try BundledRepository(conditions, clock: clock), clock: clock)
    }

    /// A world without waiting.
    static func instant() throws -> AppDependencies {
        var conditions = BundledRepository.Conditions()
        conditions.latency = .zero ... .zero
        conditions.failureRate = 0
        let clock = ContinuousClock()
        var world = AppDependencies(repository: try BundledRepository(conditions, clock: clock), clock: clock)
        (world.debounce, world.splash) = (.zero, .zero)
        return world
    }
}

extension ManualClock {
    /// Answers so many requests at a time, so many times in a row, and waits until the store is at rest.
    func answer(_ requests: Int = 1, rounds: Int = 1, after time: Duration = .milliseconds(100), in store: AppStore) async {
        for _ in 0..<rounds {
            await sleepers(requests)
            advance(by: time)
        }
        await store.finish()
    }
}

extension AppState {
    /// Ada looking at an episode with two comments, the second one hers.
    static var withComments: AppState {
        var state = AppState()
        state.navigation.stack = [.home, .details(11)]
        state.session = Session(user: "ada", token: "tok", refreshToken: "ref")
        state.details = DetailsState(
            episode: 11,
            details: EpisodeDetails(
                episode: Episode(id: 11, show: "Office Hours", season: 2, number: 7, title: "The Stapler Summit", airs: "2026-11-23"),
                network: "Channel Nine", summary: "Two departments claim the last stapler.", guests: ["Mara Quill"], rating: 8.1),
            loading: .loaded)
        state.comments = CommentsState(
            episode: 11,
            comments: [Comment(id: 101, author: "bob", text: "I knew it."), Comment(id: 106, author: "ada", text: "The cake!")],
            loading: .loaded, selection: 1)
        return state
    }
}

/// A store in which Ada has signed in and posted a comment below episode 11, with that comment.
func storeWithOwnComment(
    _ clock: ManualClock, middlewares: [Middleware<AppState, AppAction>] = []
) async throws -> (AppStore, Comment) {
    let store = AppStore(initialState: AppState(), reducer: .app(try .quiet(clock)), middlewares: middlewares)
    func answer(_ actions: AppAction..., requests: Int = 1) async {
        for action in actions { store.dispatch(action) }
        await clock.answer(requests, in: store)
    }
    await answer(.navigation(.open(.details(11))), requests: 2)
    await answer(.signIn(.setName("ada")), .signIn(.setPassword("lovelace")), .signIn(.submit))
    await answer(.comments(.post(text: "Mine")))
    return (store, try #require(store.state.comments.comments.last))
}

/// Edits a comment and deletes it while the edit is in flight.
func crash(_ store: AppStore, _ comment: Comment, _ clock: ManualClock) async throws {
    store.dispatch(.comments(.edit(id: comment.id, text: "Mine, edited")))
    store.dispatch(.comments(.delete(id: comment.id)))
    await clock.sleepers(2)
    clock.advance(by: .milliseconds(100))
    _ = await store.firstState { $0.comments.deleting.isEmpty }
    clock.advance(by: .milliseconds(300))
    await store.finish()
}

extension PlaySchedule {
    /// Without the intervals of the session, which on a busy machine were minutes.
    static var hurried: PlaySchedule { PlaySchedule(idleLimit: .milliseconds(1)) }
}
