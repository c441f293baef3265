import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("The states that a question could not look at", .timeLimit(.minutes(5)))
struct UnknownStepsTests {
    private let folder = TemporaryFolder()

    private static func replace(_ value: Int) -> String { #"[{"op":"replace","path":"/count","value":\#(value)}]"# }

    /// Six steps, of which nothing of 3 and 4 is left, or nothing but that they could not be written; then a segment with a step of its own.
    private func timeline(tellsGap: Bool, laterKeyframe: Bool = true) throws -> Timeline {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        for step in [1, 2] { try builder.action(step, "add") }
        if tellsGap { try builder.journal(GapLine(steps: 3...4, reason: .unwritten("no space left on device")).json) }
        for step in [5, 6] { try builder.action(step, "add") }
        for step in [1, 2, 5, 6] { try builder.patch(step, Self.replace(step)) }
        try builder.roll()
        if laterKeyframe { builder.keyframe(6, ["count": 6]) }
        try builder.step(7, "add", Self.replace(7))
        return try Timeline(Recording(directory: try builder.finish()))
    }

    @Test(
        arguments: [
            // The keyframe of the later segment tells the state after step 6.
            (false, true, 0...7, 3, 3), (false, false, 0...7, 5, 3), (true, true, 0...7, 2, 3), (false, true, 4...7, 2, 4),
            (false, true, 5...7, 1, 5), (false, true, 6...7, 0, nil), (false, true, 0...3, 1, 3), (true, true, 4...5, 1, 4),
        ] as [(Bool, Bool, ClosedRange<Int>, Int, Int?)])
    func areAllThatHaveNoStateThoseThatAreGoneAndThoseAfterThem(
        tellsGap: Bool, laterKeyframe: Bool, range: ClosedRange<Int>, count: Int, first: Int?
    ) throws {
        let timeline = try timeline(tellsGap: tellsGap, laterKeyframe: laterKeyframe)
        let unknown = try timeline.find(Predicate(parsing: ".count == 99"), scope: .all, in: range).unknown
        #expect(unknown.count == count)
        #expect(unknown.first?.step == first)
        var states = 0
        for step in range { if case .unknown = try timeline.state(at: step) { states += 1 } }
        #expect(states == count)
    }

    @Test("Where no state was recorded, all states are unknown, nothing holds and nothing is broken")
    func allStatesAreUnknownWhereNoneWasRecorded() throws {
        let builder = try RecordingBuilder(in: folder)
        for step in 1...3 { try builder.action(step, "add") }
        try builder.roll()
        for step in 4...5 { try builder.action(step, "add") }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        let (results, unknown) = try timeline.check([Invariant(name: "any", try Predicate(parsing: ".count"))])
        #expect(results.map(\.verdict) == [.unknown])
        #expect(unknown.count == 6)
        let found = try timeline.find(Predicate(parsing: ".count"))
        #expect(!found.examinedAnyState && found.unknown.count == 6)
    }

    @Test("A keyframe does not show whose step was lost: no other store has a known state after it")
    func aKeyframeOfAnotherStoreDoesNotMakeAStepItsOwn() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        builder.keyframe(0, ["items": []], store: "cart")
        try builder.step(1, "add", Self.replace(1))
        builder.keyframe(2, ["items": [1]], store: "cart")
        try builder.action(3, "buy", store: "cart")
        try builder.patch(3, #"[{"op":"add","path":"/items/-","value":2}]"#, store: "cart")
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try timeline.state(at: 1, store: "main") == .known(["count": 1]))
        for step in 2...3 {
            guard case .unknown = try timeline.state(at: step, store: "main") else { throw Failure("step \(step) may have been main's") }
        }
        #expect(try timeline.state(at: 2, store: "cart") == .known(["items": [1]]))
        #expect(try timeline.state(at: 3, store: "cart") == .known(["items": [1, 2]]))
    }

    @Test
    func areSaidInOneSentenceThatNamesTheStepOnce() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        for step in 1...2 { try builder.action(step, "add") }
        try builder.patch(1, Self.replace(1))
        builder.underWay(2, .reducer)
        let timeline = try Timeline(Recording(directory: try builder.die()))
        #expect(
            try timeline.find(Predicate(parsing: ".count == 99")).unknown.sentence
                == "the state after step 2 is unknown: the process ended in its reducer")
    }
}
