import RewindFormat
import RewindJournal
import RewindSystem
import TestSupport
import Testing

@testable import RewindArchive

@Suite("The library of recordings") struct RecordingLibraryTests {
    @Test(
        arguments: [
            (["REWIND_HOME": "/r", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/r"), (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/rewind"),
            (["HOME": "/h"], "/h/.local/share/rewind"), ([:], nil),
        ] as [([String: String], String?)])
    func isWhereTheEnvironmentSays(environment: [String: String], home: String?) {
        #expect(RecordingLibrary(environment: { environment[$0] })?.home == home)
    }

    @Test func hasWhatARunningAppRecordsElsewhereAsLongAsItDoes() throws {
        let folder = try TemporaryFolder()
        let live = try LiveDirectory(creatingIn: folder.path("away"), app: "Shop", started: 1_795_261_802_000_000_000, processID: 7)
        try live.write(Manifest(recorder: "tests", started: 1_795_261_802_000_000_000))
        var library = RecordingLibrary(home: folder.path("home"))
        #expect(try library.recordings().isEmpty)
        library.runningElsewhere = [live.path, folder.path("nowhere.live")]
        let listed = try library.recordings()
        #expect(listed.map(\.path) == [live.path] && listed[0].isLive)
        #expect(try library.newest().path == live.path)
        live.unlock()
        #expect(try library.recordings().isEmpty)
    }

    @Test func givesTheNewestRecordingThatIsStillThereAndNamesTheNewerOnesThatAreNot() throws {
        let folder = try TemporaryFolder()
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
}

@Suite("Where something is to be written") struct OutputPlaceTests {
    @Test(arguments: ["it", "./it", "/it", "there/it", "there//it/", "there/below/../it"])
    func isFineInADirectoryThatIsThere(_ path: String) throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("there/below")
        try OutputPlace.check(path.hasPrefix("there") ? folder.path(path) : path)
    }

    @Test(arguments: [("no/it", "no"), ("file/it/", "file"), ("no/there//it", "no/there")])
    func isRefusedElsewhereAndTheDirectoryNamed(_ path: String, missing: String) throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "file")
        let error = #expect(throws: RecordingError.self) { try OutputPlace.check(folder.path(path)) }
        #expect(error?.message == "the directory \(folder.path(missing)) does not exist")
    }
}
