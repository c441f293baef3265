import Foundation
import ReplayTestSupport
import RewindArchive
import RewindFleet
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("The dataset of many recordings") struct DatasetTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("dataset") }

    private let three = ["crash", "ordinary", "killed"].map(fixture)

    private func add(_ paths: [String]) throws -> (paths: [String: String], added: Int) {
        try Dataset(addingTo: path).add(RecordingFiles(paths), as: .lines)
    }

    /// The rows of a table, in the order of the files.
    private func rows(_ table: FleetTable) throws -> [JSONObject] {
        try folder.contents.filter { $0.hasPrefix("dataset/\(table.rawValue)/") && $0.hasSuffix(".ndjson.gz") }.flatMap { name in
            try objects(GzipText.inflated(folder.read(name), limit: 1 << 24, path: name))
        }
    }

    @Test func hasARowForEachSessionStepAndChange() throws {
        #expect(try add(three).added == 3)
        let sessions = try rows(.sessions)
        #expect(sessions.count == 3 && Set(sessions.compactMap { $0["ending"]?.string }) == ["crashed", "finished", "killed"])
        let crash = try #require(sessions.first { $0["ending"]?.string == "crashed" })
        #expect(
            crash["story"] == "comments/edit > comments/editDidFinish" && crash["action"] == "comments/editDidFinish"
                && crash["steps"] == 67
                && crash["source"]?.string == fixture("crash"))
        let hash = Digest.hex(of: try Array(Data(contentsOf: URL(fileURLWithPath: fixture("crash")))))
        #expect(crash["hash"]?.string == hash && crash["session"]?.string == String(hash.prefix(16)))

        let steps = try rows(.steps).filter { $0["session"] == crash["session"] }
        #expect(steps.count == 67 && steps.compactMap { $0["step"]?.int } == Array(1...67))
        #expect(steps[66]["type"] == "comments/editDidFinish" && steps[66]["changed"] == nil, "what the crashed step changed is unknown")
        let changes = try rows(.changes).filter { $0["session"] == crash["session"] }
        #expect(changes.count == steps.reduce(0) { $0 + ($1["ops"]?.int ?? 0) })
        #expect(changes.contains { $0["path"] == "/comments/comments/*" && $0["op"] == "add" }, "\(changes.prefix(20))")
        let columns = Set(FleetTable.sessions.columns.map(\.name))
        #expect(sessions.allSatisfy { $0.allSatisfy { columns.contains($0.key) } })
    }

    /// One that finished, one that answered after it was cancelled, one whose end is lost, and one that was under way at the end.
    @Test func hasARowForEachEffect() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        func effect(_ id: Int, after step: Int, at time: Int, _ event: EffectLine.Event) throws {
            try builder.journal(EffectLine(time: time, step: step, id: id, event).json)
        }
        try builder.count([1], "search")
        try effect(1, after: 1, at: 11, .begin(EffectLine.Begin(name: "search", cause: 1, site: "Search.swift:7")))
        try effect(2, after: 1, at: 12, .begin(EffectLine.Begin(name: "listen", store: "chat")))
        try effect(3, after: 1, at: 13, .begin(EffectLine.Begin(name: "save", cause: 1)))
        try effect(4, after: 1, at: 14, .begin(EffectLine.Begin(name: "log", cause: 1)))
        try effect(1, after: 1, at: 16, .end(.cancelled))
        try effect(4, after: 1, at: 24, .end(.failed("no space for anna@example.org")))
        try builder.step(2, "found") { ($0.cause, $0.effect) = (1, 1) }
        try builder.roll(at: 2, ["count": 1])
        try effect(2, after: 2, at: 12, .begin(EffectLine.Begin(name: "listen", store: "chat", isAgain: true)))
        try builder.count([3], "edit")
        let rows = try SessionRows(of: Timeline(openRecording(at: try builder.die())), source: "a", hash: "0123456789abcdef")
        let effects = try objects(rows.effects)
        #expect(effects.map { $0["name"] } == ["search", "log", "listen", "save"])
        #expect(effects.map { $0["ending"] } == ["cancelled", "failed", "under way", nil])
        #expect(effects.map { $0["took"] } == [5, 10, nil, nil] && effects.map { $0["effect"] } == [1, 4, 2, 3])
        #expect(
            effects[0]["site"] == "Search.swift:7" && effects[0]["cause"] == 1 && effects[0]["t"] == 11 && effects[2]["store"] == "chat")
        let columns = Set(FleetTable.effects.columns.map(\.name))
        #expect(effects.allSatisfy { $0.allSatisfy { columns.contains($0.key) } })
        #expect(try objects(rows.steps).map { $0["effect"] } == [nil, 1, nil])
        #expect(rows.session.effects == ["listen"])
    }

    private func objects(_ lines: [UInt8]) throws -> [JSONObject] {
        try lines.split(separator: UInt8(ascii: "\n")).map { try #require(JSONValue(parsing: Array($0)).object) }
    }

    @Test func aFileThatIsThereByItsHashIsSkipped() throws {
        #expect(try add([three[0]]).added == 1)
        let before = try folder.read("dataset/batches/000001.ndjson")
        let copy = try folder.write(Data(contentsOf: URL(fileURLWithPath: three[0])), to: "copy.rewind")
        let (paths, added) = try add([copy] + three)
        #expect(added == 2 && paths.count == 3)
        #expect(try rows(.sessions).count == 3 && folder.read("dataset/batches/000001.ndjson") == before)
        #expect(try add(three).added == 0 && !folder.contents.contains { $0.contains("000003") })
    }

    @Test func whatAKilledProcessLeftIsRemovedByTheNext() throws {
        _ = try add([three[0]])
        let sound = folder.contents
        // It died after its steps had their place, and before its batch was listed.
        let file = try #require(sound.first { $0.hasPrefix("dataset/steps/") && $0.hasSuffix(".gz") })
        let stray = file.replacing("000001", with: "000002")
        _ = try folder.write(Array("half".utf8), to: stray)
        _ = try folder.makeFolder("dataset/.unfinished/sessions/app=Episodes")
        _ = try folder.write(Array("half".utf8), to: "dataset/.unfinished/sessions/app=Episodes/rows.ndjson")
        #expect(try add([three[0]]).added == 0)
        #expect(folder.contents == sound)
        #expect(try add(three).added == 2 && rows(.sessions).count == 3)
    }

    @Test func aDirectoryOfOtherFilesIsRefused() throws {
        _ = try folder.makeFolder("dataset")
        _ = try folder.write(Array("notes".utf8), to: "dataset/notes.txt")
        let error = #expect(throws: RecordingError.self) { try Dataset(addingTo: path) }
        #expect(error?.description.contains("a directory with other files in it, and no dataset") == true)
        #expect(folder.contents == ["dataset", "dataset/notes.txt"])
    }

    @Test func onlyOneProcessAddsAtATime() throws {
        let first = try Dataset(addingTo: path)
        let error = #expect(throws: RecordingError.self) { try Dataset(addingTo: path) }
        #expect(error?.description.contains("another process is adding to this dataset") == true)
        _ = try first.add(RecordingFiles([three[0]]), as: .lines)
    }

    @Test func oneOfAnotherVersionIsNotAddedTo() throws {
        _ = try add([three[0]])
        _ = try folder.write(Array(#"{"version":9,"fingerprint":"f1"}"#.utf8), to: "dataset/dataset.json")
        #expect(throws: RecordingError.self) { try Dataset(at: path) }
        #expect(throws: RecordingError.self) { try Dataset(addingTo: path) }
    }

    @Test func aRecordingThatCanNotBeReadIsNamedAndTheOthersAreAdded() throws {
        let broken = try folder.write(Array("PK\u{3}\u{4}cut off".utf8), to: "broken.rewind")
        var failed: [String] = []
        var files = RecordingFiles([broken, three[1], folder.path("none.rewind")])
        files.onFailure = { failed.append($0.path ?? "") }
        let (paths, added) = try Dataset(addingTo: path).add(files, as: .lines)
        #expect(added == 1 && paths.count == 1 && Set(failed) == [broken, folder.path("none.rewind")])
    }

    @Test func aNameThatIsNoFolderIsEscaped() {
        #expect("Shop/../2 é".asFolder == "Shop%2F..%2F2%20%C3%A9" && "".asFolder == "unknown" && "..".asFolder == "%2E%2E")
    }
}
