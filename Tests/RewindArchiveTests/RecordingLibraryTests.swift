import Foundation
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindSystem
import TestSupport
import Testing

@testable import RewindArchive

@Suite("The library of recordings", .timeLimit(.minutes(5))) struct RecordingLibraryTests {
    private let folder = TemporaryFolder()

    @Test(
        arguments: [
            (["REWIND_HOME": "/r", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/r"), (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/rewind"),
            (["HOME": "/h"], "/h/.local/share/rewind"), ([:], nil),
        ] as [([String: String], String?)])
    func isWhereTheEnvironmentSays(environment: [String: String], home: String?) {
        #expect(RecordingLibrary(environment: { environment[$0] })?.home == home)
    }

    @Test func hasWhatARunningAppRecordsElsewhereAsLongAsItDoes() throws {
        let live = try LiveDirectory(creatingIn: folder.path("away"), app: "Shop", started: 1_795_261_802_000_000_000, processID: 7)
        try live.write(Manifest(recorder: "tests", started: 1_795_261_802_000_000_000))
        var library = RecordingLibrary(home: folder.path("home"))
        #expect(try library.recordings().isEmpty)
        library.runningElsewhere = [live.path, folder.path("nowhere.live")]
        let listed = try library.recordings()
        #expect(listed.map(\.path) == [live.path] && listed[0].isLive)
        #expect(listed[0].steps == nil && listed[0].problem == nil, "\(listed)")
        #expect(try library.newest().path == live.path)
        live.unlock()
        #expect(try library.recordings().isEmpty)
    }

    @Test("The library gives the newest recording still there and names the newer ones that are gone")
    func theNewestRecordingStillThereIsGiven() throws {
        let library = RecordingLibrary(home: folder.path("home"))
        #expect(throws: RecordingError.self) { try library.newest() }
        for name in ["one.rewind", "two.rewind", "three.rewind", "one.rewind"] {
            try folder.write([], to: name)
            try library.remember(folder.path(name))
        }
        #expect(try library.newest().path == folder.path("one.rewind"))
        FileSystem.removeFile(folder.path("one.rewind"))
        FileSystem.removeFile(folder.path("three.rewind"))
        let (path, gone) = try library.newest()
        #expect(path == folder.path("two.rewind"))
        #expect(gone == [folder.path("one.rewind"), folder.path("three.rewind")])
        FileSystem.removeFile(folder.path("two.rewind"))
        let error = #expect(throws: RecordingError.self) { try library.newest() }
        #expect(
            error?.message == "the newest recording is no longer at \(folder.path("one.rewind")), and no older one is left either")
    }

    @Test func anOlderSessionThatIsSealedLaterIsNotTheNewest() throws {
        let library = RecordingLibrary(home: folder.path("home"))
        var sealed: [String] = []
        for name in ["yesterday", "today"] {
            let recorder = Recorder(.init(app: "Shop", directory: folder.path(name)))
            _ = recorder.store(initialState: 0).reduce("add", from: 0) { state, _ in state + 1 }
            recorder.finish()
            sealed.append(try Sealing().seal(#require(recorder.directory), to: folder.path("\(name).rewind")).path)
        }
        try library.remember(sealed[1])
        try library.remember(sealed[0])
        #expect(try library.newest() == (sealed[1], []))
        #expect(try library.recordings().map(\.path) == [sealed[1], sealed[0]])
        // One that is gone is not newer than what is made after it.
        FileSystem.removeFile(sealed[1])
        try library.remember(sealed[0])
        #expect(try library.newest() == (sealed[0], []))
    }

    @Test func namesOfOneSessionTheFileWithMostSteps() throws {
        let library = RecordingLibrary(home: folder.path("home"))
        let recorder = Recorder(.init(app: "Shop", directory: folder.path))
        let store = recorder.store(initialState: 0)
        func add(_ numbers: Range<Int>) { for number in numbers { _ = store.reduce("add", from: number) { state, _ in state + 1 } } }
        add(0..<3)
        recorder.flush()
        let live = try #require(recorder.directory)
        try FileManager.default.copyItem(atPath: live, toPath: folder.path("half"))
        add(3..<5)
        recorder.finish()
        let half = try Sealing().recover(folder.path("half"), to: folder.path("half.rewind"))
        let whole = try Sealing().seal(live, to: folder.path("whole.rewind"))
        let again = try Sealing().seal(live, to: folder.path("again.rewind"))
        for file in [half, whole, again] { try library.remember(file.path) }
        #expect(half.steps == 1...3 && whole.steps == 1...5)
        #expect(try library.recordings().map(\.path) == [whole.path])
        #expect(try library.newest().path == whole.path)
        FileSystem.removeFile(whole.path)
        FileSystem.removeFile(again.path)
        #expect(try library.recordings().map(\.path) == [half.path])
        #expect(try library.newest().path == half.path)
    }

    @Test func whatWasRecoveredWithLossesStandsInForNothingThatIsWhole() throws {
        let library = RecordingLibrary(home: folder.path("home"))
        // Where `rewind record` keeps what it records.
        try folder.makeFolder("home/live/now")
        let recorder = Recorder(.init(app: "Test", directory: folder.path("home/live/now")))
        let store = recorder.store(initialState: 0)
        for number in 0..<5 { _ = store.reduce("add", from: number) { state, _ in state + 1 } }
        recorder.finish()
        let live = try #require(recorder.directory)
        try FileManager.default.copyItem(atPath: live, toPath: folder.path("cut"))
        FileSystem.removeFile(folder.path("cut/segments/000000/states.ndjson"))
        let cut = try Sealing().recover(folder.path("cut"), to: folder.path("cut.rewind"))
        #expect(cut.steps == 1...5 && !cut.losses.isEmpty)
        try library.remember(cut.path)
        #expect(try library.newest().path == live)
        #expect(try library.recordings().map(\.path) == [live])
        let whole = try Sealing().seal(live, to: folder.path("whole.rewind"))
        try library.remember(whole.path)
        #expect(try library.newest().path == whole.path)
        #expect(try library.recordings().map(\.path) == [whole.path])
    }
}

@Suite("Where something is to be written", .timeLimit(.minutes(5))) struct OutputPlaceTests {
    @Test(arguments: ["it", "./it", "/it", "there/it", "there//it/", "there/below/../it"])
    func isFineInADirectoryThatIsThere(_ path: String) throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("there/below")
        try OutputPlace.check(path.hasPrefix("there") ? folder.path(path) : path)
    }

    @Test(arguments: [("no/it", "no"), ("file/it/", "file"), ("no/there//it", "no/there")])
    func isRefusedElsewhereAndTheDirectoryNamed(_ path: String, missing: String) throws {
        let folder = TemporaryFolder()
        try folder.write([], to: "file")
        let error = #expect(throws: RecordingError.self) { try OutputPlace.check(folder.path(path)) }
        #expect(error?.message == "the directory \(folder.path(missing)) does not exist")
    }
}
