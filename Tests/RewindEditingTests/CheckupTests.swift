import Foundation
import ReplayTestSupport
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("The doctor", .timeLimit(.minutes(5)))
struct CheckupTests {
    private let folder = TemporaryFolder()

    /// What is found, a line each: `error patch 5: …`.
    private func findings(_ path: String) throws -> [String] {
        try Checkup(of: path).findings.map { finding in
            "\(finding.severity) \(finding.code)" + (finding.step.map { " \($0)" } ?? "") + ": " + finding.message
        }
    }

    private func sealed(_ path: String) throws -> String {
        try Sealing().seal(path, to: folder.path("sealed.rewind"))
        return folder.path("sealed.rewind")
    }

    @Test("The doctor finds nothing wrong in what the recorder writes, nor in what edits make of that")
    func doctorFindsRecordingsAndTheirEditsSound() throws {
        let path = try RandomSession.written(in: folder, seed: 4)
        let file = try sealed(path)
        #expect(try findings(file).isEmpty)
        #expect(try findings(path) == ["note live: the recording is a directory that an app left, not yet one file"])
        let editor = try Editor(file)
        try editor.trim(to: 7...50, output: folder.path("trimmed.rewind"))
        var filter = StepFilter()
        filter.types = [TypeGlob("kind/1")]
        _ = try editor.filter(filter, describedAs: "some", output: folder.path("filtered.rewind"))
        for name in ["trimmed.rewind", "filtered.rewind"] {
            let checkup = try Checkup(of: folder.path(name))
            #expect(checkup.findings.allSatisfy { $0.severity == .note }, "\(checkup.findings)")
        }
    }

    /// A recording that breaks rules which no recorder breaks.
    private func wrong(_ write: (RecordingBuilder) throws -> Void) throws -> [String] {
        let builder = try RecordingBuilder(in: folder)
        try builder.journal(["clock": ["t": 0, "wall": 1_795_261_802_000_000_000]])
        builder.keyframe(0, ["n": 0])
        try builder.count(1...3, "a", at: "/n")
        try write(builder)
        return try findings(try sealed(try builder.finish()))
    }

    @Test
    func aPatchThatDoesNotFit() throws {
        let found = try wrong { builder in
            try builder.step(4, "a", #"[{"op":"remove","path":"/gone"}]"#)
        }
        #expect(found.count == 1)
        #expect(found[0].hasPrefix("error patch 4: the patch does not fit the state before it: "))
    }

    @Test
    func aKeyframeThatIsNotWhereThePatchesLead() throws {
        let found = try wrong { builder in
            try builder.roll(at: 3, ["n": 7])
            try builder.step(4, "a")
        }
        #expect(found == ["error keyframe 3: the keyframe of main is not the state that the patches before it lead to: they differ at /n"])
    }

    @Test
    func aCauseThatLiesAheadATimeThatGoesBackAStepOutOfOrder() throws {
        let found = try wrong { builder in
            try builder.step(4, "a", time: 5_000_000) { $0.cause = 9 }
        }
        #expect(
            found == [
                "error cause 4: the cause is step 9, which comes later",
                "warning time 4: the time is earlier than the previous step's",
            ])
        let order = try Wrong.twice(in: folder, findings)
        #expect(order.contains("error order 3: step 3 comes after step 3"), "\(order)")
    }

