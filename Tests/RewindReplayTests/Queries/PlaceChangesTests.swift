import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Steps that changed a part of the state", .timeLimit(.minutes(5)))
struct PlaceChangesTests {
    private let folder = TemporaryFolder()

    private func steps(_ timeline: Timeline, changing place: String, in range: ClosedRange<Int>? = nil) throws -> ([Int], FilterReport) {
        var filter = StepFilter()
        filter.places = [try JSONPointer(argument: place)]
        var numbers: [Int] = []
        let report = try timeline.forEach(in: range, matching: filter) { if case .step(let step) = $0 { numbers.append(step.number) } }
        return (numbers, report)
    }

    @Test(
        arguments: [
            (".list", [1, 2, 3, 4]), (".list[0]", [1, 2]), (".list[1]", [2, 3]), (".list[2]", [3]), (".list[1].n", [2, 3]),
            (".list[7].nope", []), (".part", [6]), (".part.same", []), (".part.other", [6]), (".nothing", []), (".", [1, 2, 3, 4, 6]),
        ] as [(String, [Int])])
    func areThoseAfterWhichItIsAnother(place: String, expected: [Int]) throws {
        let builder = try RecordingBuilder(in: folder, state: ["list": [], "part": ["same": 1, "other": 1]])
        for step in 1...6 { try builder.action(step, "a\(step)") }
        try builder.patch(1, #"[{"op":"replace","path":"/list","value":[{"n":1}]}]"#)
        try builder.patch(2, #"[{"op":"add","path":"/list/0","value":{"n":2}}]"#)
        try builder.patch(
            3, #"[{"op":"remove","path":"/list/1"},{"op":"add","path":"/list/-","value":{"n":3}},{"op":"add","path":"/list/-","value":4}]"#)
        try builder.patch(
            4, #"[{"op":"remove","path":"/list/2"},{"op":"add","path":"/list/2","value":4},{"op":"add","path":"/list/3","value":5}]"#)
        // As a filter writes it that left out what was in between.
        try builder.patch(5, #"[{"op":"replace","path":"/part/same","value":1},{"op":"replace","path":"/list/0/n","value":2}]"#)
        try builder.patch(6, #"[{"op":"replace","path":"/part","value":{"same":1,"other":2}}]"#)
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        let (found, report) = try steps(timeline, changing: place)
        #expect(found == expected)
        #expect(report.unknown.count == 0)
        #expect(try steps(timeline, changing: place, in: 3...6).0 == expected.filter { $0 >= 3 })
    }

    @Test
    func areCountedAsUnknownWhereAStateIsLostUnlessThePatchTells() throws {
        let builder = try RecordingBuilder(in: folder, state: ["list": [1, 2], "n": 0])
        for step in 1...6 { try builder.action(step, "a\(step)") }
        try builder.patch(1, #"[{"op":"replace","path":"/n","value":1}]"#)
        builder.line(2, ActionLine.mainStore, .unencodable("no"))
        try builder.patch(3, #"[{"op":"replace","path":"/list","value":[1]}]"#)
        try builder.patch(4, #"[{"op":"replace","path":"/list/0","value":4}]"#)
        builder.keyframe(5, ["list": [4, 7], "n": 5])
        try builder.patch(6, "[]")
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        let (first, report) = try steps(timeline, changing: ".list[0]")
        #expect(first == [4, 5])
        #expect(
            report.unknown.sentence
                == "the states after 2 steps are unknown, first that after step 2: the state of step 2 could not be encoded (no)")
        #expect(try steps(timeline, changing: ".n").0 == [1, 5])
    }

    @Test
    func theStepsOfAGapAreSaidToBeUnknown() throws {
        let timeline = try LostSteps.timeline(in: folder)
        let (found, report) = try steps(timeline, changing: ".posting")
        #expect(found == [])
        #expect(report.unknown.count == 3 && report.unknown.first?.step == 3)
        #expect(try steps(timeline, changing: ".selection").0 == [7])
    }
}

/// Steps 1 to 8, of which 3 to 6 are lost: `posting` is the same before and after, `selection` is not.
enum LostSteps {
    static func timeline(in folder: TemporaryFolder) throws -> Timeline {
        let builder = try RecordingBuilder(in: folder, state: ["posting": 0, "selection": 0, "draft": 0])
        func add(_ step: Int, _ patch: String) throws {
            try builder.action(step, "a\(step)")
            try builder.patch(step, patch)
        }
        try add(1, #"[{"op":"replace","path":"/draft","value":1}]"#)
        try add(2, "[]")
        try builder.roll(at: 6, ["posting": 0, "selection": 2, "draft": 1])
        try add(7, #"[{"op":"replace","path":"/selection","value":7}]"#)
        try add(8, #"[{"op":"replace","path":"/draft","value":8}]"#)
        return try Timeline(Recording(directory: try builder.finish()))
    }
}
