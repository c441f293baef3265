import Foundation
import ReplayTestSupport
import RewindValue
import TestSupport
import Testing

/// The index of paths as the built program keeps it.
@Suite("The kept index", .timeLimit(.minutes(5)))
struct IndexFileTests {
    private let folder = TemporaryFolder()

    /// A sealed recording of five segments, in which one step changes the name.
    private func recording() throws -> String {
        let builder = try RecordingBuilder(in: folder, state: ["name": "ada", "count": 0])
        for step in 1...20 {
            if step % 4 == 1, step > 1 {
                try builder.roll(at: step - 1, ["name": step > 7 ? "grace" : "ada", "count": .number(JSONNumber(step - 1))])
            }
            try builder.action(step, "count")
            let name = step == 7 ? #",{"op":"replace","path":"/name","value":"grace"}"# : ""
            try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)}\#(name)]"#)
        }
        let sealed = folder.path("long.rewind")
        #expect(try run(["seal", try builder.finish(), "-o", sealed]).status == 0)
        return sealed
    }

    private func run(_ arguments: [String], cache: String = "off") throws -> Program.Run {
        try BesideFixtures.rewind(
            arguments, environment: ["REWIND_CACHE": cache, "REWIND_HOME": folder.path("home"), "NO_COLOR": "1"])
    }

    @Test
    func isMadeOnceOutsideOfTheRecordingAndNeverNeeded() throws {
        let sealed = try recording()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: sealed))
        let cache = folder.path("cache/rewind")
        let question = ["history", sealed, "/name", "--json"]
        let plain = try run(question)
        #expect(plain.output.split(separator: "\n").count == 2)
        #expect(!FileManager.default.fileExists(atPath: cache))

        #expect(try run(question, cache: cache).output == plain.output)
        let files = try FileManager.default.contentsOfDirectory(atPath: cache)
        #expect(files.count == 1 && files[0].hasSuffix(".paths"))
        let file = URL(fileURLWithPath: cache + "/" + files[0])
        let index = try Data(contentsOf: file)
        #expect(try run(question, cache: cache).output == plain.output)
        #expect(try run(["log", sealed, "--path", "/name", "--json"], cache: cache).output.contains(#"{"step":7,"#))

        try Data("RWPATHS0 of another version".utf8).write(to: file)
        #expect(try run(question, cache: cache).output == plain.output)
        #expect(try Data(contentsOf: file) == index)
        #expect(try Data(contentsOf: URL(fileURLWithPath: sealed)) == bytes)
    }

    @Test
    func goesWhenItsRecordingIsRedacted() throws {
        let sealed = try recording()
        let cache = folder.path("cache/rewind")
        _ = try run(["history", sealed, "/name"], cache: cache)
        let files = try FileManager.default.contentsOfDirectory(atPath: cache)
        let attributes = try FileManager.default.attributesOfItem(atPath: cache + "/" + (files.first ?? ""))
        #expect(files.count == 1 && attributes[.posixPermissions] as? Int == 0o600)

        #expect(try run(["redact", sealed, "-o", folder.path("redacted.rewind"), "--path", "/name"], cache: cache).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: cache).isEmpty)
    }

    @Test
    func goesAfterThirtyDays() throws {
        let sealed = try recording()
        let cache = folder.path("cache/rewind")
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        for (name, days) in [("old.paths", 31.0), ("new.paths", 29.0), ("old.txt", 31.0)] {
            let (path, time) = ("\(cache)/\(name)", Date(timeIntervalSinceNow: -days * 86_400))
            #expect(FileManager.default.createFile(atPath: path, contents: Data(), attributes: [.modificationDate: time]))
        }
        _ = try run(["history", sealed, "/name"], cache: cache)
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: cache))
        #expect(files.count == 3 && files.isSuperset(of: ["new.paths", "old.txt"]))
    }
}
