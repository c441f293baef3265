import Foundation
import RewindArchive
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

/// Where keys have pseudonyms, nothing stands in the order of what they hide.
@Suite struct HiddenOrderTests {
    private static let names = ["zoe", "adam", "mia", "eve", "bob", "kim", "lea", "nils", "ida", "otto", "tom", "uwe"]

    private struct Book: Codable, Equatable, Sendable {
        var presence: [String: [String: Int]] = [:]
        var body = JSONValue.null
        var zero = 0, alpha = "a"
    }

    private enum Action: Codable, Sendable { case joined(names: [String: Int]) }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func rank(_ name: String) -> Int { names.sorted().firstIndex(of: name) ?? 0 }

    /// Records each name with its rank among all; `last` are in the first state.
    private func recorded(_ level: RedactionLevel) throws -> Recording {
        let all = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Self.rank($0)) })
        let body = JSONValue.object(JSONObject(Self.names.sorted().map { ($0, .number(.int(Int64(Self.rank($0))))) }))
        var configuration = Recorder.Configuration(app: "Test", directory: folder.path, level: level)
        configuration.details = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, "\(Self.rank($0))") })
        let recorder = Recorder(configuration)
        let store = recorder.store(initialState: Book())
        _ = store.reduce(Action.joined(names: all), from: Book()) { _, _ in
            // Few of many, so that a patch adds them one by one.
            Book(presence: Dictionary(uniqueKeysWithValues: (0..<400).map { ("q\($0)", ["password": 0]) }))
        }
        let before = Book(presence: Dictionary(uniqueKeysWithValues: (0..<400).map { ("q\($0)", ["password": 0]) }))
        var after = before
        for name in Self.names { after.presence[name] = ["password": Self.rank(name)] }
        after.body = body
        _ = store.reduce(Action.joined(names: all), from: before) { [after] _, _ in after }
        recorder.log("sent", level: "info", label: "mail", metadata: ["to": body])
        recorder.attach("a.json", Array(body.jsonText.utf8), type: "application/json")
        recorder.finish()
        let live = try #require(recorder.directory)
        if level == .masked { return try Sealing().seal(live, to: folder.path("live.rewind")) }
        return try Sealing().redact(live, to: folder.path("afterwards.rewind"), level: .masked).0
    }

    /// The keys of all objects that hide names, with the ranks of the names as they stand there.
    private func expectNoOrder(_ value: JSONValue, _ place: String) {
        switch value {
        case .array(let values): for value in values { expectNoOrder(value, place) }
        case .object(let object):
            let keys = object.map(\.key)
            if object.count >= Self.names.count, !keys.contains("alpha") { #expect(keys == keys.sorted(), "\(place)") }
            for (key, value) in object { expectNoOrder(value, "\(place)/\(key)") }
        case .null, .bool, .number, .string: break
        }
    }

    @Test(arguments: [RedactionLevel.everything, .masked])
    func membersStandInTheOrderOfTheirPseudonyms(level: RedactionLevel) throws {
        let recording = try recorded(level)
        for name in recording.source.names where name.hasSuffix("ndjson") {
            for line in try recording.source.read(name).split(separator: UInt8(ascii: "\n")) {
                expectNoOrder(try JSONValue(parsing: Array(line)), name)
            }
        }
        let file = try #require(recording.source.names.first { $0.hasPrefix("attachments/") })
        expectNoOrder(try JSONValue(parsing: recording.source.read(file)), file)
        let told = recording.manifest.app.map(\.key).filter { !["name", "version", "build", "path", "arguments"].contains($0) }
        #expect(told.count >= Self.names.count && told == told.sorted(), "\(told)")
    }

    @Test func operationsAndPlacesStandInTheOrderOfThePseudonymsToo() throws {
        let recording = try recorded(.everything)
        let line = try #require(recording.segment(0).states.last { if case .patch = $0.change { true } else { false } })
        guard case .patch(let patch) = line.change else { return }
        let added = patch.operations.map(\.pointer.tokens).filter { $0.first == "presence" }.compactMap { $0.dropFirst().first }
        #expect(added.count == Self.names.count && added == added.sorted(), "\(added)")
        for line in try recording.segment(0).states {
            #expect(line.redacted.map(\.description) == line.redacted.map(\.description).sorted())
        }
    }

    @Test func whereNoKeyIsHiddenMembersKeepTheirOrder() throws {
        for level in [RedactionLevel.everything, .masked] {
            let recording = try recorded(level)
            let keyframe = try recording.segment(0).states.first { if case .keyframe = $0.change { true } else { false } }
            guard case .keyframe(.object(let state))? = keyframe?.change else { return #expect(Bool(false)) }
            #expect(state.map(\.key) == ["presence", "body", "zero", "alpha"])
        }
    }

    private struct Rows: Encodable, Sendable {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for name in HiddenOrderTests.names.sorted() { try container.encode(1, forKey: #require(Key(stringValue: name))) }
        }
    }

    @Test func keysThatAnEncodeWritesInTheirOwnOrderDoNotKeepIt() throws {
        let written = try Redactor(level: .masked).redact(encoding: Rows()).value
        let keys = try #require(written.object).map(\.key)
        #expect(keys.count == Self.names.count && keys == keys.sorted())
    }

    private struct Mirrored: CustomReflectable {
        var customMirror: Mirror { Mirror(self, children: names.sorted().map { (label: $0, value: 1) }) }
    }

    @Test func partsThatAMirrorOfAValuesOwnListsDoNotKeepItsOrder() throws {
        let keys = try #require(Redactor(level: .masked).redact(dumping: Mirrored()).value.object).map(\.key)
        #expect(keys.count == Self.names.count && keys == keys.sorted())
    }

    @Test func operationsOfOneKeyAndOfAnArrayKeepTheirOrder() throws {
        func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }
        let state = try value(#"{"b":{"list":[1,2,3]},"a":[{"x":1},{"y":2}],"c":{}}"#)
        let patch = try JSONPatch(
            json: value(
                #"""
                [{"op":"add","path":"/a/0","value":{"z":3}},{"op":"remove","path":"/b/list/0"},{"op":"add","path":"/a/1/k","value":4},
                {"op":"remove","path":"/a/0"},{"op":"add","path":"/b/list/-","value":5},{"op":"move","from":"/b/list/0","path":"/b/list/2"},
                {"op":"move","from":"/c","path":"/d"},{"op":"replace","path":"/d","value":{"u":1}},{"op":"add","path":"/d/v","value":2},
                {"op":"remove","path":"/d/u"}]
                """#))
        for _ in 0..<30 {
            let redactor = Redactor(level: .masked)
            var open: JSONValue? = state
            let (masked, _) = redactor.redact(patch, of: &open)
            var after = redactor.redact(state).value
            try masked.apply(to: &after)
            #expect(after == redactor.redact(try #require(open)).value)
        }
    }

    @Test func anActionsNameOfSeparatorsOnlyIsNotInTheSource() {
        #expect(!SourceNames(shapes: [:]).has(actionType: "./<>, ./"))
        #expect(!SourceNames(shapes: [:]).has(actionType: ""))
        #expect(SourceNames(shapes: [:], types: ["Shop.Add"]).has(actionType: "Shop.Add"))
    }
}
