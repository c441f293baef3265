import RewindControl
import RewindLive
import RewindMiddleware
import RewindRecorder
import RewindStore
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

private struct Trips: Codable, Sendable { var trips = 0 }
private struct Wishes: Codable, Sendable { var wishes = 0 }

@Suite("One of several stores of an app that is mirrored", .timeLimit(.minutes(5)))
struct MirroredAppTests {
    /// An app that has made two trips and no wish, and whose stores went live in the other order.
    @Test func isTheFirstOneOfTheRecordingOrTheNamedOneAndIsHereAtOnce() async throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Trips", directory: folder.path("recordings"), level: .everything))
        let count = Reducer<Trips, Int> { state, number in
            state.trips += number
            return .none
        }
        let wish = Reducer<Wishes, Int> { state, number in
            state.wishes += number
            return .none
        }
        let trips = Store(initialState: Trips(), reducer: count, middlewares: [recorder.middleware(initialState: Trips())])
        let wishes = Store(initialState: Wishes(), reducer: wish, middlewares: [recorder.middleware("wishes", initialState: Wishes())])
        wishes.dispatch(5)
        trips.dispatch(1)
        trips.dispatch(1)
        var configuration = LiveConfiguration()
        (configuration.isPrinted, configuration.isAnnounced) = (false, false)
        configuration.limits.handshakeTime = patience
        let endpoint = LiveEndpoint(recorder, configuration)
        let address = try await endpoint.open()
        let second = Task { await wishes.serve(endpoint, as: "wishes") }
        await endpoint.untilServing(1)
        let first = Task { await trips.serve(endpoint) }
        await endpoint.untilServing(2)

        // Whoever waits for another state than the last one of its own store waits in vain, for as long as it has patience.
        let began = ContinuousClock.now
        let unnamed = try await MirroredApp(address, store: nil, directory: folder.path("unnamed"), options: .patient, patience: patience)
        #expect(unnamed.store.name == "main" && unnamed.state == ["trips": 2])
        #expect(unnamed.titleWithStore == "\(unnamed.title) in its store main")
        let named = try await MirroredApp(address, store: "wishes", directory: folder.path("named"), options: .patient, patience: patience)
        #expect(named.store.name == "wishes" && named.state == ["wishes": 5])
        #expect(ContinuousClock.now - began < patience)
        let error = await #expect(throws: NegativeAnswer.self) {
            try await MirroredApp(address, store: "cart", directory: folder.path("cart"), options: .patient)
        }
        #expect(error?.description == "\(named.title) serves no store 'cart'")
        for app in [unnamed, named] { await app.client.close() }
        await endpoint.close()
        await first.value
        await second.value
    }
}
