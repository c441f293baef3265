import RewindStore
import TestSupport
import Testing

@testable import EpisodesCore

@Suite(.timeLimit(.minutes(5))) struct Scripts {
    @Test func aSessionFromTheListToACommentRunsToItsEnd() async throws {
        let script = try Script(
            parsing: """
                # The list, a search, an episode.
                wait home.loaded
                key /
                type stapler
                wait search.loaded
                enter
                wait comments.loaded
                expect bob: The cake! I knew it.
                # A comment needs a session.
                key s
                type ada
                enter
                type lovelace
                enter
                wait session.begun
                key c
                type I liked the cake.
                enter
                wait comments.settled
                expect > ada: I liked the cake.
                key e
                type  A lot.
                enter
                wait idle
                expect > ada: I liked the cake. A lot.
                key x
                wait comments.settled
                escape
                wait idle
                """)
        let store = AppStore(initialState: AppState(), reducer: .app(try .instant()))
        store.dispatch(.navigation(.launch))
        try await ScriptRunner(patience: patience, store: store, clock: ContinuousClock(), show: { _, _ in }).run(script)
        #expect(store.state.navigation.stack == [.home, .search])
        #expect(store.state.session?.user == "ada")
        #expect(store.state.search.selected?.title == "The Stapler Summit")
    }

    @Test func whatDoesNotComeTrueIsToldWithItsLineAndTheScreen() async throws {
        let store = AppStore(initialState: .withComments, reducer: .app(try .instant()))
        let runner = ScriptRunner(store: store, clock: ContinuousClock(), show: { _, _ in })
        let script = try Script(parsing: "expect The cake!\nexpect No such text\n")
        let error = await #expect(throws: ScriptError.self) { try await runner.run(script) }
        #expect(
            error?.description.hasPrefix(
                "script, line 2: “expect No such text”: that is not on the screen, which is:\n Episodes  Office Hours") == true)
    }

    @Test func aWaitHasAnEnd() async throws {
        let clock = ManualClock()
        let store = AppStore(initialState: .withComments, reducer: .app(try .quiet(clock)))
        let runner = ScriptRunner(store: store, clock: clock, show: { _, _ in })
        let script = try Script(parsing: "wait search.loaded")
        let running = Task { try await runner.run(script) }
        await clock.sleepers(1)
        clock.advance(by: runner.patience)
        let error = await #expect(throws: ScriptError.self) { try await running.value }
        #expect(error?.text == "wait search.loaded")
    }

    @Test(arguments: [
        ("key ab", "name one character, or one of "),
        ("wait forever", "wait for one of idle, home.loaded, "),
        ("sleep -1", "give seconds from 0 to 3600, such as sleep 0.2"),
        ("jump", "begin with key, type, wait, sleep, screen or expect, or a key's name alone, such as enter"),
    ])
    func aLineThatIsNoCommandIsRefusedWithAdvice(_ line: String, _ advice: String) {
        let error = #expect(throws: ScriptError.self) { try Script(parsing: "# first\n\(line)\n") }
        #expect(error?.line == 2)
        #expect(error?.text == line)
        #expect(error?.advice.hasPrefix(advice) == true)
    }

    @Test(
        arguments: [("0.3", 0.3...0.3), ("0", 0...0), ("0.1...0.6", 0.1...0.6), ("0.6...0.1", nil), ("-1", nil), ("fast", nil)]
            as [(String, ClosedRange<Double>?)])
    func aLatencyIsANumberOrARange(_ text: String, _ range: ClosedRange<Double>?) {
        #expect(Latency(argument: text)?.range == range)
    }
}
