import RewindRecorder
import RewindReplay
import RewindValue
import TestSupport
import Testing

/// The planted values are what they say: without any tool that answers why.
@Suite("The planted wrong values", .timeLimit(.minutes(5))) struct CorpusTests {
    private let folder = TemporaryFolder()

    @Test("There are 40 of them in four apps, by copies, ids, sums, moves, answers and conditions")
    func thereAre40InFourApps() {
        let counts = Dictionary(grouping: Plant.all, by: \.kind).mapValues(\.count)
        #expect(Plant.all.count == 40)
        #expect(Dictionary(grouping: Plant.all, by: \.app).mapValues(\.count) == ["Episodes": 10, "Shop": 10, "Inbox": 10, "Sheet": 10])
        for (kind, least) in [(Plant.Kind.copy, 8), (.id, 6), (.sum, 6), (.move, 6), (.answer, 6), (.condition, 4)] {
            #expect(counts[kind, default: 0] >= least, "\(kind)")
        }
        #expect(Set(Plant.all.map(\.description)).count == 40)
    }

    @Test("Each recording has 20 to 200 known steps, the value, the parts that it came from, and the states that its reducer makes")
    func theRecordingsHaveWhatThePlantsName() throws {
        for recorded in try RecordedPlant.all(in: folder) {
            let plant = recorded.plant
            #expect((20...200).contains(recorded.step) && recorded.timeline.steps == 0...recorded.step, "\(plant)")
            #expect(throws: Never.self, "\(plant)") { try recorded.value() }
            for origin in recorded.asked.origins {
                #expect(try Counterfactual(recorded).places(of: origin).count == 1, "\(plant): \(origin)")
            }
            for number in 1...recorded.step {
                let end = plant.reducer.end(of: [recorded.actions[number - 1]], from: recorded.states[number - 1])
                #expect(end == .state(recorded.states[number]), "\(plant): step \(number)")
            }
        }
    }

    /// The session is played again with the one part changed, by the user, the views and the server that the script is.
    @Test func eachOriginChangesTheValue() throws {
        for plant in Plant.all {
            let played = try plant.play(.off, nil)
            for origin in played.asked.origins where !isKnownState(origin) {
                let others = [0, 1, 2].compactMap { attempt in try? plant.play(.off, change(of: origin, attempt: attempt)) }
                #expect(others.contains { $0.value != played.value }, "\(plant): \(origin)")
            }
        }
    }

    /// A state in the middle of a session is no part that a script can be played with.
    private func isKnownState(_ origin: Origin) -> Bool {
        if case .state = origin.part { origin.step > 0 } else { false }
    }

    private func change(of origin: Origin, attempt: Int) throws -> Change {
        switch origin.part {
        case .action(""): Change(step: origin.step, place: .root) { _ in nil }
        case .action(let place), .state(let place):
            Change(step: origin.step, place: try JSONPointer(parsing: place)) { value in
                replacements(for: value).dropFirst(attempt).first
            }
        }
    }

    /// The recorded steps are reduced again with the one part changed: each that a plant names without `*` has to matter, and where a plant
    /// names several places by `*`, one of them.
    @Test func whatAPlantNamesAsDirectMatters() throws {
        for recorded in try RecordedPlant.all(in: folder) {
            for origin in recorded.asked.directly {
                let places = try Counterfactual(recorded).places(of: origin)
                #expect(
                    try places.contains { try Counterfactual(recorded).matters($0, in: origin) }, "\(recorded.plant): \(origin) \(places)")
            }
        }
    }
}
