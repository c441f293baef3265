import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("A timeline over a recording", .timeLimit(.minutes(5)))
struct TimelineTests {
    private let folder = TemporaryFolder()

    /// Counts from 0 up to `last`, one a step, with a new segment every `segmentSteps` steps.
    private func counting(to last: Int, segmentSteps: Int = 1_000) throws -> Timeline {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0, "log": []])
        for step in 1...last {
            if step > 1, (step - 1) % segmentSteps == 0 {
                try builder.roll(at: step - 1, counted(step - 1))
            }
            try builder.action(step, "count")
            try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)},{"op":"add","path":"/log/-","value":\#(step)}]"#)
        }
        return try Timeline(Recording(directory: try builder.finish()))
    }

    private func counted(_ step: Int) -> JSONValue {
        ["count": .number(JSONNumber(step)), "log": .array((0..<step).map { .number(JSONNumber($0 + 1)) })]
    }

    @Test(arguments: [1_000, 7, 1])
    func findsEveryStateInWhateverOrderTheyAreAskedFor(segmentSteps: Int) throws {
        let timeline = try counting(to: 300, segmentSteps: segmentSteps)
        #expect(timeline.steps == 0...300)
        var generator = SeededGenerator(seed: 42)
        let orders = [Array(0...300), Array((0...300).reversed()), (0...300).shuffled(using: &generator)]
        for order in orders {
            for step in order { #expect(try timeline.state(at: step) == .known(counted(step))) }
        }
    }

    @Test
    func tellsAStepsActionAndWhatItChanged() throws {
        let timeline = try counting(to: 3)
        let step = try #require(try timeline.step(at: 2))
        #expect(step.type == "count")
        #expect(step.time == 20_000_000)
        #expect(step.took == 1_500)
        #expect(step.patch?.operations.count == 2)
        #expect(try timeline.step(at: 0) == nil)
        #expect(try DiffQuestion(from: 1, to: 2, store: nil).answer(in: timeline).rows[0].patch.operations.count == 2)
        #expect(try DiffQuestion(from: 3, to: 3, store: nil).answer(in: timeline).rows[0].diff.isEmpty)
    }

    @Test(arguments: [-1, 4, Int.max, Int.min])
    func namesTheStepsThereAreWhenAskedForAnother(step: Int) throws {
        let timeline = try counting(to: 3)
        let error = #expect(throws: RecordingError.self) { try timeline.state(at: step) }
        #expect(error?.code == .noSuchStep)
        #expect(error?.advice == "The recording has steps 0 to 3")
    }

    @Test(arguments: [(0, 0), (9_999_999, 0), (10_000_000, 1), (45_000_000, 4), (.max, 20)])
    func findsTheLastStepThatBeganByATime(time: Int, step: Int) throws {
        let timeline = try counting(to: 20, segmentSteps: 6)
        #expect(try timeline.step(atTime: time) == step)
    }

    @Test
    func hasOneStateWhenNobodyDispatchedAnything() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(timeline.steps == 0...0)
        #expect(try timeline.state(at: 0) == .known(["count": 0]))
    }

    @Test
    func beginsWhereTheKeptSegmentsBegin() throws {
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(40, ["count": 40])
        try builder.step(41, "count", #"[{"op":"replace","path":"/count","value":41}]"#)
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(timeline.steps == 40...41)
        #expect(try timeline.state(at: 40) == .known(["count": 40]))
        #expect(try timeline.step(at: 40) == nil)
    }

    @Test("Steps that are far apart are passed at the cost of those that are there")
    func passesOverNumbersThatNoStepHas() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        let far = 1 << 40
        for step in [1, 2, far - 1, far] { try builder.step(step, "count", time: step) }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        var numbers: [Int] = []
        try timeline.forEachStepBackwards(in: timeline.steps) { step in
            numbers.append(step.number)
            return numbers.count < 3
        }
        #expect(numbers == [far, far - 1, 2])
        #expect(try timeline.firstStep(in: 3...far) { _ in true }?.number == far - 1)
        #expect(try timeline.firstStep(in: 3...(far - 2)) { _ in true } == nil)
    }
}
