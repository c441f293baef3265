import Foundation
import RewindFormat
import RewindJournal
import RewindSystem
import TestSupport
import Testing

@testable import RewindArchive

@Suite("A directory whose manifest is damaged", .timeLimit(.minutes(5))) struct LostManifestTests {
    let folder = TemporaryFolder()

    /// What may have become of the manifest.
    static let damages: [(String, String?)] = [
        ("cut", #"{"format":{"major":1,"#), ("empty", ""), ("zero bytes", "\0\0\0\0"), ("another object", "{}"), ("gone", nil),
    ]

    @Test(arguments: damages.indices) func isRefusedWithAdviceAndRecoveredFromItsLines(_ index: Int) throws {
        let whole = try openRecording(at: LiveFixture().write(in: folder, name: "whole.live"))
        let path = try LiveFixture().write(in: folder)
        if let text = Self.damages[index].1 {
            try folder.write(Array(text.utf8), to: "app.live/manifest.json")
        } else {
            try FileManager.default.removeItem(atPath: path + "/manifest.json")
        }
        let error = try #require(throws: RecordingError.self) { try openRecording(at: path) }
        if Self.damages[index].1 != nil { #expect(error.advice?.contains("rewind recover \(path)") == true, "\(error)") }

        let recovered = try Sealing().recover(path, to: folder.path("out.rewind"))
        #expect(try contents(of: recovered) == contents(of: whole))
        #expect(recovered.losses.all == [.manifest])
        #expect(recovered.manifest.stores.map(\.name) == ["main"])
        #expect(recovered.manifest.counts.steps == 12)
        #expect(try openRecording(at: folder.path("out.rewind")).losses.all == [.manifest])
    }

    @Test(arguments: [false, true]) func orOnlyTheEndOfItsActionsLosesNoState(isManifestGone: Bool) throws {
        let path = try LiveFixture().write(in: folder)
        let actions = "app.live/segments/000002/actions.ndjson"
        let lines = try folder.read(actions).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        try folder.write(Array(lines.prefix(2).joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")], to: actions)
        if isManifestGone { try FileManager.default.removeItem(atPath: path + "/manifest.json") }
        let recovered = try Sealing().recover(path, to: folder.path("out.rewind"))
        #expect(recovered.steps == 1...12)
        #expect(recovered.losses.all.contains(Loss(.actions, of: 11...12)))
        #expect(recovered.lacksLastTimes)
    }

    @Test func fromALaterVersionIsNotMadeAnew() throws {
        let path = try LiveFixture().write(in: folder)
        try folder.write(Array(#"{"format":{"major":2,"minor":0}}"#.utf8), to: "app.live/manifest.json")
        let error = #expect(throws: RecordingError.self) { try Sealing().recover(path, to: folder.path("out.rewind")) }
        #expect(error?.code == .unsupported)
    }

    @Test func keepsFilesAndStreamsThatNoVersionKnowsYet() throws {
        let path = try LiveFixture(segments: 1).write(in: folder)
        try FileManager.default.createDirectory(atPath: path + "/telemetry/deep", withIntermediateDirectories: true)
        try folder.write([1, 2], to: "app.live/telemetry/deep/signal.bin")
        try folder.write([3], to: "app.live/segments/000000/effects.ndjson")
        let recording = try Sealing().seal(path, to: folder.path("out.rewind"))
        #expect(try recording.source.read("telemetry/deep/signal.bin") == [1, 2])
        #expect(try recording.source.read("segments/000000/effects.ndjson") == [3])
        #expect(recording.segments.count == 1)
    }
}

@Suite("Unfinished files of dead processes", .timeLimit(.minutes(5))) struct AbandonedFileTests {
    let folder = TemporaryFolder()

    @Test func goWithTheNextSealingToTheSameNameAndNothingElseDoes() throws {
        let directory = try LiveFixture().write(in: folder)
        let kept = [".other.rewind.4711-1.partial", ".out.rewind.partial", "out.rewind.4711-1.partial", ".out.rewind.4711-x.partial"]
        for name in kept + [".out.rewind.4711-1.partial", ".out.rewind.99999-12.partial"] { try folder.write([1], to: name) }
        try Sealing().seal(directory, to: folder.path("out.rewind"))
        #expect(folder.contents.filter { $0.hasSuffix(".partial") } == kept.sorted())
    }

    @Test func stayWhileSomebodyIsWritingThem() throws {
        let file = try AtomicFile(path: folder.path("out.rewind"))
        FileSystem.removeAbandonedFiles(in: folder.path)
        #expect(folder.contents.count == 1)
        try file.commit(replacing: false)
        #expect(folder.contents == ["out.rewind"])
    }
}
