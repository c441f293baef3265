import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Naming a step", .timeLimit(.minutes(5)))
struct StepReferenceTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [
        ("17", StepReference.number(17)), ("0", .number(0)), ("start", .start(plus: 0)), ("start+2", .start(plus: 2)),
        ("end", .end(minus: 0)), ("end-3", .end(minus: 3)), ("@90s", .time(90_000_000_000)), ("@1500ms", .time(1_500_000_000)),
        ("@1:02.5", .time(62_500_000_000)), ("@1:00:00", .time(3_600_000_000_000)), ("@2m", .time(120_000_000_000)),
        ("@0.25", .time(250_000_000)), ("@90", .time(90_000_000_000)), ("@90:00", .time(5_400_000_000_000)),
        ("@1:59.9", .time(119_900_000_000)),
    ])
    func readsWhatPeopleWrite(text: String, reference: StepReference) throws { #expect(try StepReference(parsing: text) == reference) }

    @Test(arguments: [
        "", "x", "-1", "1.5", "end+1", "end-", "endless", "@", "@x", "@1:2:3:4", "@1.5:00", "99999999999999999999", "@9999999999999h",
        "@1s2",
    ])
    func refusesAnythingElse(text: String) {
        let error = #expect(throws: ReferenceError.self) { try StepReference(parsing: text) }
        #expect(error?.description.hasPrefix("'\(text)' is not a step: ") == true)
    }

    @Test(arguments: [
        ("10..20", StepRange(first: .number(10), last: .number(20))), ("..20", StepRange(last: .number(20))),
        ("10..", StepRange(first: .number(10))), ("..", StepRange()), ("7", StepRange(first: .number(7), last: .number(7))),
        ("@1s..end-1", StepRange(first: .time(1_000_000_000), last: .end(minus: 1))),
        ("10...20", StepRange(first: .number(10), last: .number(20))), ("10...", StepRange(first: .number(10))),
        ("end-3", StepRange(first: .end(minus: 3), last: .end(minus: 3))), (":a-b", StepRange(first: .mark("a-b"), last: .mark("a-b"))),
    ])
    func readsRanges(text: String, range: StepRange) throws { #expect(try StepRange(parsing: text) == range) }

    @Test(arguments: ["60:62", "@2s:@2.5s", "1:02..", "@1:70", "..@1:59:60.25", "@1:60:00", "nonsense"])
    func saysWhatAStepIs(text: String) {
        let error = #expect(throws: ReferenceError.self) { try StepRange(parsing: text) }
        #expect(error?.reason.contains("a time such as @90s or @1:02.5") == true, "\(String(describing: error))")
    }

    @Test
    func saysThatATimeIsAfterTheEndUnlessARangeEndsThere() throws {
        let timeline = try Self.timeline(in: folder)
        for text in ["@1h", "@1h.."] {
            let error = #expect(throws: RecordingError.self) { try StepRange(parsing: text).resolve(in: timeline) }
            #expect(error?.code == .noSuchStep && error?.message.contains("is after the last action, which was at @00:00.0") == true)
        }
        #expect(try StepRange(parsing: "2..@1h").resolve(in: timeline) == 2...4)
    }

    @Test
    func namesTheMarkThatComesNearToOneThatThereIsNot() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.action(1, "count")
        try builder.journal(MarkLine(time: 5, step: 1, name: "checkout").json)
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        func error(_ name: String) -> RecordingError? {
            #expect(throws: RecordingError.self) { try StepReference.mark(name).resolve(in: timeline) }
        }
        #expect(error("chekout")?.advice == "Perhaps :checkout is meant")
        #expect(error("paid")?.advice == "`rewind log` lists the marks, such as :checkout")
        var debugger = Debugger(timeline)
        guard case .problem(let words, _) = debugger.execute("goto :chekout") else { Issue.record("it went there"); return }
        #expect(words == "there is no mark 'chekout'. Perhaps :checkout is meant.")
    }

    @Test(arguments: [("start", 0), ("end", 4), ("end-1", 3), ("start+1", 1), ("3", 3), ("@0", 0), ("@25ms", 2)])
    func findsTheNumberInARecording(text: String, number: Int) throws {
        let timeline = try Self.timeline(in: folder)
        #expect(try StepReference(parsing: text).resolve(in: timeline) == number)
    }

    @Test(arguments: ["5", "end-5", "start+9"])
    func saysWhatThereIsWhenAStepIsNotThere(text: String) throws {
        let timeline = try Self.timeline(in: folder)
        let error = #expect(throws: RecordingError.self) { try StepReference(parsing: text).resolve(in: timeline) }
        #expect(error?.advice == "The recording has steps 0 to 4")
    }

    @Test
    func refusesARangeThatEndsBeforeItBegins() throws {
        let timeline = try Self.timeline(in: folder)
        let error = #expect(throws: RecordingError.self) { try StepRange(parsing: "3..1").resolve(in: timeline) }
        #expect(error?.message == "step 3 comes after step 1")
    }

    @Test(arguments: [
        ("@0..", 0...4), ("@1ms..", 1...4), ("@10ms..", 1...4), ("@11ms..", 2...4), ("@15ms..@35ms", 2...3), ("@20ms..@30ms", 2...3),
        ("@15ms..end", 2...4), ("@40ms..", 4...4), ("..@25ms", 0...2), ("1..@25ms", 1...2), ("@25ms", 2...2), ("@1ms..@1h", 1...4),
    ])
    func beginsARangeWithTheFirstStepAtOrAfterATime(text: String, expected: ClosedRange<Int>) throws {
        // Steps at 10, 20, 30 and 40 ms.
        #expect(try StepRange(parsing: text).resolve(in: Self.timeline(in: folder)) == expected)
    }

    @Test(arguments: [
        ("@25ms..@26ms", "@00:00.025..@00:00.026", "The last step before @00:00.025 is 2, and the next is 3"),
        ("@25ms..2", "@00:00.025..2", "The last step before @00:00.025 is 2, and the next is 3"),
        ("@1ms..@9ms", "@00:00.001..@00:00.009", "The last step before @00:00.001 is 0, and the next is 1"),
    ])
    func saysThatNoStepIsBetweenTwoTimes(text: String, range: String, advice: String) throws {
        let timeline = try Self.timeline(in: folder)
        let error = #expect(throws: RecordingError.self) { try StepRange(parsing: text).resolve(in: timeline) }
        #expect(error?.code == .noSuchStep && error?.message == "there is no step in \(range)" && error?.advice == advice)
    }

    @Test(arguments: [("@25ms..@26ms", 2, 2), ("@15ms..@35ms", 1, 3), ("@1ms..", 0, 4), ("3..4", 3, 4)])
    func namesTheStatesOfTheTimesThatItLiesBetween(text: String, from: Int, to: Int) throws {
        let timeline = try Self.timeline(in: folder)
        #expect(try StepRange(parsing: text).resolveStates(in: timeline) == (from, to))
    }

    @Test(arguments: [(0, "00:00.000"), (62_500_000_000, "01:02.500"), (3_723_004_000_000, "1:02:03.004"), (-1_000_000, "-00:00.001")])
    func writesTimesForPeople(nanoseconds: Int, text: String) { #expect(TimeText.clock(nanoseconds) == text) }

    @Test(arguments: [
        (412, "412 ns"), (3_140, "3.1 µs"), (2_500_000, "2.5 ms"), (12_340_000_000, "12.3 s"), (65_000_000_000, "1 min 5 s"),
        (.min, "-2562047 h 47 min"),
    ])
    func writesDurationsForPeople(nanoseconds: Int, text: String) { #expect(TimeText.duration(nanoseconds) == text) }

    static func timeline(in folder: TemporaryFolder) throws -> Timeline {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0, "cart": ["items": []]])
        try builder.count(1...4, "count")
        return try Timeline(Recording(directory: try builder.finish()))
    }
}
