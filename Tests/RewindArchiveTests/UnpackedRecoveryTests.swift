import Foundation
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

@Suite("Recovering what was unpacked", .timeLimit(.minutes(5))) struct UnpackedRecoveryTests {
    let folder = TemporaryFolder()

    /// The folder that a sealed recording of three segments of four steps was unpacked to.
    private func unpacked() throws -> String {
        try Sealing().seal(LiveFixture(attachments: ["a.txt": [65], "b.txt": [66]]).write(in: folder), to: folder.path("whole.rewind"))
        try unpack(folder.path("whole.rewind"), to: folder.path("w"))
        return folder.path("w")
    }

    private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path("w/\(name)")) }

    private func change(_ name: String) throws {
        var bytes = try folder.read("w/\(name)")
        bytes[bytes.count / 2] ^= 1
        try folder.write(bytes, to: "w/\(name)")
    }

    private func recovered(_ path: String) throws -> Recording { try Sealing().recover(path, to: folder.path("r.rewind")) }

    /// One bit costs no more than the line that it is in.
    @Test func aStreamOfStatesOfWhichABitIsChangedKeepsItsOtherLines() throws {
        let path = try unpacked()
        let whole = try openRecording(at: path).segment(1).states
        try change("segments/000001/states.ndjson")
        let recording = try recovered(path)
        let states = try recording.segment(1).states
        #expect(states.count == 4 && states.allSatisfy(whole.contains))
        #expect(recording.losses.all.first == .kept(5, of: "segments/000001/states.ndjson"))
        let last = try #require(recording.losses.all.last)
        #expect(last.steps == 6...6 && last.reason?.kind == .unsound && last.reason?.rule == "patch")
        #expect(last.reason?.error?.hasPrefix("the patch does not fit") == true)
    }

    @Test func aStreamOfStatesThatIsLostLosesThoseStatesOnly() throws {
        let path = try unpacked()
        try remove("segments/000001/states.ndjson")
        let recording = try recovered(path)
        #expect(recording.segments.map(\.index) == [0, 1, 2])
        #expect(recording.losses.all == [Loss(.states, of: 5...7)])  // 8: the next keyframe
        #expect(try recording.segment(1).actions.count == 4)
        #expect(recording.manifest.unknown["futureMember"] == ["kept": true])
        #expect(try recording.source.read("attachments/a.txt") == [65])
        #expect(try openRecording(at: folder.path("r.rewind")).losses.all.count == 1)
    }

    @Test(arguments: [true, false]) func aStreamOfActionsThatIsLostLosesThoseActionsOnly(hasManifest: Bool) throws {
        let path = try unpacked()
        try remove("segments/000001/actions.ndjson")
        if !hasManifest { try remove("manifest.json") }
        let recording = try recovered(path)
        let isKnown: [Loss] = hasManifest ? [] : [.manifest]
        #expect(recording.losses.all == [Loss(.actions, of: 5...8)] + isKnown)
        #expect(recording.segments.map(\.steps) == [1...4, 5...8, 9...12])
        #expect(try recording.segment(1).states.count == 5)
        try Sealing().recover(folder.path("r.rewind"), to: folder.path("again.rewind"))
        #expect(try folder.read("again.rewind") == folder.read("r.rewind"))
    }

    @Test func whatElseIsLostIsNamedAndWhatLiesBesideItIsNotTaken() throws {
        let path = try unpacked()
        try remove("segments/000000/actions.ndjson")
        try remove("attachments/a.txt")
        try change("attachments/b.txt")
        try folder.write([1], to: "w/private.txt")
        let recording = try recovered(path)
        #expect(
            Set(recording.losses.all) == [
                .damage(.leftOut, to: "attachments/a.txt"), .damage(.leftOut, to: "attachments/b.txt"), Loss(.actions, of: 1...4),
            ])
        #expect(recording.source.names.contains { $0.hasSuffix(".txt") && $0 != "README.txt" } == false)
    }

    @Test(arguments: [true, false]) func aManifestThatIsLostOrDamagedIsMadeAnew(isChanged: Bool) throws {
        let path = try unpacked()
        if isChanged {
            try folder.write(Array(#"{"format":{"major":1,"#.utf8), to: "w/manifest.json")
        } else {
            try remove("manifest.json")
        }
        let recording = try recovered(path)
        #expect(recording.losses.all == [.manifest])
        #expect(recording.steps == 1...12)
        #expect(try recording.segment(2).states.count == 5)
        #expect(try recording.source.read("attachments/b.txt") == [66])
    }

    @Test func whatOpensItSaysToRecoverIt() throws {
        let path = try unpacked()
        try change("segments/000001/states.ndjson")
        let recording = try openRecording(at: path)
        let error = #expect(throws: RecordingError.self) { try recording.segment(1) }
        #expect(error?.code == .damaged && error?.advice?.hasPrefix("Run `rewind recover \(path)`") == true)
        try folder.write([0], to: "w/manifest.json")
        #expect(throws: RecordingError.self) { try openRecording(at: path) }
        #expect(try recovered(path).steps != nil)
    }

    @Test func whatIsWholeGivesTheSameBytes() throws {
        _ = try recovered(unpacked())
        #expect(try folder.read("r.rewind") == folder.read("whole.rewind"))
    }

    @Test func aDirectoryOfAnAppWithoutItsLockAndManifestIsStillReadAsOne() throws {
        let path = try LiveFixture().write(in: folder)
        let whole = try contents(of: openRecording(at: path))
        try FileManager.default.moveItem(atPath: path + "/lock", toPath: path + "/\(StatusPage.fileName)")
        try folder.write([0], to: "app.live/manifest.json")
        #expect(try contents(of: recovered(path)) == whole)
    }

    @Test func aFolderOfSomethingElseIsRefused() throws {
        try folder.makeFolder("it")
        try folder.makeFolder("it/segments")
        let error = #expect(throws: RecordingError.self) { try recovered(folder.path("it")) }
        #expect(error?.advice == "The directory contains no intact part of a recording")
        #expect(folder.contents == ["it", "it/segments"])
    }
}
