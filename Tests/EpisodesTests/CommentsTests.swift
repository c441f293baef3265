import RewindStore
import TestSupport
import Testing

@testable import EpisodesCore

@Suite(.timeLimit(.minutes(5))) struct Comments {
    @Test func aCommentThatIsSavedAndThenDeletedIsGone() async throws {
        let clock = ManualClock()
        let (store, comment) = try await storeWithOwnComment(clock)
        store.dispatch(.comments(.edit(id: comment.id, text: "Mine, edited")))
        await clock.answer(after: .milliseconds(400), in: store)
        #expect(store.state.comments.comments.last == Comment(id: comment.id, author: "ada", text: "Mine, edited"))

        store.dispatch(.comments(.delete(id: comment.id)))
        await clock.answer(in: store)
        #expect(store.state.comments.comments.map(\.author) == ["bob", "cleo"])
        #expect(store.state.comments.isIdle)
    }

    @Test func thePlantedCrashACommentIsDeletedWhileItsEditIsInFlight() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let clock = ManualClock()
            let (store, comment) = try await storeWithOwnComment(clock)
            try await crash(store, comment, clock)
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Unexpectedly found nil while unwrapping"))
        #expect(output.contains("CommentsReducer.swift"))
    }

    @Test func leavingTheEpisodeInBetweenDoesNotCrash() async throws {
        let clock = ManualClock()
        let (store, comment) = try await storeWithOwnComment(clock)
        store.dispatch(.comments(.edit(id: comment.id, text: "Mine, edited")))
        store.dispatch(.navigation(.back))
        await store.finish()
        #expect(store.state.comments == CommentsState())
        #expect(store.state.navigation.stack == [.splash])
    }

    @Test func anExpiredTokenIsRefreshedAndTheRequestMadeAgain() async throws {
        let clock = ManualClock()
        let (store, _) = try await storeWithOwnComment(clock)
        let first = store.state.session
        for number in 2...5 {
            store.dispatch(.comments(.post(text: "Number \(number)")))
            // The fifth request of a token is answered with its refusal, the refresh, and the answer.
            await clock.answer(rounds: number == 5 ? 3 : 1, in: store)
        }
        #expect(store.state.comments.comments.suffix(5).map(\.text) == ["Mine", "Number 2", "Number 3", "Number 4", "Number 5"])
        #expect(store.state.session?.user == "ada")
        #expect(store.state.session?.token != first?.token)
        #expect(store.state.session?.refreshToken != first?.refreshToken)
    }

    @Test func aSessionThatTheServerDoesNotKnowEndsAndWhatWasTypedIsKept() async throws {
        let clock = ManualClock()
        let store = AppStore(initialState: .withComments, reducer: .app(try .quiet(clock)))
        store.dispatch(.comments(.post(text: "Mine")))
        await clock.answer(rounds: 2, in: store)  // the token's refusal, and that of the refresh
        #expect(store.state.session == nil)
        #expect(store.state.comments.notice == "The session has ended. Sign in again.")
        #expect(store.state.comments.draft == Draft(text: "Mine"))
        #expect(Key.enter.action(in: store.state) == .comments(.show(notice: "Nobody is signed in: press esc, then s.")))
    }

    @Test func whatCouldNotBePostedStaysInTheDraft() {
        var state = CommentsState(episode: 1)
        for action: CommentsAction in [
            .compose, .setDraft("Oh"), .post(text: "Oh"), .postDidFail(text: "Oh", message: "The server did not answer."),
        ] {
            _ = Reducer.comments.reduce(&state, action)
        }
        #expect(state.draft == Draft(text: "Oh"))
        #expect(state.notice == "The server did not answer.")
        #expect(state.isIdle)
    }
}
