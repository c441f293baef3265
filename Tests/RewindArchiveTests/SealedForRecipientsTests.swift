import Foundation
import RewindAge
import RewindFormat
import RewindRedaction
import TestSupport
import Testing

@testable import RewindArchive

/// Recordings that only some people can open.
@Suite("A recording sealed for recipients", .timeLimit(.minutes(5))) struct SealedForRecipientsTests {
    private let folder = TemporaryFolder()
    private let ada = Identity()

    /// A recording of this much, and the bytes of its bundle.
    private func live() throws -> (live: String, bundle: [UInt8]) {
        let live = try LiveFixture(segments: 5, attachments: ["shot.png": AgeBytes.random(200_000)]).write(in: folder)
        try Sealing().seal(live, to: folder.path("plain.rewind"))
        return (live, try folder.read("plain.rewind"))
    }

    /// Writes a sealed file of which this process has no key.
    private func foreign(_ bundle: [UInt8]) throws -> String {
        try folder.write(try AgeFile.seal(bundle, for: [ada.recipient]), to: "bug.rewind.age")
    }

    private func key(of identity: Identity) throws -> String {
        try folder.write(identity.fileText(created: "now").utf8, to: "key.txt")
    }

    @Test func isTheSameBundleInside() throws {
        let (live, bundle) = try live()
        var sealing = Sealing()
        sealing.recipients = [ada.recipient, Identity().recipient]
        let sealed = try sealing.seal(live, to: folder.path("bug.rewind.age"))
        #expect(sealed.form == .bundle && sealed.losses.isEmpty && sealed.steps == 1...20)
        let file = try folder.read("bug.rewind.age")
        #expect(AgeHeader.begins(file) && isSealedForRecipients(folder.path("bug.rewind.age")))
        #expect(!isSealedForRecipients(folder.path("plain.rewind")))
        #expect(try AgeFile.open(file, by: [ada]) == bundle)
        #expect(folder.contents.filter { !$0.hasPrefix("app.live") } == ["bug.rewind.age", "plain.rewind"])
    }

    @Test func opensWithAKeyThatIsKnownAndOtherwiseSaysWhatToDo() throws {
        let bundle = try live().bundle
        let path = try foreign(bundle)
        let error = #expect(throws: RecordingError.self) { try openRecording(at: path) }
        #expect(error?.code == .noKey && error?.path == path)
        #expect(error.map { "\($0)" }?.contains("--identity or REWIND_IDENTITY") == true)
        try Keyring.add(file: try key(of: ada))
        let recording = try openRecording(at: path)
        #expect(recording.steps == 1...20 && recording.path == path)
        #expect(try recording.source.read("attachments/shot.png").count == 200_000)
        #expect(try sealedBytes(at: path) == bundle)
    }

    @Test("A cut or changed file is refused as a whole", arguments: [0.2, 0.5, 0.9, 0.9999])
    func nothingOfADamagedFileIsUsed(part: Double) throws {
        let bundle = try live().bundle
        try Keyring.add(file: try key(of: ada))
        let file = try AgeFile.seal(bundle, for: [ada.recipient])
        let place = Int(Double(file.count) * part)
        var changed = file
        changed[place] ^= 4
        for damaged in [Array(file[..<place]), changed] {
            let path = try folder.write(damaged, to: "bug.rewind.age")
            let error = #expect(throws: RecordingError.self) { try openRecording(at: path) }
            #expect(error?.code == .damaged && error?.path == path)
            #expect(error?.advice?.contains("Ask for the file again") == true)
            // No part of it is saved, either: nobody can tell it from what somebody else made of it.
            #expect(throws: RecordingError.self) { try Sealing().recover(path, to: folder.path("recovered.rewind")) }
            #expect(throws: RecordingError.self) { try unpack(path, to: folder.path("unpacked")) }
        }
        #expect(!folder.contents.contains { $0.hasPrefix("recovered") || $0.hasPrefix("unpacked") })
    }

    @Test func aDamagedBundleInAWholeFileIsRecovered() throws {
        let bundle = try live().bundle
        try Keyring.add(file: try key(of: ada))
        let path = try foreign(Array(bundle.dropLast(30)))
        let error = #expect(throws: RecordingError.self) { try openRecording(at: path) }
        #expect(error?.advice?.contains("rewind recover") == true)
        #expect(try Sealing().recover(path, to: folder.path("recovered.rewind")).steps == 1...20)
    }

    @Test func isRedactedForSomebodyElse() throws {
        try Keyring.add(file: try key(of: ada))
        let path = try foreign(try live().bundle)
        let bob = Identity()
        var sealing = Sealing()
        sealing.recipients = [bob.recipient]
        let (redacted, _) = try sealing.redact(path, to: folder.path("masked.rewind.age"), level: .masked)
        #expect(redacted.manifest.level == "masked" && redacted.steps == 1...20)
        let file = try folder.read("masked.rewind.age")
        #expect(throws: RecordingError.self) { try AgeFile.open(file, by: [ada]) }
        #expect(try AgeFile.open(file, by: [bob]).starts(with: "PK".utf8))
        #expect(!folder.contents.contains { $0.hasSuffix(".partial") })
    }

    @Test func aKeyFileThatIsNoneIsRefused() throws {
        #expect(throws: RecordingError.self) { try Keyring.add(file: folder.path("nowhere.txt")) }
        let path = try folder.write("\(ada.recipient)\n".utf8, to: "public.txt")
        let error = #expect(throws: RecordingError.self) { try Keyring.add(file: path) }
        #expect(error?.path == path && error?.advice != nil)
    }
}

private enum AgeBytes {
    /// Bytes that deflate makes no smaller.
    static func random(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 4)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}
