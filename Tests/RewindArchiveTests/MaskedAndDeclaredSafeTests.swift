import Foundation
import RewindCapture
import RewindRecorder
import RewindValue
import TestSupport
import Testing

/// What an app declares safe is recorded as at `secrets`, and nothing else is opened by it.
@Suite("What an app declares safe in a masked recording") struct MaskedAndDeclaredSafeTests: PlantedWordSearch {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func expect(_ text: String, in directory: String) {
        #expect(files(of: directory).contains { $0.text.contains(text) }, "\(text) is nowhere")
    }

    // MARK: Places

    struct Person: Codable, Hashable, Sendable {
        var title: String
        var name: String
    }
    struct Room: Codable, Hashable, Sendable {
        var title: String
        var guest: Person
    }
    struct House: Codable, Sendable {
        var rooms: Set<Room> = []
        var prices: [Room: Int] = [:]
    }
    struct OpenHouse: Sendable {
        var rooms: Set<Room> = []
        var prices: [Room: Int] = [:]
    }

    /// Only the titles of rooms are declared safe, not those of the guests in them.
    @Test func aPlaceBelowTheElementsOfASetIsNoOther() throws {
        var configuration = Recorder.Configuration(app: "Hotel", directory: folder.path, level: .masked)
        configuration.redaction.recordable = ["/rooms/*/title"]
        let recorder = Recorder(configuration)
        let first = House(rooms: [Room(title: "Blue room", guest: Person(title: "Archduchess", name: "Ada Corvin"))])
        let second = House(
            rooms: first.rooms.union([Room(title: "Red room", guest: Person(title: "Cardinal", name: "Bob Corvin"))]))
        let seam = recorder.store(initialState: first)
        _ = seam.reduce("arrive", from: first) { _, _ in second }
        _ = seam.reduce(second, from: second) { state, _ in state }
        recorder.finish()
        let directory = try #require(recorder.directory)
        expectNothing(of: ["Archduchess", "Cardinal", "Corvin"], in: directory, "set")
        expect("Blue room", in: directory)
    }

