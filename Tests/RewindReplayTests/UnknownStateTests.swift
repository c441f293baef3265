import Foundation
import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("A state that is not known", .timeLimit(.minutes(5)))
struct UnknownStateTests {
    private let folder = TemporaryFolder()

    private static func replace(_ value: Int) -> String { #"[{"op":"replace","path":"/count","value":\#(value)}]"# }

    private func builder(actions: ClosedRange<Int>, stores: [String] = ["main"]) throws -> RecordingBuilder {
        let builder = try RecordingBuilder(in: folder, stores: stores)
        builder.keyframe(0, ["count": 0])
        for step in actions { try builder.action(step, "count") }
        return builder
    }

    private func unknown(_ timeline: Timeline, _ step: Int, store: String? = nil) throws -> UnknownState? {
        if case .unknown(let reason) = try timeline.state(at: step, store: store) { reason } else { nil }
    }

    @Test("States merged into one patch are unknown, except for the last of them")
    func mergedStatesAreUnknownExceptTheLast() throws {
        let builder = try builder(actions: 1...5)
        try builder.patch(1, Self.replace(1))
        try builder.patch(4, Self.replace(4), merged: 2...4)
        try builder.patch(5, Self.replace(5))
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        for step in 2...3 {
            let reason = try #require(try unknown(timeline, step))
            #expect(reason.reason == .merged(2...4))
            #expect(reason.nearest == 1)
        }
        #expect(try timeline.state(at: 4) == .known(["count": 4]))
        #expect(try timeline.state(at: 5) == .known(["count": 5]))
        #expect(try timeline.step(at: 3)?.outcome == .merged(2...4, nil))
        #expect(try timeline.step(at: 4)?.patch?.operations.count == 1)
    }

    @Test func isTheKeyframesOfThatStepWhereverTheNextSegmentBegins() throws {
        let builder = try builder(actions: 1...4)
        try builder.patch(1, Self.replace(1))
        try builder.patch(4, Self.replace(4))
        try builder.roll()  // at step 6: nothing of step 5 is left
        builder.keyframe(4, ["count": 40])
        try builder.step(6, "count", Self.replace(6))
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try unknown(timeline, 3)?.reason == .lost(step: 2))
        #expect(try timeline.state(at: 4) == .known(["count": 40]))
        #expect(try unknown(timeline, 5) != nil)
        #expect(try unknown(timeline, 6) != nil)  // step 5 may have been the store's
    }

