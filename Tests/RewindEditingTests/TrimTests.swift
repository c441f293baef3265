import ReplayTestSupport
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

/// What both timelines tell of the steps that both have.
func expectSame(_ part: Timeline, as whole: Timeline, in steps: ClosedRange<Int>, stores: [String] = ["main"]) throws {
    for number in steps {
        #expect(try part.step(at: number) == whole.step(at: number), "step \(number)")
        for store in stores {
            #expect(try part.state(at: number, store: store) == whole.state(at: number, store: store), "state \(number) of \(store)")
        }
    }
}

@Suite("Trimming", .timeLimit(.minutes(5)))
struct TrimTests {
    private let folder = TemporaryFolder()

    private func trim(_ input: String, _ steps: ClosedRange<Int>, to name: String = "part.rewind") throws -> TrimmedRecording {
        try Editor(input).trim(to: steps, output: folder.path(name))
    }

    @Test(arguments: [0...12, 0...3, 3...3, 4...9, 5...8, 10...12, 12...12])
    func keepsWhatStandsBetweenAnyTwoStepsWithNumbersTimesAndStates(steps: ClosedRange<Int>) throws {
        let path = try Session.written(in: folder)
        let whole = try Editor(path).timeline
        let part = try trim(path, steps)
        let timeline = try Timeline(part.recording)
        let first = max(1, steps.lowerBound)
        #expect(part.steps == first...steps.upperBound)
        #expect(timeline.steps == (first - 1)...steps.upperBound)
        try expectSame(timeline, as: whole, in: first...steps.upperBound, stores: Session.stores)
        #expect(part.recording.manifest.counts.steps == steps.upperBound - first + 1 - part.recording.manifest.counts.dropped)
        #expect(part.recording.manifest.edits.count == 1)
    }

    @Test
    func trimmingToStep0AloneKeepsTheStateBeforeAnyAction() throws {
        let path = try Session.written(in: folder)
        let part = try trim(path, 0...0)
        #expect(part.steps == nil)
        let timeline = try Timeline(part.recording)
        #expect(timeline.steps == 0...0)
        #expect(try timeline.state(at: 0, store: "main") == Editor(path).timeline.state(at: 0, store: "main"))
    }

    @Test
    func beginsEarlierAndEndsLaterWhereStepsShareOnePatch() throws {
        let builder = try RecordingBuilder(in: folder, state: ["n": 0])
        for step in 1...9 { try builder.action(step, "a") }
        for step in [1, 2] { try builder.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#) }
        try builder.patch(5, #"[{"op":"replace","path":"/n","value":5}]"#, merged: 3...5)
        try builder.patch(6, #"[{"op":"replace","path":"/n","value":6}]"#)
        try builder.patch(9, #"[{"op":"replace","path":"/n","value":9}]"#, merged: 7...9)
        let path = try builder.finish()
        #expect(try trim(path, 5...7).steps == 3...9)
        #expect(try trim(path, 6...6, to: "one.rewind").steps == 6...6)
        #expect(try trim(try Session.written(in: folder), 8...9, to: "gap.rewind").steps == 6...9)
    }

    @Test
    func beginsWithAnActionThatIsThereHoweverFarBackItIs() throws {
        let builder = try RecordingBuilder(in: folder, state: ["n": 0])
        let numbers = (0..<4).map { 1 + $0 << 40 }
        for (index, number) in numbers.enumerated() {
            try builder.action(number, "a", time: index)
            builder.keyframe(number, ["n": .number(JSONNumber(index))])
        }
        #expect(try trim(try builder.finish(), (numbers[3] - 5)...numbers[3]).steps == numbers[2]...numbers[3])
    }

    @Test("Trim says that the state before the first step is lost, until a keyframe makes states known again")
    func trimSaysThatTheStateBeforeIsLost() throws {
        let builder = try RecordingBuilder(in: folder, state: ["n": 0])
        for step in 1...4 { try builder.action(step, "a") }
        builder.line(1, "main", .unencodable("no"))
        try builder.patch(2, #"[{"op":"replace","path":"/n","value":2}]"#)
        builder.line(3, "main", .keyframe(["n": 3]))
        try builder.patch(4, #"[{"op":"replace","path":"/n","value":4}]"#)
        let part = try trim(try builder.finish(), 2...4)
        let timeline = try Timeline(part.recording)
        #expect(throws: UnknownState.self) { try timeline.state(at: 2).get() }
        let first = try #require(try part.recording.segment(0).states.first)
        #expect(first.step == 1)
        #expect(first.change == .unknown(.notKnown))
        #expect(try timeline.state(at: 4) == .known(["n": 4]))
    }

    @Test
    func keepsTheCrashWithTheLastStepAndLeavesItOutWithout() throws {
        let builder = try RecordingBuilder(in: folder, state: ["n": 0])
        for step in 1...3 { try builder.action(step, "a") }
        for step in 1...2 { try builder.patch(step, "[]") }
        builder.underWay(3, .reducer)
        let path = try builder.die()
        let end = try trim(path, 2...3)
        #expect(end.recording.manifest.ending.underWay.map(\.step) == [3])
        #expect(end.recording.manifest.ending.how == .died)
        let beginning = try trim(path, 1...2, to: "beginning.rewind").recording.manifest
        #expect(beginning.ending.how == .finished)
        #expect(beginning.ending.savedAt == 20_000_000)
        #expect(beginning.ending.underWay.isEmpty)
    }

    @Test("Trim takes marks, swallowed actions and gaps along with their steps")
    func trimTakesMarksGapsAndSwallowedActionsAlong() throws {
        let path = try Session.written(in: folder)
        let part = try trim(path, 5...8)
        #expect(try Timeline(part.recording).rows() == ["swallowed stopped 6", ":six 6", "7..7 unwritten full"])
    }

    @Test
    func refusesWhatIsThereWhatIsTheInputAndStepsThatAreNot() throws {
        let path = try Session.written(in: folder)
        #expect(throws: RecordingError.self) { try Editor(path).trim(to: 1...2, output: path + "/x.rewind") }
        _ = try trim(path, 1...2)
        #expect(throws: RecordingError.self) { try trim(path, 1...2) }
        #expect(throws: RecordingError.self) { try trim(folder.path("part.rewind"), 1...2) }
    }

    @Test
    func keepsLinesMembersAndFilesThatItDoesNotKnowToTheByte() throws {
        let path = try Session.written(in: folder)
        let part = try trim(path, 5...8)
        let segment = try part.recording.segments.map { try part.recording.segment($0.index) }
        #expect(segment.flatMap(\.journal).contains(.unknown(["future": ["after": 6]])))
        #expect(segment.flatMap(\.actions).allSatisfy { $0.unknown["more"] == [1] })
        #expect(part.recording.manifest.unknown["later"] == true)
    }
}
