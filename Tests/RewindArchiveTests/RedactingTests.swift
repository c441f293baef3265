import Foundation
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindRedaction
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

@Suite("Redacting a finished recording", .timeLimit(.minutes(5))) struct RedactingTests {
    let folder = TemporaryFolder()

    /// A recording that was made without rules: everything is in it.
    private func careless(level: RedactionLevel = .secrets) throws -> String {
        var configuration = Recorder.Configuration(app: "Careless", directory: folder.path, level: level)
        configuration.redaction = RedactionRules(keys: [], shapes: [])
        let recorder = Recorder(configuration)
        let store = recorder.store(initialState: ["user": "ann", "email": "ann@example.org", "log": []] as JSONValue)
        var state: JSONValue = ["user": "ann", "email": "ann@example.org", "log": []]
        for step in 1...20 {
            var next = state.object ?? [:]
            next["password"] = .string("hunter2 \(step)")
            next["log"] = .array((next["log"]?.array ?? []) + [["text": .string("got Bearer abcdefgh1234567\(step)")]])
            state = store.reduce(
                ["signIn": ["password": .string("hunter2 \(step)"), "step": .number(JSONNumber(step))]] as JSONValue, from: state
            ) {
                _, _ in .object(next)
            }
        }
        recorder.finish()
        var sealing = Sealing()
        sealing.additions = [
            .init("attachments/stderr.txt", Array("login with password: hunter2 1\nok\n".utf8), details: ["type": "text/plain"]),
            .init("attachments/notes.json", Array(#"{"apiKey":"hunter2","n":1}"#.utf8)),
            .init("attachments/shot.png", [0x89, 0x50, 0, 1, 2], details: ["type": "image/png"]),
        ]
        sealing.addsAsItIs = true  // as somebody says who is careless
        let path = folder.path("careless.rewind")
        try sealing.seal(try #require(recorder.directory), to: path) { $0.note = "password=hunter2 did it" }
        return path
    }

    @Test func saysWhatTheRulesWouldRemoveByRuleAndPlaceAndChangesNothing() throws {
        let path = try careless()
        let before = try folder.read("careless.rewind")
        var rules = RedactionRules.default
        rules.keys.append("email")
        let report = try Sealing().check(path, rules: rules)
        let lines = report.removals.map { "\($0.part) \($0.rule) \($0.place) \($0.count) \($0.step ?? -1)" }
        #expect(
            lines == [
                "action key password /signIn/password 20 1", "attachments/notes.json key api key /apiKey 1 -1",
                "attachments/stderr.txt key password  1 -1", "manifest key password  1 -1", "state key email /email 1 0",
                "state shape bearer /log/*/text 20 1", "state key password /password 20 1",
            ])
        #expect(report.unread == ["attachments/shot.png"])
        #expect(try folder.read("careless.rewind") == before)
    }

    @Test func readsANameBeforeItsValueInAnArray() throws {
        let recorder = Recorder(.init(app: "Careless", directory: folder.path, level: .everything))
        let state: JSONValue = [
            "fields": ["password", "hunter2", "city", "Paris"], "arguments": ["app", "--token", "hunter22", "-v"],
            "shown": ["email", "password"],
        ]
        _ = recorder.store(initialState: state)
        recorder.finish()
        try Sealing().seal(try #require(recorder.directory), to: folder.path("careless.rewind"))
        let report = try Sealing().check(folder.path("careless.rewind"), rules: .default)
        #expect(report.removals.map(\.place.description).sorted() == ["/arguments/*", "/fields/*"], "\(report.removals)")
    }

    @Test("Redacting writes a verified recording without the secrets, and its patches fit its keyframes")
    func redactingWritesAVerifiedRecording() throws {
        let path = try careless(level: .everything)
        var rules = RedactionRules.default
        rules.pointers = ["/email"]
        let (clean, report) = try Sealing().redact(path, to: folder.path("clean.rewind"), rules: rules)
        let text = try clean.source.names.map { String(decoding: try clean.source.read($0), as: UTF8.self) }.joined()
        for secret in ["hunter2", "abcdefgh", "ann@example.org"] { #expect(!text.contains(secret)) }
        #expect(text.contains(#""user":"ann""#))
        #expect(try clean.source.read("attachments/shot.png") == [0x89, 0x50, 0, 1, 2])
        #expect(clean.manifest.removals == report.counts && clean.manifest.level == "secrets")
        #expect(clean.manifest.removals["path /email"] == 1 && clean.manifest.removals["key password"] == 42)
        let segment = try clean.segment(0)
        #expect(segment.damage.isEmpty && segment.actions.count == 20)
        #expect(segment.actions[0].redacted.map(\.description) == ["/signIn/password"])
        var state = JSONValue.null
        for line in segment.states {
            switch line.change {
            case .keyframe(let value): state = value
            case .patch(let patch): try patch.apply(to: &state)
            default: Issue.record("\(line)")
            }
        }
        #expect(state["log"]?.array?.count == 20 && state["password"] == segment.actions[19].action?["signIn"]?["password"])
        #expect(try Sealing().check(folder.path("clean.rewind"), rules: rules).removals.isEmpty)
    }

    /// A check in CI would be red or green by the recorder's key.
    @Test func pseudonymsOfAMaskedRecordingAreNotTakenForSecrets() throws {
        var configuration = Recorder.Configuration(app: "Masked", directory: folder.path, level: .masked)
        configuration.details["build"] = "Zk3QpL9xVb2Tn7RyWc5M"
        let recorder = Recorder(configuration)
        let store = recorder.store(initialState: ["id": "Zk3QpL9xVb2Tn7RyWc5M"] as JSONValue)
        _ = store.reduce(["add": "dQw4w9WgXcQ7uFh2kPzE"] as JSONValue, from: ["id": "Zk3QpL9xVb2Tn7RyWc5M"]) { state, _ in state }
        recorder.log("Zk3QpL9xVb2Tn7RyWc5M", level: .info)
        recorder.finish()
        var sealing = Sealing()
        sealing.additions = [.init("attachments/a.txt", Array("id Zk3QpL9xVb2Tn7RyWc5M\n".utf8), details: ["type": "text/plain"])]
        try sealing.seal(#require(recorder.directory), to: folder.path("a.rewind"))
        let report = try Sealing().check(folder.path("a.rewind"))
        #expect(report.isEmpty, "\(report)")
    }

    @Test func whatIsSecretInTitlesAndNamesOfFilesIsFoundAndRemoved() throws {
        let live = try LiveFixture(segments: 1).write(in: folder)
        let token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
        var sealing = Sealing()
        sealing.additions = [
            .init("attachments/1-shot.png", [0x89, 0], details: ["title": "password: Quebec77x", "type": "image/png"]),
            .init("attachments/2-token-\(token).png", [0x89, 0], details: ["title": .string("token \(token).png")]),
            .init("attachments/3-\(token).png", [0x89, 0], details: ["step": 1]),
            .init("attachments/4-plain.png", [0x89, 0], details: ["title": "the cart"]),
            .init("attachments/5-a.txt", Array("Quebec77x".utf8), details: ["type": "text/plain"]),
        ]
        sealing.addsAsItIs = true
        try sealing.seal(live, to: folder.path("a.rewind")) {
            $0.edits = [RecordingEdit(.attach, name: "attachments/3-\(token).png", by: "rewind 0.1.0")]
        }
        let found = try Sealing().check(folder.path("a.rewind"))
        #expect(found.counts == ["key password": 1, "shape bearer": 2, "shape github token": 2], "\(found.counts)")
        #expect(found.removals.allSatisfy { $0.part == "manifest" })
        #expect(!"\(found)".contains(token))
        let (clean, _) = try Sealing().redactIfNeeded(folder.path("a.rewind"), to: folder.path("b.rewind"))
        let recording = try #require(clean)
        let files = recording.source.names.filter { $0.hasSuffix(".png") }
        #expect(files.count == 4 && files.contains("attachments/4-plain.png") && files.contains("attachments/1-shot.png"))
        let written = try folder.read("b.rewind")
        for secret in [token, "password: Quebec77x"] { #expect(!written.contains(Array(secret.utf8)), "\(secret)") }
        #expect(recording.manifest.edits.first?.name?.hasPrefix("attachments/3--REDACTED-") == true, "\(recording.manifest.edits)")
        #expect(try Sealing().check(folder.path("b.rewind")).removals.isEmpty)
    }

    @Test("Redacting keeps members of lines and of the manifest that this version does not know")
    func redactingKeepsUnknownMembers() throws {
        let live = try LiveFixture(segments: 2).write(in: folder)
        try Sealing().seal(live, to: folder.path("a.rewind"))
        var rules = RedactionRules.default
        rules.keys.append("by")
        let (clean, _) = try Sealing().redact(folder.path("a.rewind"), to: folder.path("b.rewind"), rules: rules)
        let line = String(decoding: try clean.source.read("segments/000000/actions.ndjson"), as: UTF8.self).split(separator: "\n").first
        #expect(line == #"{"step":1,"t":1000,"type":"increment","action":{"by":0},"future":[1],"redacted":["/by"]}"#)
        #expect(clean.manifest.unknown["futureMember"] == ["kept": true])
    }

    /// A line, its form without secrets (`█` for a replaced text), or members that stay where all texts go.
    @Test(
        arguments: [
            (#"{"new":{"token":"hunter2"}}"#, #"{"new":{"token":"█"}}"#, false), ("no json: token=hunter2", "no json: token=█", false),
            ("", "", false), (#"{"t":4111111111111111}"#, #"{"t":4111111111111111}"#, false),
            (
                #"{"mark":{"t":1,"step":2,"name":"bug","note":"it said password=hunter2"}}"#,
                #"{"mark":{"t":1,"step":2,"name":"bug","note":"it said password=█"}}"#, false
            ),
            (
                #"{"log":{"t":1,"step":2,"level":"info","label":"net","message":"token: hunter2","metadata":{"password":"hunter2","n":"1"}}}"#,
                #"{"log":{"t":1,"step":2,"level":"info","label":"net","message":"token: █","metadata":{"password":"█","n":"1"}}}"#, false
            ),
            (
                #"{"step":3,"t":1,"type":"@@EXTERNAL","omitted":{"setPassword":3}}"#,
                #"{"step":3,"t":1,"type":"@@EXTERNAL","omitted":{"setPassword":3}}"#, false
            ),
            (#"{"gap":{"from":3,"to":9,"kind":"left-out"}}"#, #""from":3|"to":9"#, true),
            (#"{"step":3,"t":1,"type":"@@EXTERNAL","omitted":{"hunter2":3}}"#, #""step":3|:3}"#, true),
            (#"{"swallowed":{"t":12345,"type":"send","action":{"send":{"text":"hunter2"}}}}"#, #""t":12345"#, true),
            (
                #"{"log":{"t":1,"step":2,"level":"info","label":"net","message":"hi","error":"hunter2","metadata":{}}}"#,
                #""t":1|"step":2|"level":"info""#, true
            ),
            (#"{"mark":{"t":1,"step":2,"name":"bug","by":{"name":"hunter2"}}}"#, #""t":1|"step":2"#, true),
            (#"{"clock":{"t":1,"wall":1700000000000000000,"zone":"hunter2"}}"#, #""t":1|"wall":1700000000000000000"#, true),
            (#"{"step":1,"t":1000,"type":"@@EXTERNAL","cause":"hunter2","bytes":{"of":"hunter2"}}"#, #""type":"@@EXTERNAL""#, true),
            (#"{"clock":{"t":1,"wall":1700000000000000000}}"#, #"{"clock":{"t":1,"wall":1700000000000000000}}"#, true),
            (
                #"{"effect":{"t":1,"step":2,"id":7,"end":"failed","reason":"no such user: hunter2"}}"#,
                #""t":1|"step":2|"id":7|"end":"failed""#, true
            ),
            (#"{"effect":{"t":1,"step":2,"id":7,"end":"hunter2"}}"#, #""t":1|"step":2|"id":7"#, true),
            (
                #"{"effect":{"t":1,"step":2,"id":7,"begin":"comments/edit","cause":2,"again":true,"with":"hunter2"}}"#,
                #""t":1|"step":2|"id":7|"begin":"|"cause":2|"again":true"#, true
            ),
            (#"{"step":3,"t":1,"type":"send","cause":2,"effect":7}"#, #"{"step":3,"t":1,"type":"send","cause":2,"effect":7}"#, false),
        ])
    func aLineStaysOneOfItsKindWithoutWhatItTells(line: String, left: String, isMasked: Bool) throws {
        var lines = LineRedaction(Redaction(.default, level: isMasked ? .masked : .secrets, listsFindings: true))
        let clean = String(decoding: lines.stream(Array(line.utf8)), as: UTF8.self).replacing(/\[REDACTED [0-9a-f]{8}\]/, with: "█")
        for word in ["hunter", "purpose"] { #expect(!clean.contains(word), "\(clean)") }
        #expect(isMasked ? left.split(separator: "|").allSatisfy { clean.contains($0) } : clean == left, "\(clean)")
        func kind(_ line: String) -> String? {
            guard let object = try? JSONValue(parsing: Array(line.utf8)).object, let line = JournalLine(json: object) else { return nil }
            if case .gap(let gap) = line { return "gap \(gap.reason.kind)" }
            return "\(line)".split(separator: "(").first.map(String.init)
        }
        #expect(kind(clean) == kind(line))
    }

    @Test func withoutAnythingToRemoveItIsTheSameRecording() throws {
        let live = try LiveFixture().write(in: folder)
        try Sealing().seal(live, to: folder.path("a.rewind"))
        try Sealing().redact(folder.path("a.rewind"), to: folder.path("b.rewind"))
        #expect(try folder.read("a.rewind") == folder.read("b.rewind"))
    }

    @Test("Redacting takes a dead app's directory and counts the removals that its lines list")
    func redactingCountsRemovalsOfADeadAppsLines() throws {
        let live = try LiveFixture(ending: Ending(.recording)).write(in: folder)
        var line = Array(#"{"step":13,"t":13000,"type":"in","action":{"pin":0},"redacted":["/pin"]}"#.utf8)
        LiveLine.close(&line, from: 0)
        let name = "app.live/segments/000002/actions.ndjson"
        try folder.write(try folder.read(name).filter { $0 != 0 } + line, to: name)
        #expect(try openRecording(at: live).manifest.removals == [Manifest.recoveredRemovals: 1])
        let (clean, _) = try Sealing().redact(live, to: folder.path("b.rewind"))
        #expect(clean.form == .bundle && clean.steps == 1...13)
        #expect(clean.manifest.removals == ["recovered": 1])
    }

    // MARK: Masked afterwards

    private struct Review: Codable, Equatable, Sendable {
        @Recordable var name = "Darjeeling"
        var stars = 5
        var byline = "gluten_Free"
        var category = Category.glutenFree
        var course = Course.starter
        var unit = Unit.kilogram

        private enum CodingKeys: String, CodingKey {
            case name, category, course, unit
            case stars = "star_count"
            case byline = "§"
        }
    }

    private enum Category: String, Codable, Sendable { case bread, glutenFree = "gluten_free", cake = "sweet" }
    private enum Course: String, Codable, Sendable { case starter = "Starter", other = "somewhere else" }
    private enum Unit: String, Codable, Sendable { case gram = "g", kilogram = "kg" }

    /// A type's shape has the fields' names and the raw values of its enums, and a recording the keys that the fields are encoded with.
    @Test func keysAndRawValuesThatStandInTheSourceStay() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path, level: .secrets))
        let store = recorder.store(initialState: [Review]())
        _ = store.reduce(Review(), from: []) { _, review in [review] }
        recorder.finish()
        let open = try Sealing().seal(try #require(recorder.directory), to: folder.path("open.rewind"))
        let (masked, _) = try Sealing().redact(open.path, to: folder.path("masked.rewind"), level: .masked)
        let action = try #require(masked.segment(0).actions.first?.action)
        #expect(action.object.map { Set($0.keys) } == ["name", "star_count", "§", "category", "course", "unit"])
        let review = try action.decode(Review.self)
        #expect(review.stars == 5 && review.name != "Darjeeling" && review.byline != "gluten_Free")
        #expect(review.category == .glutenFree && review.course == .starter && review.unit == .kilogram)
    }
}