    /// A recording of eight steps by a policy that takes every third state.
    private func sparse() throws -> String {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0]) { $0.capture = "every 3" }
        for step in 1...8 { try builder.action(step, "count") }
        for step in [3, 6] { try builder.patch(step, Self.replace(step), merged: (step - 2)...step) }
        return try builder.finish()
    }

    @Test
    func wasNotTakenByThePolicyAndIsNotLost() throws {
        let recording = try Recording(directory: sparse())
        #expect(recording.losses.isEmpty)
        let timeline = try Timeline(recording)
        let reason = try #require(try unknown(timeline, 8))
        #expect(reason.reason == .notCaptured(step: 7) && reason.nearest == 6)
        #expect(reason.description.contains("by its policy, the recorder took no state from step 7 on"))
        let step = try #require(try timeline.step(at: 7))
        #expect(step.outcome == .notCaptured && step.outcome.name == "not-captured" && !step.isError)
    }

    @Test
    func isLostWhereItWasTakenAndItsLineIsDamaged() throws {
        let directory = try sparse()
        let file = URL(fileURLWithPath: "\(directory)/\(SegmentName.states(0))")
        var bytes = try Data(contentsOf: file)
        bytes[try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 3] ^= 1
        try bytes.write(to: file)
        let timeline = try Timeline(Recording(directory: directory))
        #expect(try timeline.step(at: 1)?.outcome == .lost)
        #expect(try unknown(timeline, 1)?.reason == .lost(step: 1))
    }

    @Test
    func isOfAStoreThatTheRecordingDoesNotHave() throws {
        let timeline = try Timeline(Recording(directory: builder(actions: 1...2, stores: ["main", "wishes"]).finish()))
        let reason = try #require(try unknown(timeline, 2, store: "whishes"))
        #expect(reason.reason == .noSuchStore("whishes", stores: ["main", "wishes"]))
        #expect(reason.description == "the state after step 2 is unknown: there is no store 'whishes', only 'main', 'wishes'.")
        #expect(try unknown(timeline, 2, store: "wishes")?.reason == .noKeyframe)
    }

    @Test
    func belongsToTheStepThatWasInTheReducerWhenTheProcessDied() throws {
        let builder = try builder(actions: 1...2)
        try builder.patch(1, Self.replace(1))
        builder.underWay(2, .reducer)
        let timeline = try Timeline(Recording(directory: try builder.die()))
        let reason = try #require(try unknown(timeline, 2))
        #expect(reason.reason == .underWay(step: 2, .reducer))
        #expect(
            reason.description
                == "the state after step 2 is unknown: the process ended in the reducer of step 2. The nearest known state before it is that of step 1."
        )
        #expect(try timeline.step(at: 2)?.outcome == .underWay(.reducer))
    }

    @Test
    func wasStillWaitingToBeWrittenWhenTheProcessDied() throws {
        let builder = try builder(actions: 1...4)
        try builder.patch(1, Self.replace(1))
        let timeline = try Timeline(Recording(directory: try builder.die()))
        #expect(try timeline.state(at: 1) == .known(["count": 1]))
        for step in 2...4 {
            let reason = try #require(try unknown(timeline, step))
            #expect(reason.reason == .lost(step: 2))
            #expect(reason.nearest == 1)
        }
    }

    @Test
    func missesALineBeforeItAPatchOnAStateThatIsNotKnownGivesNone() throws {
        let builder = try builder(actions: 1...5)
        try builder.patch(1, Self.replace(1))
        try builder.patch(3, Self.replace(3))
        builder.keyframe(4, ["count": 4])
        try builder.patch(5, Self.replace(5))
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try unknown(timeline, 3)?.reason == .lost(step: 2))
        #expect(try timeline.state(at: 4) == .known(["count": 4]))
        #expect(try timeline.state(at: 5) == .known(["count": 5]))
        #expect(try unknown(timeline, 3)?.nearest == 1)
    }

    @Test
    func comesAfterANumberThatNeitherStreamKnowsOf() throws {
        let builder = try builder(actions: 1...2)
        try builder.action(5, "count")
        for step in [1, 2, 5] { try builder.patch(step, Self.replace(step)) }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try unknown(timeline, 5)?.reason == .notRecorded(3...4))
        #expect(try unknown(timeline, 5)?.nearest == 2)
        var items: [Timeline.Item] = []
        try timeline.forEach { items.append($0) }
        #expect(items.contains(.gap(3...4)))
    }

    @Test
    func isKnownAgainWhereTheActionsLineIsLostAndTheStatesIsNot() throws {
        let builder = try builder(actions: 1...1)
        try builder.action(3, "count")
        for step in 1...3 { try builder.patch(step, Self.replace(step)) }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try timeline.state(at: 3) == .known(["count": 3]))
        let step = try #require(try timeline.step(at: 2))
        #expect(step.line == nil)
        #expect(step.type == "?")
    }

    @Test
    func couldNotBeEncodedUntilTheNextKeyframe() throws {
        let builder = try builder(actions: 1...3)
        builder.line(1, "main", .unencodable("NaN is no number"))
        try builder.patch(2, Self.replace(2))
        builder.keyframe(3, ["count": 3])
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try unknown(timeline, 2)?.reason == .unencodable(step: 1, "NaN is no number"))
        #expect(try unknown(timeline, 1)?.nearest == 0)
        #expect(try timeline.state(at: 3) == .known(["count": 3]))
        #expect(try timeline.step(at: 3)?.outcome == .keyframe)
    }

    /// What a recorder or a tool left out is not what the app could not encode, whatever its words.
    @Test(arguments: StateLine.NoState.allCases)
    func isNotThereForAnotherReasonThanItsEncoding(why: StateLine.NoState) throws {
        let builder = try builder(actions: 1...3)
        builder.line(1, "main", .unknown(why))
        try builder.patch(2, Self.replace(2))
        builder.line(3, "main", .unencodable(why.rawValue))
        let recording = try Recording(directory: try builder.finish())
        let timeline = try Timeline(recording)
        #expect(try unknown(timeline, 2)?.reason == .absent(step: 1, why))
        #expect(try unknown(timeline, 2).map { "\($0)" }?.contains("could not be encoded") == false)
        #expect(recording.losses.all == [Loss(.values, count: 1)] && recording.counts.unencodable == 1)
        #expect(try timeline.step(at: 3)?.outcome == .unencodable(why.rawValue))
    }

    @Test
    func hasAPatchThatDoesNotFit() throws {
        let builder = try builder(actions: 1...2)
        try builder.patch(1, #"[{"op":"remove","path":"/nothing"}]"#)
        try builder.patch(2, Self.replace(2))
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        guard case .misfit(1, _) = try #require(try unknown(timeline, 2)).reason else { throw Failure("the reason is another") }
    }

    @Test
    func staysAsItWasWhereTheReducerFailed() throws {
        let builder = try builder(actions: 1...2)
        try builder.patch(1, Self.replace(1))
        builder.line(2, "main", .failed("no such item"))
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try timeline.state(at: 2) == .known(["count": 1]))
        #expect(try timeline.step(at: 2)?.outcome == .failed("no such item"))
    }

    @Test
    func theStateOfOneStoreDoesNotDependOnTheLinesOfAnother() throws {
        let builder = try RecordingBuilder(in: folder, stores: ["main", "cart"], state: ["count": 0])
        builder.keyframe(0, ["items": []], store: "cart")
        try builder.action(1, "count")
        try builder.action(2, "add", store: "cart")
        try builder.action(3, "count")
        try builder.patch(1, Self.replace(1))
        try builder.patch(2, #"[{"op":"add","path":"/items/-","value":"tea"}]"#, store: "cart")
        let timeline = try Timeline(Recording(directory: try builder.die()))
        #expect(try timeline.state(at: 2, store: "main") == .known(["count": 1]))
        #expect(try timeline.state(at: 2) == .known(["items": ["tea"]]))
        #expect(try timeline.state(at: 3, store: "cart") == .known(["items": ["tea"]]))
        #expect(try unknown(timeline, 3)?.reason == .lost(step: 3))
        #expect(try unknown(timeline, 3, store: "nobody")?.reason == .noSuchStore("nobody", stores: ["main", "cart"]))
    }

    @Test("The state of a store without a keyframe in its segment is found through the segments before")
    func aStateIsFoundThroughTheSegmentsBefore() throws {
        let builder = try RecordingBuilder(in: folder, stores: ["main", "cart"], state: ["count": 0])
        builder.keyframe(0, ["items": []], store: "cart")
        try builder.step(1, "add", #"[{"op":"add","path":"/items/-","value":"tea"}]"#, store: "cart")
        for step in 2...4 {
            try builder.roll(at: step - 1, ["count": .number(JSONNumber(step - 2))])
            try builder.action(step, "count")
            try builder.patch(step, Self.replace(step - 1))
        }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try timeline.state(at: 4, store: "cart") == .known(["items": ["tea"]]))
        #expect(try timeline.state(at: 4) == .known(["count": 3]))
    }

    @Test
    func followsFromNoLineThatClaimsAbsurdNumbersSuchALineIsDamage() throws {
        let builder = try builder(actions: 1...3)
        try builder.patch(1, Self.replace(1))
        try builder.patch(2, Self.replace(2), merged: Int.min...2)
        try builder.patch(3, Self.replace(3), merged: -5...3)
        try builder.patch(Int.max, Self.replace(4))
        try builder.action(Int.max, "count", time: .min)
        try builder.action(1 << 53, "count", time: .max)
        let recording = try Recording(directory: try builder.finish())
        #expect(recording.losses.damage.map(\.reason) == Array(repeating: .malformed, count: 4))
        let timeline = try Timeline(recording)
        #expect(timeline.steps == 0...(1 << 53))
        #expect(try timeline.state(at: 1) == .known(["count": 1]))
        #expect(try unknown(timeline, 2)?.reason == .lost(step: 2))
        #expect(try unknown(timeline, 1 << 52)?.nearest == 1)
        #expect(try timeline.step(atTime: 40_000_000) == 3)
        var items = 0
        try timeline.forEach { _ in items += 1 }
        #expect(items == 5)
    }
}
