import Foundation
import MigratedShop
import RewindArchive
import RewindCapture
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

/// Recordings of an app whose state has changed three times, read as those of today.
@Suite("Recordings of earlier versions", .timeLimit(.minutes(2)))
struct MigrationTests: HostSuite {
    let folder = TemporaryFolder()

    /// The command of today's host.
    private func host(_ how: String = "") throws -> String { "'\(try Program.migratedHost.url.path)' \(how)" }

    /// A recording of the session by each version of the app.
    private func recordings() throws -> [String] {
        try shopVersions.map { $0.record(in: try folder.makeFolder("version-\($0.version)")) }
    }

    /// Writes the project's file.
    private func writeRules() throws { try folder.write(Shop.rules.utf8, to: ".rewind.json") }

    private var today: JSONValue { get throws { try JSONValue(encoding: Shop.last) } }

    @Test func theRecorderNotesTheVersion() throws {
        let versions = try recordings().map { try openRecording(at: $0).manifest.version(of: "main") }
        #expect(versions == [1, 2, 3, 4])
    }

    @Test func verifyHoldsByTheHostsMigrations() throws {
        for (index, recording) in try recordings().enumerated() {
            let run = try run("verify", recording, "--host", host())
            #expect(run.status == 0 && run.output == "holds     4 steps verified\n", "version \(index + 1): \(run)")
            let remark = "rewind: states of earlier versions are read by the host's migrations\n"
            #expect(run.errors == (index == 3 ? "" : remark), "\(run)")
        }
    }

    @Test func verifyOfSeveralSaysItOnce() throws {
        let all = try recordings()
        let run = try run("verify", all[0], all[1], all[2], all[3], "--host", host()).expect(0)
        #expect(run.errors.components(separatedBy: "by the host's migrations").count == 2, "\(run)")
    }

    @Test func withoutMigrationsNothingOfAnEarlierVersionHolds() throws {
        for recording in try recordings().dropLast() {
            let run = try run("verify", recording, "--host", host("plain"))
            #expect(run.status == 1, "\(run)")
        }
    }

    @Test("A field that the state got since needs no migration, and is named once")
    func aFieldThatTheStateGotSinceIsNoDifference() throws {
        let words = "/latest: not compared, as the type that was recorded had no such member"
        for recording in try recordings() {
            let run = try run("verify", recording, "--host", host("field")).expect(0, output: .is("holds     4 steps verified\n"))
            #expect(run.errors.components(separatedBy: words).count == 2, "\(run)")
        }
        let all = try recordings()
        let run = try run("verify", all[0], all[1], all[2], all[3], "--host", host("field")).expect(0)
        #expect(run.errors.components(separatedBy: words).count == 2 && run.errors.contains("(as in 3 more of 4 recordings)"), "\(run)")
        let json = try self.run("verify", all[3], "--json", "--host", host("field"))
        #expect(try rows(json).last?["newMembers"] == ["/latest"], "\(json)")
    }