    @Test
    func stepsThatAreMissingToldOrNotAndAStateThatIs() throws {
        let found = try wrong { builder in
            try builder.journal(["gap": ["from": 4, "to": 5, "kind": "unwritten", "reason": "full"]])
            try builder.step(6, "a")
            try builder.action(8, "a")
            builder.line(8, "main", .unencodable("broken"))
        }
        #expect(
            found == [
                "warning gap 8: step 7 is missing, and no gap explains this", "warning state 8: there is no state: broken",
                "warning loss: the actions of steps 4 to 5 are missing", "warning loss: the action of step 7 is missing",
                "warning loss: 1 value could not be encoded: 'rewind log' names the steps",
                "note gap 4: steps 4 to 5 are in a gap that the recording explains",
            ])
    }

    @Test
    func aSecretThatWasRecorded() throws {
        let found = try wrong { builder in
            try builder.step(4, "a") { $0.action = ["password": "hunter22", "note": "AKIAIOSFODNN7EXAMPLE"] }
        }
        #expect(found.contains { $0.hasPrefix("warning secret 4: 1 × key password at /password") }, "\(found)")
    }

    @Test
    func aWallClockThatWasSet() throws {
        let found = try wrong { try $0.journal(["clock": ["t": 40_000_000, "wall": 1_795_265_402_040_000_000]]) }
        #expect(found == ["note clock: the wall clock was set, or the machine slept: it jumped by 3600 s"])
    }

    @Test
    func bytesThatWereChangedUnlessNobodyReadsThem() throws {
        let file = try sealed(try RandomSession.written(in: folder, seed: 5))
        let whole = try contents(file)
        let bytes = try folder.read("sealed.rewind")
        var found = 0
        for place in stride(from: 40, to: bytes.count, by: 389) {
            var changed = bytes
            changed[place] ^= 0x10
            let path = try folder.write(changed, to: "changed.rewind")
            let isFound = try Checkup(of: path).count(of: .error) > 0
            if isFound { found += 1 } else { #expect(try contents(path) == whole, "byte \(place)") }
        }
        #expect(found > 10)
    }

    /// Every file of a recording.
    private func contents(_ path: String) throws -> [String: [UInt8]] {
        let source = try openRecording(at: path).source
        return Dictionary(uniqueKeysWithValues: try source.names.map { ($0, try source.read($0)) })
    }

    @Test
    func aManifestThatSaysWhatIsNotSo() throws {
        let file = try sealed(try RandomSession.written(in: folder, seed: 6))
        try unpack(file, to: folder.path("unpacked"))
        var text = String(decoding: try folder.read("unpacked/manifest.json"), as: UTF8.self)
        text = text.replacing(#""steps": 60"#, with: #""steps": 61"#).replacing(#""name": "main""#, with: #""name": "other""#)
        try folder.write(text.utf8, to: "unpacked/manifest.json")
        let found = try findings(folder.path("unpacked"))
        #expect(found.contains("warning counts: the manifest counts 61 under steps, but the lines show 60"), "\(found)")
        #expect(found.contains("warning stores: lines name the store 'main', which the manifest does not list"))
    }

    @Test
    func ofManyFindingsOfOneKindTheFirstAndHowManyMore() throws {
        let found = try wrong { builder in
            for step in 4...40 {
                try builder.step(step, "a") { $0.cause = 99 }
            }
        }
        #expect(found.count == 11)
        #expect(found.last == "error cause: and 27 more of that kind")
    }

    @Test
    func aSecretInAFileThatIsATextHasNoPlaceInIt() throws {
        let editor = try Editor(try sealed(try RandomSession.written(in: folder, seed: 6)))
        let note = Attachment(path: "n.txt", bytes: Array("the password: hunter22xyz".utf8))
        try editor.attach(AttachmentChanges(adding: [note]), output: folder.path("noted.rewind"))
        let secrets = try Checkup(of: folder.path("noted.rewind")).findings.filter { $0.code == "secret" }
        #expect(secrets.map(\.message) == ["1 × key password, which redaction would remove"])
    }

    @Test
    func nothingAndAnAppThatIsRecordingAreNoFindings() throws {
        #expect(throws: RecordingError.self) { try Checkup(of: folder.path("nothing")) }
        let builder = try RecordingBuilder(in: folder)
        let error = try #require(throws: RecordingError.self) { try Checkup(of: builder.path) }
        #expect(error.code == .stillRecording)
        _ = try builder.finish()
    }
}

private enum Wrong {
    /// Findings of a recording in which a step is there twice.
    static func twice(in folder: TemporaryFolder, _ findings: (String) throws -> [String]) throws -> [String] {
        let builder = try RecordingBuilder(in: folder, state: ["n": 0])
        for step in [1, 2, 3, 3] { try builder.action(step, "a") }
        for step in 1...3 { try builder.patch(step, "[]") }
        return try findings(try builder.finish())
    }
}
