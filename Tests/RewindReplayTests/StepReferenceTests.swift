import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Naming a step")
struct StepReferenceTests {
    @Test(arguments: [
        ("17", StepReference.number(17)), ("0", .number(0)), ("start", .start(plus: 0)), ("start+2", .start(plus: 2)),
        ("end", .end(minus: 0)), ("end-3", .end(minus: 3)), ("@90s", .time(90_000_000_000)), ("@1500ms", .time(1_500_000_000)),
        ("@1:02.5", .time(62_500_000_000)), ("@1:00:00", .time(3_600_000_000_000)), ("@2m", .time(120_000_000_000)),
        ("@0.25", .time(250_000_000)),
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

    @Test
    func saysHowATimeIsWritten() {
        let error = #expect(throws: ReferenceError.self) { try StepRange(parsing: "2s..") }
        #expect(error?.description == "'2s' is not a step: a time begins with @, as in @2s")
    }

    @Test(arguments: [
        ("10..20", StepRange(first: .number(10), last: .number(20))), ("..20", StepRange(last: .number(20))),
        ("10..", StepRange(first: .number(10))), ("..", StepRange()), ("7", StepRange(first: .number(7), last: .number(7))),
        ("@1s..end-1", StepRange(first: .time(1_000_000_000), last: .end(minus: 1))),
        ("10...20", StepRange(first: .number(10), last: .number(20))), ("10...", StepRange(first: .number(10))),
    ])
    func readsRanges(text: String, range: StepRange) throws { #expect(try StepRange(parsing: text) == range) }

    @Test(arguments: [("start", 0), ("end", 4), ("end-1", 3), ("start+1", 1), ("3", 3), ("@0", 0), ("@25ms", 2), ("@1h", 4)])
    func findsTheNumberInARecording(text: String, number: Int) throws {
        let folder = try TemporaryFolder()
        let timeline = try Self.timeline(in: folder)
        #expect(try StepReference(parsing: text).resolve(in: timeline) == number)
    }

    @Test(arguments: ["5", "end-5", "start+9"])
    func saysWhatThereIsWhenAStepIsNotThere(text: String) throws {
        let folder = try TemporaryFolder()
        let timeline = try Self.timeline(in: folder)
        let error = #expect(throws: RecordingError.self) { try StepReference(parsing: text).resolve(in: timeline) }
        #expect(error?.advice == "The recording has steps 0 to 4")
    }

    @Test
    func refusesARangeThatEndsBeforeItBegins() throws {
        let folder = try TemporaryFolder()
        let timeline = try Self.timeline(in: folder)
        let error = #expect(throws: RecordingError.self) { try StepRange(parsing: "3..1").resolve(in: timeline) }
        #expect(error?.message == "step 3 comes after step 1")
    }

    @Test(arguments: [(0, "00:00.000"), (62_500_000_000, "01:02.500"), (3_723_004_000_000, "1:02:03.004"), (-1_000_000, "-00:00.001")])
    func writesTimesForPeople(nanoseconds: Int, text: String) { #expect(TimeText.clock(nanoseconds) == text) }

    @Test(arguments: [
        (412, "412 ns"), (3_140, "3.1 µs"), (2_500_000, "2.5 ms"), (12_340_000_000, "12.3 s"), (65_000_000_000, "1 min 5 s"),
        (.min, "-2562047 h 47 min"),
    ])
    func writesDurationsForPeople(nanoseconds: Int, text: String) { #expect(TimeText.duration(nanoseconds) == text) }

    static func timeline(in folder: TemporaryFolder) throws -> Timeline {
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, ["count": 0, "cart": ["items": []]])
        for step in 1...4 {
            try builder.action(step, "count")
            try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)}]"#)
        }
        return try Timeline(Recording(directory: try builder.finish()))
    }
}
