import Observation
import RewindFormat
import RewindJournal
import RewindRecorder
import TestSupport
import Testing

// A model as SwiftUI apps have it: a class, changed by methods and by bindings.

@Observable final class ProfileModel {
    var name = ""
    var visits = 0

    nonisolated struct Snapshot: Codable, Equatable, Sendable {
        var name: String
        var visits: Int
    }

    var snapshot: Snapshot { Snapshot(name: name, visits: visits) }
}

nonisolated enum ProfileAction: Codable, Sendable { case visit }

@Suite("An @Observable model", .timeLimit(.minutes(5)))
struct ObservableModelTests {
    @Test func changesWithoutAnActionAreStepsOfTheirOwn() async throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Profile", directory: folder.path, level: .everything))
        let model = ProfileModel()
        let storeRecorder = recorder.store(initialState: model.snapshot)
        let observation = storeRecorder.observe { model.snapshot }

        let step = storeRecorder.willReduce(ProfileAction.visit, from: model.snapshot)
        model.visits += 1
        storeRecorder.didReduce(step, to: model.snapshot)
        await turn()
        Cause.$current.withValue(1) {
            model.name = "A"  // a binding, as a text field sets it
            model.name = "Ad"
        }
        await turn()
        observation.cancel()
        model.name = "Ada"
        await turn()
        recorder.finish()

        let recording = try Recording(directory: #require(recorder.directory))
        let segment = try recording.segment(0)
        #expect(segment.actions.map(\.type) == ["visit", ActionLine.external])
        #expect(segment.actions.last?.cause == 1)
        #expect(segment.states.map(\.step) == [0, 1, 2])
        #expect(recording.losses.isEmpty)
    }

    /// Lets what waits for the main actor have its turn.
    private func turn() async {
        for _ in 0..<3 { await Task { @MainActor in }.value }
    }
}
