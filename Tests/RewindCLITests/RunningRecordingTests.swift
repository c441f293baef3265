import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import TestSupport
import Testing

/// What a tester does with a recording while its app runs, by the directory alone.
@Suite("A recording of an app that runs", .serialized, .timeLimit(.minutes(5)))
struct RunningRecordingTests {
    private let rewind = Desk()
    private let builder: RecordingBuilder

    init() throws {
        builder = try RecordingBuilder(in: rewind.folder, state: ["name": "Ada"]) { $0.level = "masked" }
        for step in 1...3 { try add(step) }
    }

    private func add(_ step: Int) throws {
        try builder.step(step, "rename", #"[{"op":"replace","path":"/name","value":"Ada \#(step)"}]"#)
        try builder.flush()
    }

    private func marks(_ path: String) throws -> [String] {
        try rewind("log", path).output.split(separator: "\n").filter { $0.contains("+00:00.") && !$0.contains("@@INIT") }.map { line in
            line.split(separator: " ").first { $0.hasPrefix(":") || Int($0) != nil }.map(String.init) ?? ""
        }
    }

    @Test func isMarkedWithoutTheAppAndKeepsTheMarksIfItDies() throws {
        let path = builder.path
        try rewind("mark", "here it broke", path, "--note", "see Ada").expect(0, errors: "the mark 'here it broke' was added after step 3")
        try add(4)
        #expect(try rewind("mark", "here it broke", path).errors.contains("'here it broke-2' was added after step 4"))
        let rows = ["1", "2", "3", ":here", "4", ":here"]
        #expect(try marks(path) == rows)
        #expect(try rewind("show", path, ":here it broke-2").output.hasPrefix("step        4\n"))
        builder.underWay(5, .reducer)
        _ = try builder.die()
        #expect(try marks(path) == rows)
        try rewind("mark", "late", path).expect(2, errors: "rewind annotate")
        #expect(try rewind("seal", path, "-o", "OUT/sealed.rewind").status & ~3 == 0)
        #expect(try marks("OUT/sealed.rewind") == rows)
        #expect(try rewind("doctor", "OUT/sealed.rewind").status != 2)
    }

    @Test func isMarkedInTheSegmentOfItsLastStep() throws {
        try builder.roll()
        #expect(try rewind("mark", "early", builder.path).status == 0, "the next segment is prepared, and has no step")
        builder.keyframe(3, ["name": "Ada 3"])
        try add(4)
        #expect(try rewind("mark", "later", builder.path).status == 0)
        #expect(try marks(builder.path) == ["1", "2", "3", ":early", "4", ":later"])
        let names = try FileSystem.names(in: builder.path + "/segments/000001")
        #expect(names.contains("marks.ndjson"))
    }

    @Test func aTornLineOfMarksHarmsNothing() throws {
        #expect(try rewind("mark", "here", builder.path).status == 0)
        let file = builder.path + "/" + SegmentName.marks(0)
        let bytes = try FileSystem.read(file, limit: 1 << 10)
        try FileSystem.replace(file, with: bytes + bytes.dropLast(9))
        #expect(try marks(builder.path) == ["1", "2", "3", ":here"])
        #expect(try rewind("mark", "next", builder.path).status == 0)
        _ = try builder.die()
        #expect(try marks(builder.path) == ["1", "2", "3", ":here", ":next"])
    }

    @Test func goesIntoATicketAsFarAsItIs() throws {
        #expect(try rewind("mark", "Adas Absturz", builder.path, "--note", "password: hunter2").status == 0)
        try rewind("ticket", builder.path, "--around", ":Adas Absturz", "-o", "OUT/bug.rewind").expect(
            0, errors: "steps 1 to 3", "1 mark goes in as written")
        let text = String(decoding: try rewind.folder.read("bug.md"), as: UTF8.self)
        #expect(text.contains("went on after") && text.contains(":Adas Absturz") && !text.contains("hunter2"), "\(text)")
        #expect(try rewind("doctor", "OUT/bug.rewind").status == 0)
        #expect(try marks("OUT/bug.rewind") == ["1", "2", "3", ":Adas"])
    }

    @Test func inATicketHasTheStepThatHangs() throws {
        try builder.action(4, "rename")
        builder.underWay(4, .reducer)
        try rewind("ticket", builder.path, "-o", "OUT/bug.rewind").expect(0)
        let text = String(decoding: try rewind.folder.read("bug.md"), as: UTF8.self)
        #expect(text.contains(", was in the reducer"), "\(text)")
        #expect(try rewind("doctor", "OUT/bug.rewind").status == 0)
    }
}