    @Test func aPlaceBelowTheKeysOfADictionaryIsNoOther() throws {
        var configuration = Recorder.Configuration(app: "Hotel", directory: folder.path, level: .masked)
        configuration.redaction.recordable = ["/prices/*/title"]
        let recorder = Recorder(configuration)
        let room = Room(title: "Blue room", guest: Person(title: "Archduchess", name: "Ada Corvin"))
        let first = House(), second = House(prices: [room: 5])
        let seam = recorder.store(initialState: first)
        _ = seam.reduce("price", from: first) { _, _ in second }
        _ = seam.reduce(second, from: second) { state, _ in state }
        _ = seam.reduce(OpenHouse(prices: [room: 5]), from: second) { state, _ in state }
        recorder.finish()
        expectNothing(of: ["Archduchess", "Corvin"], in: try #require(recorder.directory), "keys")
    }

    /// The numbers below each key are declared safe, and the keys are addresses of people: of long words, as the pseudonym of a short one may be `pin`,
    /// and what is below it is then covered.
    @Test func whatIsDeclaredSafeBelowAKeyIsNotTheKey() throws {
        var configuration = Recorder.Configuration(app: "Mail", directory: folder.path, level: .masked)
        configuration.redaction.recordable = ["/unread/*"]
        let recorder = Recorder(configuration)
        let first = ["unread": ["philippa@corvington.example": 12_345_678]]
        let seam = recorder.store(initialState: first)
        _ = seam.reduce("read", from: first) { _, _ in ["unread": ["bartholomew@corvington.example": 5]] }
        recorder.finish()
        let directory = try #require(recorder.directory)
        expectNothing(of: ["corvin"], in: directory, "key")
        expect("12345678", in: directory)
    }

    @Test func aPlaceBelowTheKeysOfADumpedDictionaryIsNoOther() throws {
        var configuration = Recorder.Configuration(app: "Hotel", directory: folder.path, level: .masked)
        configuration.redaction.recordable = ["/prices/*/title", "/rooms/*/title"]
        let recorder = Recorder(configuration)
        let room = Room(title: "Blue room", guest: Person(title: "Archduchess", name: "Ada Corvin"))
        let seam = recorder.store(initialState: 0)
        _ = seam.reduce(OpenHouse(prices: [room: 5]), from: 0) { _, _ in 1 }
        _ = seam.reduce(OpenHouse(rooms: [room]), from: 1) { _, _ in 2 }
        recorder.finish()
        expectNothing(of: ["Archduchess", "Corvin"], in: try #require(recorder.directory), "dump")
    }

    /// The values of settings are declared safe, and the rules still apply: one of them is below the key of a secret.
    @Test func aPlaceThatIsDeclaredSafeBelowASecretKeyIsCovered() throws {
        for level in [RedactionLevel.secrets, .masked] {
            var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("\(level)"), level: level)
            configuration.redaction.recordable = ["/settings/*/value"]
            let recorder = Recorder(configuration)
            let first = ["settings": ["theme": ["value": "dark"]]]
            let second = ["settings": ["theme": ["value": "dark"], "password": ["value": "correct horse"]]]
            let third = ["settings": ["theme": ["value": "dark"], "password": ["value": "battery staple"]]]
            let seam = recorder.store(initialState: first)
            _ = seam.reduce(second, from: first) { _, new in new }
            _ = seam.reduce(third, from: second) { _, new in new }
            recorder.finish()
            let directory = try #require(recorder.directory)
            expectNothing(of: ["correct horse", "battery staple"], in: directory, "\(level)")
            expect("dark", in: directory)
        }
    }

    // MARK: What is declared safe, and the rules

    struct Grant: Codable, Sendable {
        @Recordable var code: String
        @Recordable var note = "open"
    }
    struct Topic: RecordedAsIs, Codable, Hashable, CodingKeyRepresentable, Sendable {
        var name: String
        init(_ name: String) { self.name = name }
        init?<Key: CodingKey>(codingKey: Key) { name = codingKey.stringValue }
        var codingKey: any CodingKey { HostileReaderTests.AnyKey(name) }
    }
    struct Call: RecordedAsIs, ActionNaming, Codable, Sendable {
        var address: String
        var actionName: String { "GET \(address)" }
    }

    /// Records the same at two levels, and looks for what the rules remove at both of them.
    private func expectNothing<State: Codable & Sendable>(
        of needles: [String], _ comment: String, places: [PointerPattern] = [], in states: [State],
        actions: [any Encodable & Sendable] = [],
        agree: Bool = true, besides change: (inout RedactionRules) -> Void = { _ in }
    ) throws {
        for level in [RedactionLevel.secrets, .masked] {
            let directory = folder.path("\(comment)-\(level)")
            var configuration = Recorder.Configuration(app: "Shop", directory: directory, level: level)
            configuration.redaction.recordable = places
            change(&configuration.redaction)
            if agree { try expectAgreement(of: states, configuration.redaction, level, comment) }
            let recorder = Recorder(configuration)
            let seam = recorder.store(initialState: states[0])
            var state = states[0]
            for next in states.dropFirst() {
                _ = seam.reduce("next", from: state) { _, _ in next }
                state = next
            }
            for action in actions { _ = seam.reduce(action, as: (any Encodable & Sendable).self, from: state) { state, _ in state } }
            recorder.finish()
            expectNothing(of: needles, in: try #require(recorder.directory), "\(comment), \(level)")
        }
    }

    /// Patches lead from each recorded state to the next, whichever way they are found.
    private func expectAgreement<State: Codable & Sendable>(
        of states: [State], _ rules: RedactionRules, _ level: RedactionLevel, _ comment: String
    ) throws {
        // At secrets, a patch does not know what stands beside its place.
        if level != .masked { return }
        let redactor = Redactor(rules: rules, level: level)
        for (old, new) in zip(states, states.dropFirst()) {
            let (before, after) = (try redactor.redact(encoding: old).value, try redactor.redact(encoding: new).value)
            let (frozen, later) = (try FrozenState(old, by: redactor), try FrozenState(new, by: redactor))
            #expect(try later.redacted(by: redactor).value == after, "\(comment)")
            let snapshots = (try redactor.snapshot(of: old), try redactor.snapshot(of: new))
            #expect(try redactor.redact(snapshots.1).value == after, "\(comment)")
            for patch in [
                try redactor.changes(from: old, to: new).0, try frozen.changes(to: later, by: redactor).0,
                try redactor.changes(from: snapshots.0, to: snapshots.1).0,
            ] {
                var patched = before
                try patch.apply(to: &patched)
                #expect(patched == after, "\(comment)")
            }
            let bytes = StateBytes(redactor: redactor)
            var keyframe: [UInt8] = []
            if bytes.appendKeyframe(of: new, to: &keyframe) { #expect(try JSONValue(parsing: keyframe) == after, "\(comment)") }
        }
    }

    @Test func aKeyOfATypeThatIsDeclaredSafeIsLookedThrough() throws {
        let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        try expectNothing(of: [token], "key", in: [[Topic("a"): 1], [Topic(token): 2], [Topic(token): 3]])
    }

    @Test func theNameOfAnActionThatIsDeclaredSafeIsLookedThrough() throws {
        let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        try expectNothing(
            of: [token, "hunter2"], "name", in: [0],
            actions: [Call(address: "https://api.example/x?token=\(token)"), Call(address: "https://ada:hunter2@api.example/")])
    }

    @Test func aTextThatIsDeclaredSafeIsLookedThrough() throws {
        let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        try expectNothing(
            of: [token, "hunter2"], "text",
            in: [["a": Grant(code: "a")], ["a": Grant(code: "x \(token)", note: "password=hunter2")]])
        try expectNothing(of: [token], "placed", places: ["/a"], in: [["a": ["b": "c"]], ["a": ["b": token, token: "c"]]])
    }

    struct Packet: Codable, Sendable {
        @Recordable var bytes: [UInt8]
        @Recordable var codes: [Int]
        @Recordable var data: Data
        @Recordable var fractions: [Double]
        init(_ text: String) {
            bytes = Array(text.utf8)
            codes = text.utf8.map { Int($0) }
            data = Data(text.utf8)
            fractions = text.utf8.map { Double($0) }
        }
    }

    struct Codes<Number: Codable & Sendable>: Codable, Sendable { @Recordable var codes: [Number] }

    // MARK: Keys

    struct Sheet: Codable, Sendable {
        var prices: [Room: Int] = [:]
        var unread: [String: Int] = [:]
    }

    @Test func theKeysOfADictionaryAreOpenWithAllOfItOnly() throws {
        let sheet = Sheet(
            prices: [Room(title: "Blue room", guest: Person(title: "Archduchess", name: "Ada")): 5_000_000],
            unread: ["philippa@corvington.example": 7_654_321])
        func text(_ places: [PointerPattern]) throws -> String {
            var rules = RedactionRules.default
            rules.recordable = places
            let redactor = Redactor(rules: rules, level: .masked)
            return try redactor.redact(encoding: sheet).value.jsonText + redactor.redact(dumping: sheet).value.jsonText
        }
        let below = try text(["/prices/*", "/unread/*"])
        for hidden in ["Blue room", "Archduchess", "corvin"] { #expect(!below.contains(hidden), "\(below)") }
        for open in ["5000000", "7654321"] { #expect(below.contains(open), "\(below)") }
        let above = try text(["/prices", "/unread"])
        for open in ["Blue room", "Archduchess", "philippa@corvington.example"] { #expect(above.contains(open), "\(above)") }
        #expect(try text(["/unread/philippa@corvington.example"]).contains("\"philippa@corvington.example\":7654321"))
    }

    struct SafeKey: CodingKey, RecordedAsIs {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    struct Keyed: Codable, Sendable {
        var members: [String: String]
        init(_ members: [String: String]) { self.members = members }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: SafeKey.self)
            members = try container.allKeys.reduce(into: [:]) { $0[$1.stringValue] = try container.decode(String.self, forKey: $1) }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: SafeKey.self)
            for (key, value) in members.sorted(by: { $0.key < $1.key }) { try container.encode(value, forKey: SafeKey(stringValue: key)) }
        }
    }

    @Test func codingKeysThatAreDeclaredSafeAreLookedThrough() throws {
        let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        try expectNothing(
            of: [token], "coding key", in: [Keyed(["a": "b"]), Keyed(["a": "c", token: "d"])], actions: [Keyed([token: "e"])])
        let redactor = Redactor(level: .masked)
        #expect(try redactor.redact(encoding: Keyed(["colour": "red"])).value.object?.first?.key == "colour")
    }

    @Test func keysThatAreDeclaredSafeBelowACoveredPlaceAreNoNames() throws {
        try expectNothing(
            of: ["corvin@ada.example"], "covered keys", places: ["/users/*"],
            in: [["users": ["ada": ["notes": ["a": 1]]]], ["users": ["ada": ["notes": ["corvin@ada.example": 2]]]]]
        ) { $0.pointers = ["/users/*/notes"] }
    }

    enum Field: String, Codable, CodingKeyRepresentable, Sendable { case first = "password", second = "theme" }

    @Test func aKeyThatIsRecordedAsTheNameOfItsCaseCoversAsItself() throws {
        typealias Form = [Field: Recordable<String>]
        let forms: [Form] = [
            [.second: .init(wrappedValue: "dark")],
            [.second: .init(wrappedValue: "dark"), .first: .init(wrappedValue: "correct horse")],
            [.first: .init(wrappedValue: "battery staple")],
        ]
        try expectNothing(of: ["correct horse", "battery staple"], "cases", in: forms)
        #expect(try Redactor(level: .masked).redact(encoding: forms[0]).value == ["second": "dark"])
    }

    // MARK: Rules that need more than the value

    struct Login: Codable, Sendable {
        var oauth: [String: Recordable<String>]
        init(_ code: String) { oauth = ["code": .init(wrappedValue: code), "theme": .init(wrappedValue: "dark")] }
    }

    @Test func aRuleOfTheAppsOwnSeesATextThatIsDeclaredSafeAsItIs() throws {
        let text = "Ada Corvin, staff, ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        try expectNothing(of: ["Corvin"], "own rule", in: [["a": Grant(code: "a")], ["a": Grant(code: "b", note: text)]]) {
            $0.add("staff") { _, value in value.string?.hasSuffix("R8") == true ? .secret : .undecided }
        }
        let fields: [Packet] = [Packet("hello"), Packet("Ada Corvin")]
        let numbers = "Ada Corvin".utf8.map { String($0) }.joined(separator: ",")
        let base64 = Data("Ada Corvin".utf8).base64EncodedString()
        // A rule may know the places, and the keys in them.
        try expectNothing(of: [numbers, base64], "own rule of bytes", in: fields.map { ["ada": $0] }) {
            $0.add("packets") { pointer, _ in pointer.description.hasPrefix("/ada/") ? .secret : .undecided }
        }
    }

    @Test func namesThatAreDeclaredSafeStayWhereNothingIsFoundInThem() throws {
        let redactor = Redactor(level: .masked)
        #expect(try redactor.redact(action: Call(address: "https://api.example/episodes")).0.type == "GET https://api.example/episodes")
    }

    // MARK: Dumps

    struct Safe: RecordedAsIs, Sendable { var text: String }
    struct Shown: CustomReflectable, Sendable {
        var label: String
        var value: String
        var customMirror: Mirror { Mirror(self, children: [label: Safe(text: value)], displayStyle: .struct) }
    }
    struct Untyped: Sendable {
        var shown: Shown
        var parts: [Substring: Safe]
        var others: [String?: Safe]
    }

    @Test func aDumpKnowsTheKeysThatItMasks() {
        let secret = "correct horse"
        let value = Untyped(
            shown: Shown(label: "password", value: secret), parts: ["password": Safe(text: secret), "theme": Safe(text: "dark")],
            others: ["password": Safe(text: secret)])
        for level in [RedactionLevel.secrets, .masked] {
            let text = Redactor(level: level).redact(dumping: value).value.jsonText
            #expect(!text.contains(secret) && text.contains("dark"), "\(text)")
        }
    }
}
