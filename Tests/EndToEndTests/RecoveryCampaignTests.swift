import Foundation
import ReplayTestSupport
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

/// Mutants of every recording there is, recovered and looked at by the doctor, through the libraries.
///
/// A sample in every run; `REWIND_LONG=1 swift test --filter RecoveryCampaignTests` tries 20,000.
@Suite(
    "What recover writes is sound, and keeps what a plain reader keeps",
    .timeLimit(.minutes(Effort.isLong ? 600 : 5)))
struct RecoveryCampaignTests {
    private let folder = TemporaryFolder()

    /// How many mutants there are of each recording.
    private static let count = Effort.isLong ? 20_000 / (originals.count + 2) : 6

    private static let originals: [Fixture] = Fixture.sealed + Fixture.golden

    @Test(arguments: originals) func ofAFile(_ fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        try campaign(Mutation(of: bytes, seed: Effort.seed), of: Mutant(name: "whole", files: ["": bytes]), fixture.name)
    }

    @Test func ofSeveralSegments() throws {
        let bytes = try Sample(journalBytes: 3 << 10, segments: 4, textLimit: 200, width: 4).sealed(in: folder)
        try campaign(Mutation(of: bytes, seed: Effort.seed), of: Mutant(name: "whole", files: ["": bytes]), "several segments")
    }

    @Test func ofADirectory() throws {
        let path = try Sample(journalBytes: 3 << 10, segments: 3, textLimit: 200, width: 4).live(in: folder)
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) where name.hasSuffix("/actions.ndjson") {
            files[name] = Array(FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data())
        }
        try campaign(Mutation(ofDirectory: path, seed: Effort.seed), of: Mutant(name: "whole", files: files), "directory")
    }

    private func campaign(_ mutation: Mutation, of whole: Mutant, _ name: String) throws {
        var mutation = mutation
        /// The steps of the recording's own lines.
        let own = Dictionary(whole.plainLines.compactMap { line in Self.step(of: line).map { (line, $0) } }, uniquingKeysWith: { $1 })
        var sealing = Sealing()
        sealing.overwrites = true
        var refused = 0
        for number in 0..<Self.count {
            let mutant = try mutation.next()
            let context = "\(name), seed \(Effort.seed), mutant \(number):\(mutant.name)"
            let path = try mutant.write(in: folder)
            // Of a line that was moved, the place is another: it may have to go.
            let lines = mutant.plainLines.compactMap { own[$0] }
            let isMoved = zip(lines, lines.dropFirst()).contains { $0 >= $1 }
            do {
                let recording = try sealing.recover(path, to: folder.path("recovered.rewind"))
                let errors = try Checkup(of: folder.path("recovered.rewind")).findings.filter { $0.severity == .error }
                #expect(errors.isEmpty, "\(context)")
                let kept = try Set(recording.segments.flatMap { try recording.segment($0.index).actions.map(\.step) })
                if !isMoved { #expect(kept.isSuperset(of: lines), "\(context): lost \(Set(lines).subtracting(kept).sorted().prefix(9))") }
                _ = try Timeline(recording).state(at: recording.steps?.upperBound ?? 0)
            } catch let error as RecordingError {
                refused += 1
                #expect(!error.message.isEmpty && error.path != nil, "\(context): \(error)")
                // A later version's recording is never made poorer, and a lie may say that it is one.
                #expect(lines.isEmpty || error.code == .unsupported || error.code == .noSuchStep, "\(context): \(error)")
            }
        }
        if Effort.isLong { print("\(name): \(Self.count) mutants, \(refused) refused") }
        #expect(refused < Self.count)
    }

    /// The step of a line of an action stream.
    private static func step(of line: [UInt8]) -> Int? {
        guard let object = (try? JSONValue(parsing: line))?.object, object["type"]?.string != nil else { return nil }
        return object["step"]?.int
    }
}
