import Foundation
import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("What the recorder could not write", .timeLimit(.minutes(5)))
struct GapTests {
    let folder = TemporaryFolder()

    /// Steps 1 to 6, of which 3 and 4 could not be written; `other` is a store that has no line after the gap.
    private func timeline() throws -> Timeline {
        let builder = try RecordingBuilder(in: folder, stores: ["main", "other"], state: ["count": 0])
        builder.keyframe(0, ["count": 100], store: "other")
        for step in [1, 2] { try builder.action(step, "add") }
        try builder.journal(GapLine(steps: 3...4, reason: .unwritten("no space left on device")).json)
        try builder.action(5, ActionLine.external) { $0.action = nil }
        try builder.action(6, "add")
        for step in [1, 2] { try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)}]"#) }
        try builder.patch(5, #"[{"op":"replace","path":"/count","value":4}]"#)
        try builder.patch(6, #"[{"op":"replace","path":"/count","value":5}]"#)
        return try Timeline(Recording(directory: try builder.finish()))
    }

    @Test func isSaidWithItsReason() throws {
        let timeline = try timeline()
        var items: [Timeline.Item] = []
        try timeline.forEach { items.append($0) }
        #expect(items.contains(.gap(3...4, reason: .unwritten("no space left on device"))))
        #expect(timeline.recording.losses.all == [Loss(.actions, of: 3...4)])
        #expect(timeline.recording.manifest.counts.dropped == 2)
    }

    /// The first segment has states only, as where its actions were removed, by a recorder that drops its oldest segments or by somebody else.
    @Test(arguments: [true, false]) func isNothingWhereTheOldestSegmentWasBeingTakenAway(isRing: Bool) throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0]) { if isRing { $0.limits = ["steps": 2] } }
        for step in 1...2 { try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)}]"#) }
        try builder.roll(at: 2, ["count": 2])
        try builder.step(3, "add", #"[{"op":"replace","path":"/count","value":3}]"#)
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(timeline.steps == (isRing ? 2...3 : 0...3))
        #expect(timeline.recording.losses.all == (isRing ? [] : [Loss(.actions, of: 1...2)]))
        if !isRing {
            #expect(try timeline.state(at: 1).get() == ["count": 1])
            #expect(try timeline.step(at: 1)?.line == nil)
        }
    }

    @Test func isSaidOfActionsAndStatesWhereASegmentIsMissing() throws {
        let builder = try RecordingBuilder(in: folder)
        for step in 1...6 {
            if step % 2 == 1 {
                if step > 1 { try builder.roll() }
                builder.keyframe(step - 1, ["count": .number(JSONNumber(step - 1))])
            }
            try builder.step(step, "add", #"[{"op":"replace","path":"/count","value":\#(step)}]"#)
        }
        let path = try builder.finish()
        try FileManager.default.removeItem(atPath: "\(path)/segments/000001")
        let timeline = try Timeline(Recording(directory: path))
        #expect(timeline.recording.losses.all == [Loss(.actions, of: 3...4), Loss(.states, of: 3...3)])
        #expect(throws: UnknownState.self) { _ = try timeline.state(at: 3).get() }
        #expect(try timeline.state(at: 4).get() == ["count": 4])
    }

    @Test func isWhyThereIsNoStepAndLeavesTheStatesAfterTheNextLineKnown() throws {
        let timeline = try timeline()
        #expect(try timeline.noStep(at: 0) == .beginning)
        #expect(try timeline.noStep(at: 2) == nil)
        #expect(try timeline.state(at: 2) == .known(["count": 2]))
        for step in [3, 4] {
            #expect(try timeline.noStep(at: step) == .gap(3...4, reason: .unwritten("no space left on device")))
            let unknown = #expect(throws: UnknownState.self) { try timeline.state(at: step, store: "main").get() }
            #expect(unknown?.reason == .gap(3...4))
            #expect(unknown?.nearest == 2)
        }
        #expect(try timeline.state(at: 5) == .known(["count": 4]))
        #expect(try timeline.state(at: 6) == .known(["count": 5]))
    }

    /// As where the recorder needed a new segment, and could not make it.
    @Test func isSaidWithItsReasonWhereTheNextSegmentTellsIt() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.action(1, "add")
        try builder.roll()
        try builder.journal(GapLine(steps: 2...3, reason: .unwritten("the disk is full")).json)
        try builder.action(4, "add")
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        var items: [Timeline.Item] = []
        try timeline.forEach { items.append($0) }
        #expect(items.contains(.gap(2...3, reason: .unwritten("the disk is full"))))
        #expect(try timeline.noStep(at: 3) == .gap(2...3, reason: .unwritten("the disk is full")))
    }

    @Test func madeByAnEditIsSaidToBeOnPurpose() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.action(1, "add")
        try builder.journal(GapLine(steps: 2...2, reason: .leftOut).json)
        try builder.action(3, ActionLine.external) { $0.action = nil }
        for step in [1, 3] { try builder.patch(step, "[]") }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try timeline.noStep(at: 2)?.isOnPurpose == true)
        let unknown = #expect(throws: UnknownState.self) { try timeline.state(at: 2).get() }
        #expect(unknown?.reason == .leftOut(2...2))
        #expect(unknown.map { "\($0.reason)" } == "step 2 was left out on purpose, and what it changed is in the store's next step")
        var debugger = Debugger(timeline, at: 2)
        guard case .problem("step 2 was left out on purpose, and its cause with it", []) = debugger.execute("where")
        else { throw Failure("another cause") }
    }

    @Test func leavesTheStateOfAnotherStoreUnknownUntilItHasALine() throws {
        let timeline = try timeline()
        #expect(try timeline.state(at: 2, store: "other") == .known(["count": 100]))
        guard case .unknown(let unknown) = try timeline.state(at: 6, store: "other") else {
            throw Failure("known, though it may have changed in the gap")
        }
        #expect(unknown.reason == .gap(3...4))
    }

    @Test func atTheEndIsALossOfItsOwn() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.step(1, "add")
        try builder.journal(GapLine(steps: 2...9, reason: .unwritten("no space left on device")).json)
        let recording = try Recording(directory: try builder.finish())
        #expect(recording.losses.all == [Loss(.actions, of: 2...9)])
        #expect(recording.manifest.counts.dropped == 8)
    }
}

@Suite("The keyframe of a later segment", .timeLimit(.minutes(5)))
struct LaterKeyframeTests {
    let folder = TemporaryFolder()

    @Test(arguments: [true, false])
    func tellsTheStateThatTheSegmentBeforeLost(hasAction: Bool) throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        for step in 1...3 { try builder.action(step, "add") }
        try builder.patch(1, #"[{"op":"replace","path":"/count","value":1}]"#)
        try builder.roll(at: 3, ["count": 3])
        if hasAction {
            try builder.step(4, "add")
        }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try timeline.state(at: 1) == .known(["count": 1]))
        guard case .unknown = try timeline.state(at: 2) else { throw Failure("step 2 has no line") }
        #expect(try timeline.state(at: 3) == .known(["count": 3]))
    }
}