    @Test func readingCommandsFollowTheProjectsFile() throws {
        let all = try recordings()
        try writeRules()
        for (index, recording) in all.enumerated() {
            let show = try run("show", recording, "4", "--json", "--migrated")
            let row = try #require(try rows(show).first)
            #expect(row["state"] == (try today), "version \(index + 1): \(show)")
            let rules = row["migrations"]?.array ?? []
            #expect(rules.count == [5, 4, 2, 0][index], "\(show)")
            let remark = "rewind: states of earlier versions are read by the migrations in "
            #expect(show.errors.hasPrefix(index == 3 ? "rewind: no migration is for this recording" : remark), "\(show)")
            try run("find", recording, ".cart.total == 7").expect(0)
            let changes = try run("show", recording, "3", "--json")
            #expect(
                try rows(changes).first?["patch"]?.array?.contains { $0["path"]?.string?.hasPrefix("/cart/items") == true } == true,
                "\(changes)")
        }
    }

    @Test func showSaysWhatEachRuleDid() throws {
        let recording = try recordings()[0]
        try writeRules()
        let run = try run("show", recording, "1", "--migrated")
        let section = run.output.components(separatedBy: "\nmigrations\n").last?.components(separatedBy: "\nstate\n").first
        #expect(
            section?.contains("  version 2: /cart/sum is renamed to /cart/total\n") == true
                && section?.contains("  version 4: /owner is wrapped as name\n") == true, "\(run)")
    }

    @Test func theRecordingsBytesStay() throws {
        let recording = try recordings()[0]
        func bytes() throws -> [Data] {
            try ["segments/000000/states.ndjson", "segments/000000/actions.ndjson", "manifest.json"].map {
                try Data(contentsOf: URL(fileURLWithPath: "\(recording)/\($0)"))
            }
        }
        let before = try bytes()
        try writeRules()
        try run("show", recording, "4").expect(0)
        try run("verify", recording, "--host", host()).expect(0)
        #expect(try bytes() == before)
    }

    @Test func whatIfAndMinimizeMakeRecordingsOfToday() throws {
        let recording = try recordings()[0]
        try run("whatif", recording, "--skip", "2", "-o", folder.path("other.rewind"), "--host", host()).expect(0)
        try run("minimize", recording, "--until", ".cart.total >= 7", "-o", folder.path("small.rewind"), "--host", host()).expect(0)
        for name in ["other.rewind", "small.rewind"] {
            #expect(try openRecording(at: folder.path(name)).manifest.version(of: "main") == 4)
            let run = try run("verify", folder.path(name), "--host", host())
            #expect(run.status == 0 && run.errors.isEmpty, "\(name): \(run)")
        }
        let action = try rows(run("show", folder.path("other.rewind"), "1", "--json")).first?["action"]
        #expect(action?["add"]?["item"]?["name"] == "tea")
    }

    @Test func compatSuggestsMigrationsByTheShapes() throws {
        let recording = try recordings()[0]
        let run = try run("compat", recording, "--json", "--host", host("plain"))
        let rules = try rows(run).compactMap { $0["suggestion"] }
        #expect(
            rules == [
                ["rename": "/cart/sum", "to": "/cart/total", "version": 2, "store": "main"],
                ["remove": "/cart/legacy", "version": 2, "store": "main"],
                ["default": "/cart/isGift", "value": false, "version": 2, "store": "main"],
                ["wrap": "/cart/items/*", "as": "name", "version": 2, "store": "main"],
                ["wrap": "/owner", "as": "name", "version": 2, "store": "main"],
            ], "\(run)")
        let migrated = try self.run("compat", recording, "--json", "--host", host()).expect(0)
        #expect(try rows(migrated).map { $0["grade"] } == ["fine"], "\(migrated)")
    }

    @Test func testWritesTheMigrationsIntoTheTest() throws {
        let recording = try recordings()[0]
        try writeRules()
        try run("test", recording, "-o", folder.path("tests"), "--name", "the shop").expect(0)
        let source = try String(contentsOfFile: folder.path("tests/TheShopTests.swift"), encoding: .utf8)
        #expect(
            source.contains(
                #"version: 4, migrations: [.renamed("/cart/sum", "/cart/total", in: 2), .defaulted("/cart/isGift", false, in: 3), "#))
    }

    @Test(arguments: [
        (#"[{"rename": "/a"}]"#, "\"to\" has to be the place of a value"),
        (#"[{"remove": "/a", "version": 2}, {"rename": "/a/*/b", "to": "/c", "version": 2}]"#, "migration 2, "),
        (#"[{"remove": "/a/*", "version": 2}]"#, "has to end with the name of a member"),
        (#"[{"wrap": "/a"}]"#, "\"version\" is missing"), (#"[{}]"#, "it has none of \"rename\""), ("3", "have to be an array"),
        (#"[{"wrap": "/a", "as": 5, "version": 2}]"#, "\"as\" is not understood"),
        (#"[{"remove": "/a", "rename": "/b", "to": "/c", "version": 2}]"#, "\"remove\" is not understood"),
        (#"[{"remove": "/a", "version": "2"}]"#, "\"version\" is no whole number"),
        (#"[{"remove": "/a", "version": 2, "store": 4}]"#, "\"store\" has to be"),
    ])
    func aRuleThatIsNoneIsNamed(list: String, words: String) throws {
        let recording = try recording()
        try folder.write("{\"migrations\": \(list)}".utf8, to: ".rewind.json")
        let run = try run("log", recording)
        #expect(run.status == 64 && run.errors.contains("/.rewind.json: ") && run.errors.contains(words), "\(run)")
    }

    @Test func aFileThatIsNoJSONIsNamedAndNotFollowed() throws {
        let recording = try recordings()[0]
        try folder.write(#"{"migrations": ["#.utf8, to: ".rewind.json")
        let run = try run("show", recording, "4", "--json")
        #expect(run.status == 0 && run.errors.contains("/.rewind.json: not used, since it is not JSON"), "\(run)")
    }

    @Test func aFileThatAnotherMayHaveWrittenIsNotFollowed() throws {
        let recording = try recordings()[0]
        try writeRules()
        #expect(chmod(folder.path(".rewind.json"), 0o666) == 0)
        let run = try run("show", recording, "4", "--json")
        #expect(run.status == 0 && run.errors.contains("not used, since it can be written to by everybody"), "\(run)")
        #expect(try rows(run).first?["state"]?["cart"]?["sum"] == 7)
    }
}
