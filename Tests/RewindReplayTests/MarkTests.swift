import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Marks and logged lines", .timeLimit(.minutes(5)))
struct MarkTests {
    let folder = TemporaryFolder()
    let timeline: Timeline

    init() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.journal(MarkLine(time: 1, step: 0, name: "launch").json)
        try builder.action(1, "add")
        try builder.journal(LogLine(time: 11_000_000, step: 1, level: "info", label: "cart", message: "added").json)
        try builder.action(2, "add")
        try builder.journal(MarkLine(time: 21_000_000, step: 2, name: "checkout", note: "it hung").json)
        try builder.action(3, "pay")
        for step in 1...3 { try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)}]"#) }
        timeline = try Timeline(Recording(directory: builder.die()))
    }

    @Test(arguments: [(":launch", 0), (":checkout", 2)])
    func aMarkNamesTheStepBeforeIt(text: String, step: Int) throws {
        let reference = try StepReference(parsing: text)
        #expect(try reference.resolve(in: timeline) == step)
        #expect(reference.description == text)
    }

    @Test func theNextMarkAndThePreviousOneAreFound() throws {
        #expect(try timeline.mark(after: 0)?.name == "checkout" && timeline.mark(after: 1)?.step == 2)
        #expect(try timeline.mark(after: 2) == nil && timeline.mark(before: 0) == nil)
        #expect(try timeline.mark(before: 3)?.name == "checkout" && timeline.mark(before: 2)?.name == "launch")
    }

    @Test func aRangeMayBeginAtAMark() throws {
        #expect(try StepRange(parsing: ":launch..:checkout").resolve(in: timeline) == 0...2)
    }

    @Test func aMarkThatNobodySetIsNamed() throws {
        let error = #expect(throws: RecordingError.self) { try StepReference(parsing: ":nowhere").resolve(in: timeline) }
        #expect(error?.code == .noSuchStep)
        #expect(error?.message == "there is no mark 'nowhere'")
    }

    @Test func marksOfTheRecordingAndOfThePromptAreListedTogether() throws {
        var debugger = Debugger(timeline, at: 3)
        _ = debugger.execute("mark launch")
        guard case .marks(let marks) = debugger.execute("info marks") else { throw Failure("no list") }
        #expect(marks.map { "\($0.name) \($0.step)" } == ["checkout 2", "launch 3"])
    }

    @Test(arguments: [
        (false, [":launch", "1", "2", ":checkout", "3"]), (true, [":launch", "1", "cart: added", "2", ":checkout", "3"]),
    ])
    func notesStandWhereTheyWereMade(withLogs: Bool, expected: [String]) throws {
        var found: [String] = []
        try timeline.forEach(withLogs: withLogs) { item in
            switch item {
            case .step(let step): found.append("\(step.number)")
            case .mark(let mark): found.append(":" + mark.name)
            case .log(let log): found.append("\(log.label): \(log.message)")
            case .gap, .swallowed, .effect: found.append("?")
            }
        }
        #expect(found == expected)
    }
}
