import Foundation
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindRedaction
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

@Suite("Sealing", .timeLimit(.minutes(5))) struct SealingTests {
    let folder = TemporaryFolder()

    @Test("Sealing keeps every step, state, member and attachment, and drops the checksums of lines")
    func sealingKeepsEverythingButLineChecksums() throws {
        let live = try LiveFixture(attachments: ["shot.png": [1, 2, 3]]).write(in: folder)
        let before = try openRecording(at: live)
        let sealed = try Sealing().seal(live, to: folder.path("a.rewind"))
        #expect(sealed.form == .bundle)
        #expect(sealed.losses.isEmpty)
        #expect(sealed.steps == 1...12)
        #expect(try contents(of: sealed) == contents(of: before))
        #expect(sealed.manifest.unknown["futureMember"] == ["kept": true])
        #expect(try sealed.source.read("attachments/shot.png") == [1, 2, 3])
        let line = try #require(
            String(decoding: sealed.source.read("segments/000000/actions.ndjson"), as: UTF8.self).split(separator: "\n").first)
        #expect(line == #"{"step":1,"t":1000,"type":"increment","action":{"by":1},"future":[1]}"#)
    }

    @Test func takesNoFileThatALinkInTheDirectoryPointsTo() throws {
        let live = try LiveFixture(attachments: ["shot.png": [1, 2, 3]]).write(in: folder)
        try folder.write("secret".utf8, to: "secret.txt")
        try FileManager.default.createSymbolicLink(atPath: live + "/attachments/a.txt", withDestinationPath: folder.path("secret.txt"))
        try FileManager.default.createSymbolicLink(atPath: live + "/more", withDestinationPath: folder.path(""))
        let sealed = try Sealing().seal(live, to: folder.path("a.rewind"))
        #expect(sealed.source.names.filter { $0.hasPrefix("attachments/") } == ["attachments/shot.png"])
        #expect(!sealed.source.names.contains { $0.contains("secret") })
    }

    @Test func putsTheREADMEAndTheManifestFirst() throws {
        let live = try LiveFixture(segments: 2, attachments: ["a.txt": [65]]).write(in: folder)
        var sealing = Sealing()
        sealing.additions = [.init("crash.json", Array("{}".utf8))]
        try sealing.seal(live, to: folder.path("a.rewind"))
        #expect(
            try ArchiveReader(path: folder.path("a.rewind")).directory.entries.map(\.name) == [
                "README.txt", "manifest.json", "segments/000000/actions.ndjson", "segments/000000/states.ndjson",
                "segments/000001/actions.ndjson", "segments/000001/states.ndjson", "attachments/a.txt", "crash.json",
            ])
    }

    @Test func makesTheSameBytesOfTheSameDirectory() throws {
        let live = try LiveFixture().write(in: folder)
        try Sealing().seal(live, to: folder.path("a.rewind"))
        try Sealing().seal(live, to: folder.path("b.rewind"))
        #expect(try folder.read("a.rewind") == folder.read("b.rewind"))
    }

    @Test func takesWhatItsCallerKnowsOfTheEndAndFilesToAdd() throws {
        let live = try LiveFixture(ending: Ending(.recording)).write(in: folder)
        var sealing = Sealing()
        sealing.additions = [.init("attachments/stderr.txt", Array("Fatal error".utf8), details: ["type": "text/plain"])]
        sealing.addsAsItIs = true
        let sealed = try sealing.seal(live, to: folder.path("a.rewind")) { manifest in
            manifest.title = "It crashed"
            manifest.ending.how = .crashed
            manifest.ending.signal = "SIGILL"
        }
        #expect(sealed.manifest.title == "It crashed")
        #expect(sealed.manifest.ending.signal == "SIGILL")
        #expect(sealed.manifest.entries.first { $0.name == "attachments/stderr.txt" }?.unknown == ["type": "text/plain"])
        #expect(try sealed.source.read("attachments/stderr.txt") == Array("Fatal error".utf8))
    }

    @Test func notesInTheDirectoryWhichFileWasMadeOfIt() throws {
        let live = try LiveFixture().write(in: folder)
        func noted() throws -> String? {
            let directory = try #require(try LiveDirectory(takingOver: live))
            defer { directory.unlock() }
            return directory.madeFile
        }
        #expect(try noted() == nil)
        for name in ["elsewhere.rewind", "b.rewind"] {
            try Sealing().recover(live, to: folder.path(name))
            #expect(try noted() == folder.path(name))
        }
        #expect(try contents(of: openRecording(at: folder.path("b.rewind"))) == contents(of: openRecording(at: live)))
        // What a client follows into a directory stands there, too, and stays.
        try folder.write("Shop-20261121T115002Z-4242-0".utf8, to: "app.live/lock")
        try Sealing().seal(live, to: folder.path("c.rewind"))
        #expect(try folder.read("app.live/lock") == Array("Shop-20261121T115002Z-4242-0".utf8))
        // A masked one has no path of this machine.
        let masked = try LiveFixture(level: .masked).write(in: folder, name: "masked.live")
        try Sealing().seal(masked, to: folder.path("d.rewind"))
        #expect(try folder.read("masked.live/lock") == [])
        // Of one without a manifest, nobody knows whether it is masked.
        try folder.write([], to: "masked.live/manifest.json")
        try Sealing().recover(masked, to: folder.path("e.rewind"))
        #expect(try folder.read("masked.live/lock") == [])
    }

    @Test func removesTheDirectoryOnlyWhenAskedAndOnlyWhenTheFileIsThere() throws {
        let live = try LiveFixture().write(in: folder)
        var sealing = Sealing()
        sealing.removesDirectory = true
        #expect(throws: RecordingError.self) { try sealing.seal(live, to: folder.path("missing/a.rewind")) }
        #expect(FileManager.default.fileExists(atPath: live + "/manifest.json"))
        try sealing.seal(live, to: folder.path("a.rewind"))
        #expect(folder.contents == ["a.rewind"])
    }

    @Test func isNoAppThatRecords() throws {
        let path = try LiveFixture().write(in: folder)
        try folder.write([], to: "app.live/status")
        let sealing = try #require(try LiveDirectory(takingOver: path))
        defer { sealing.unlock() }
        #expect(!LiveDirectory.isRecorded(path))
        #expect(throws: RecordingError.self) { try LiveMark.set("here", note: nil, in: path) }
        #expect(try !openRecording(at: path, whileLive: .openAsLive).isLive)
        let error = #expect(throws: RecordingError.self) { try Sealing().seal(path, to: folder.path("other.rewind")) }
        #expect(error?.message == "another command is making a file of this directory")
    }

    @Test func leavesADirectoryAloneWhileAnAppRecordsIntoIt() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let live = try #require(recorder.directory)
        for attempt in [{ try Sealing().seal(live, to: folder.path("a.rewind")) }, { try openRecording(at: live) }] {
            let error = #expect(throws: RecordingError.self) { _ = try attempt() }
            #expect(error?.code == .stillRecording)
        }
        recorder.finish()
        #expect(try Sealing().seal(live, to: folder.path("a.rewind")).manifest.ending.how == .finished)
    }

    @Test(arguments: ["taken", "app.live/a.rewind", "app.live", "./app.live/../app.live/x"])
    func refusesAnOutputThatIsTakenOrInsideTheDirectory(_ name: String) throws {
        let live = try LiveFixture().write(in: folder)
        try folder.write([9], to: "taken")
        let before = folder.contents
        let error = try #require(throws: RecordingError.self) { try Sealing().seal(live, to: folder.path(name)) }
        #expect(error.code == (name == "taken" ? .exists : .invalidRequest))
        #expect(folder.contents == before)
        #expect(try folder.read("taken") == [9])
    }

    @Test func saysWhatIsMissingOfADirectoryThatWasDamaged() throws {
        let live = try LiveFixture().write(in: folder)
        var bytes = try folder.read("app.live/segments/000001/actions.ndjson")
        bytes[20] ^= 1
        try folder.write(bytes, to: "app.live/segments/000001/actions.ndjson")
        let sealed = try Sealing().seal(live, to: folder.path("a.rewind"))
        #expect(sealed.losses.all.contains(Loss(.actions, of: 5...5)))
        #expect(!sealed.losses.isEmpty)
        #expect(try sealed.segment(1).actions.map(\.step) == [6, 7, 8])
        #expect(try sealed.segment(1).damage.isEmpty)
    }

    @Test("Sealing leaves out a file whose name no bundle may hold, says so and then removes nothing")
    func sealingLeavesOutAFileWithAForbiddenName() throws {
        let live = try LiveFixture(attachments: ["my notes.txt": [1]]).write(in: folder)
        var sealing = Sealing()
        sealing.removesDirectory = true
        let sealed = try sealing.seal(live, to: folder.path("a.rewind"))
        #expect(sealed.losses.all == [.damage(.forbiddenName, to: "attachments/my notes.txt")])
        #expect(try folder.read("app.live/attachments/my notes.txt") == [1])
    }

    @Test func storesWhatDeflateWouldShrinkSoMuchThatReadersTakeItForABomb() throws {
        let live = try LiveFixture(attachments: ["zeros.bin": [UInt8](repeating: 0, count: 17 << 20)]).write(in: folder)
        let sealed = try Sealing().seal(live, to: folder.path("a.rewind"))
        #expect(try sealed.source.read("attachments/zeros.bin").count == 17 << 20)
        #expect(try ArchiveReader(path: folder.path("a.rewind")).directory[name: "attachments/zeros.bin"]?.method == .stored)
    }

    /// The crash handler has room for eight.
    @Test func oneOfManyRecordersHasASoundCrashPage() throws {
        let recorders = (0..<9).map { _ in Recorder(.init(app: "Test", directory: folder.path)) }
        for (number, recorder) in recorders.enumerated() {
            _ = recorder.store(initialState: 0).reduce("tick", from: 0) { state, _ in state + 1 }
            recorder.flush()
            let path = folder.path("\(number).live")
            try FileManager.default.copyItem(atPath: #require(recorder.directory), toPath: path)
            #expect(try Sealing().seal(path, to: folder.path("\(number).rewind")).losses.isEmpty)
        }
        for recorder in recorders { recorder.finish() }
    }

    @Test func takesWhatARecorderRecorded() throws {
        struct State: Codable, Sendable { var count = 0 }
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let store = recorder.store(initialState: State())
        var state = State()
        for _ in 0..<50 { state = store.reduce("tick", from: state) { state, _ in State(count: state.count + 1) } }
        recorder.flush()
        let live = try #require(recorder.directory)
        // A copy of what a living app has on the disk is what is left when it dies here.
        try FileManager.default.copyItem(atPath: live, toPath: folder.path("died.live"))
        recorder.finish()
        let died = try Sealing().seal(folder.path("died.live"), to: folder.path("died.rewind"))
        #expect(died.steps == 1...50)
        #expect(died.losses.isEmpty)
        #expect(died.manifest.ending.how == .died)
        let finished = try Sealing().seal(live, to: folder.path("finished.rewind"))
        #expect(finished.manifest.ending.how == .finished)
        #expect(try contents(of: finished).count == contents(of: died).count)
    }
}
