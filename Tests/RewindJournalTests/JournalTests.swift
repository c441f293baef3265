import RewindJournal
import RewindSystem
import TestSupport
import Testing

@testable import RewindFormat
@testable import RewindJournal

@Suite("What a live recording is written with", .timeLimit(.minutes(5)))
struct JournalTests {
    private let folder = TemporaryFolder()

    @Test func linesGoOnAcrossWindowsAndTheFileEndsWithTheLast() throws {
        var stream = try ActionStream(creating: folder.path("actions.ndjson"), segment: 0)
        var expected: [UInt8] = []
        for index in 0..<3000 {
            let line = [UInt8](repeating: UInt8(ascii: "a") + UInt8(index % 26), count: 1000) + [UInt8(ascii: "\n")]
            try line.withUnsafeBytes { try stream.append($0) }
            if index % 2 == 0, let request = stream.request { stream.install(try request.make()) }
            expected += line
        }
        #expect(stream.count == expected.count)
        try stream.finish()
        #expect(try folder.read("actions.ndjson") == expected)
    }

    @Test func theLongestLineFitsAtTheEndOfAWindow() throws {
        var stream = try ActionStream(creating: folder.path("actions.ndjson"), segment: 0)
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: ActionStream.lineLimit)
        for _ in 0..<20 { try line.withUnsafeBytes { try stream.append($0) } }
        try stream.finish()
        #expect(try folder.read("actions.ndjson") == [UInt8](repeating: UInt8(ascii: "x"), count: 20 * line.count))
    }

    @Test func theStatusPageSaysWhereEachStoreIs() throws {
        let page = try StatusPage(creating: folder.path("status"), processID: 42, started: 7)
        page.name(store: 0, "main")
        page.name(store: 1, "second")
        page.cell(store: 0)?.set(step: 1_000_000, phase: .reducer)
        page.cell(store: 1)?.set(step: 12, phase: .idle)
        page.set(lastState: 999_999, stores: 1)
        let status = try #require(Status(try folder.read("status")))
        #expect(status.processID == 42)
        #expect(status.lastState == 999_999)
        #expect(!status.isFinished)
        #expect(status.underWay == [.init(store: "main", step: 1_000_000, phase: .reducer)])
        #expect(status.stores.map(\.store) == ["main", "second"])
        page.setFinished()
        #expect(Status(try folder.read("status"))?.isFinished == true)
    }

    @Test func theStatusPageSaysWhenTheProcessExits() throws {
        let page = try StatusPage(creating: folder.path("status"), processID: 42, started: 7, epoch: 1_000)
        let before = try #require(Status(try folder.read("status")))
        #expect(before.exitTime == nil && Ending(of: nil, before).at == nil)
        #expect([before.time(at: 1_005), before.time(at: 999)] == [5, nil])
        page.setExited(at: 0)
        let ending = Ending(of: nil, Status(try folder.read("status")))
        #expect(ending.how == .finished && ending.at == 0)
        #expect(Ending(json: ending.json) == ending)
    }

    @Test(arguments: [
        (nil, "ours", true, nil),  // the system counts none
        (3, "ours", true, 0),
        (4, "ours", true, 1),
        (4, "a later boot", true, nil),
        (4, "ours", false, nil),  // the process told by itself how it ended
    ])
    func theStatusPageTellsWhetherMemoryRanOut(killsByNow: Int?, boot: String, isKilled: Bool, kills: Int?) throws {
        let page = try StatusPage(creating: folder.path("status"), processID: 42, started: 7)
        let before = try #require(Status(try folder.read("status")))
        #expect(before.memory(isKilled: true) == nil)
        page.set(resident: 1_200_000_000, kills: 3)
        let status = try #require(Status(try folder.read("status")))
        let memory = status.memory(isKilled: isKilled, kills: killsByNow, boot: boot == "ours" ? SystemFacts.bootID : boot)
        #expect(memory == Ending.Memory(resident: 1_200_000_000, kills: kills))
        var ending = Ending(.killed)
        ending.memory = memory
        #expect(ending.isOutOfMemory == (kills == 1))
        #expect(Ending(json: ending.json) == ending)
    }

    @Test func aLockedDirectoryIsLeftAlone() throws {
        var live: LiveDirectory? = try LiveDirectory(creatingIn: folder.path, app: "My App/..", started: 0, processID: 1)
        let path = try #require(live?.path)
        #expect(path == folder.path("My-App----19700101T000000Z-1.live"))
        try live?.write(Manifest(recorder: "test", started: 0))
        #expect(throws: RecordingError.self) { try Recording(directory: path) }
        #expect(try LiveDirectory(takingOver: path) == nil)
        live = nil
        #expect(try Recording(directory: path).manifest.ending.how == .died)
    }
}
