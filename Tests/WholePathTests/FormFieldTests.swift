import RewindArchive
import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindValue
import TestSupport
import Testing

/// Forms of which each field is a value and not a key: what is typed into a secret field is in no byte of the recording, what is typed into the others is.
@Suite("The fields of a form", .timeLimit(.minutes(5))) struct FormFieldTests {
    private let folder = TemporaryFolder()

    private enum Field: String, Codable, Sendable { case email, password, pin, nickname }
    private enum Plain: Codable, Sendable { case email, password }
    private enum Numbered: Int, Codable, Sendable { case email, password }

    private enum Action: Codable, Sendable {
        case fieldChanged(Field, String)
        case plainChanged(Plain, String)
        case update(field: Field, text: String)
        case binding(keyPath: String, value: String)
        case received([Header])
        case validationErrors(Field, String)
        case focus(Field, Int)
        case setError(Field, Problem)
    }

    private enum Problem: String, Codable, Sendable { case tooShort, tooPlain }

    private struct Input: Codable, Sendable, Equatable {
        var text: String
        var problem: Problem?
    }

    /// A field in a list of fields.
    private struct Row: Codable, Sendable, Equatable {
        var name: Field
        var value = ""
        var isFocused = false
    }

    /// The same, of which members come and go.
    private struct Entry: Codable, Sendable, Equatable {
        var id: String
        var text: String?
        var error: String?
    }

    /// A field with what is said of it.
    private struct Checked: Codable, Sendable, Equatable {
        var text = ""
        var validation = Problem.tooShort
        var attempts = 0
        var hint: String?
    }

    private struct Header: Codable, Sendable {
        var name: String
        var value: String
    }

    private struct App: Codable, Sendable {
        var fields: [Field: String] = [.email: "", .nickname: "bob"]
        var plain: [Plain: [String]] = [:]
        var codes: [Field: Int] = [:]
        var numbered: [Numbered: String] = [:]
        var inputs: [Field: Input] = [:]
        var attempts: [Field: Int] = [:]
        var labels: [String: String] = [:]
        var hints: [Field: String] = [:]
        var headers: [Header] = []
        var errors: [Field: Problem] = [:]
        var password = Checked()
        var rows = [Row(name: .email), Row(name: .password)]
        var entries = [Entry(id: "email"), Entry(id: "user-password")]
        var json: JSONValue = ["form": [["name": "email", "value": ""], ["name": "password", "value": ""]]]
        var loose: [[String: String]] = [["name": "email", "value": ""], ["name": "password", "value": ""]]
    }

    /// A recording that has no text of a secret field.
    private func recording(_ steps: [(Action, (inout App) -> Void)], level: RedactionLevel = .secrets) throws -> Recording {
        let recorder = Recorder(.init(app: "Form", directory: folder.path, level: level))
        var app = App()
        let store = recorder.store(initialState: app)
        for (action, change) in steps { store.reduce(action, in: &app) { app, _ in change(&app) } }
        recorder.finish()
        let directory = try #require(recorder.directory)
        let sealed = try Sealing().seal(directory, to: folder.path("form.rewind"))
        if level != .everything {
            try expect(in: Recording(directory: directory))
            return sealed
        }
        #expect(try bytes(of: sealed).contains("rosebud6"))
        let clean = try Sealing().redact(sealed.path, to: folder.path("clean.rewind")).0
        try expect(in: clean)
        return clean
    }

    private func bytes(of recording: Recording) throws -> String {
        try recording.source.names.map { String(decoding: try recording.source.read($0), as: UTF8.self) }.joined()
    }

    private func expect(_ words: [String] = [], in recording: Recording) throws {
        let bytes = try bytes(of: recording)
        for secret in ["rosebud", "987654", "987653"] { #expect(!bytes.contains(secret), "\(secret)") }
        for word in words { #expect(bytes.contains(word), "\(word)") }
    }

    @Test func areHiddenByWhatIsBesideThem() throws {
        let recording = try recording([
            (.fieldChanged(.password, "rosebud one"), { _ in }), (.plainChanged(.password, "rosebud two"), { _ in }),
            (.update(field: .password, text: "rosebud three"), { _ in }),
            (.binding(keyPath: "login.password", value: "rosebud four"), { _ in }),
            (.received([Header(name: "Authorization", value: "rosebud five"), Header(name: "Accept", value: "text/html")]), { _ in }),
            (.fieldChanged(.email, "tulip one"), { _ in }), (.plainChanged(.email, "tulip two"), { _ in }),
            (.validationErrors(.password, "tulip three"), { _ in }), (.focus(.password, 4), { _ in }),
            (.setError(.password, .tooShort), { $0.errors = [.password: .tooShort] }),
        ])
        try expect(["tulip one", "tulip two", "tulip three", "text/html"], in: recording)
        let actions = try recording.segment(0).actions
        #expect(actions.map(\.type).contains("fieldChanged"))
        #expect(recording.manifest.removals.values.reduce(0, +) == 5)
        #expect(actions[8].action?["focus"]?["_1"] == 4)
        #expect(actions[9].action?["setError"]?["_1"] == "tooShort")
        #expect(try Timeline(recording).state(at: 10).get().decode(App.self).errors == [.password: .tooShort])
        // As the app encodes it, so that it decodes again.
        let first = try #require(actions.first?.action)
        guard case .fieldChanged(.password, let text) = try first.decode(Action.self) else { return #expect(Bool(false), "\(first)") }
        #expect(text.hasPrefix("[REDACTED "))
    }

    @Test func areHiddenInADictionaryWhoseKeysNameThem() throws {
        let recording = try recording([
            (.focus(.email, 0), { $0.fields[.password] = "r" }), (.focus(.email, 0), { $0.fields[.password] = "rosebud" }),
            (.focus(.email, 0), { $0.fields[.email] = "tulip@example.org" }),
            (.focus(.email, 0), { $0.plain = [.password: ["rosebud", "rosebud 2"], .email: ["tulip 2"]] }),
            (.focus(.email, 0), { $0.plain[.password]?[1] = "rosebud 3" }),
            (.focus(.email, 0), { $0.codes = [.pin: 987_654, .email: 321_321, .password: 7] }),
            (.focus(.email, 0), { $0.numbered = [.password: "rosebud 4", .email: "tulip 4"] }),
            (.focus(.email, 0), { $0.inputs = [.password: Input(text: "rosebud 5", problem: .tooShort), .email: Input(text: "tulip 5")] }),
            (.focus(.email, 0), { $0.codes[.pin] = 987_653 }), (.focus(.email, 0), { $0.attempts = [.password: 1_234, .pin: 3] }),
            (
                .focus(.email, 0),
                {
                    $0.labels = ["passwordHint": "tulip 6"]
                    $0.hints = [.password: "tulip 7"]
                }
            ), (.focus(.email, 0), { $0.fields[.password] = nil }),
        ])
        try expect(["tulip@example.org", "tulip 2", "tulip 4", "tulip 6", "tulip 7", "1234", "321321", "bob"], in: recording)
        #expect(recording.losses.isEmpty)
        let timeline = try Timeline(recording)
        let typed = try [1, 2].map { try timeline.state(at: $0).get()["fields"]?.array ?? [] }
        let place = try #require(typed[0].firstIndex(of: "password"))
        #expect(typed[0][place + 1].string?.hasPrefix("[REDACTED ") == true)
        #expect(typed[0][place + 1] != typed[1][place + 1])  // another text has another pseudonym
        let end = try timeline.state(at: 12).get().decode(App.self)
        #expect(end.codes == [.pin: 0, .email: 321_321, .password: 7], "a number with one digit is no password")
        #expect(recording.manifest.removals.keys.allSatisfy { $0.hasPrefix("key ") }, "\(recording.manifest.removals)")
        #expect(end.inputs[.password]?.problem == .tooShort && end.inputs[.email] == Input(text: "tulip 5"))
        #expect(end.fields == [.email: "tulip@example.org", .nickname: "bob"])
    }

    @Test func whatIsSaidOfAFieldStaysBesideIt() throws {
        let recording = try recording([
            (.focus(.password, 0), { $0.password = Checked(text: "rosebud", validation: .tooShort, attempts: 1, hint: "rosebud 2") }),
            (.focus(.password, 0), { $0.password.validation = .tooPlain }), (.focus(.password, 0), { $0.password.attempts = 2 }),
            (.focus(.password, 0), { $0.password.text = "rosebud 3" }),
        ])
        let timeline = try Timeline(recording)
        let states = try (1...4).map { try timeline.state(at: $0).get().decode(App.self).password }
        #expect(states.map(\.validation) == [.tooShort, .tooPlain, .tooPlain, .tooPlain])
        #expect(states.map(\.attempts) == [1, 1, 2, 2])
        #expect(states[3].text != states[2].text)
    }

    /// As they are recorded, or afterwards.
    @Test(arguments: [RedactionLevel.secrets, .everything])
    func areHiddenInListsAndJSONWhereOnlyTheTextChanges(level: RedactionLevel) throws {
        func form(_ password: String) -> JSONValue {
            ["form": [["name": "email", "value": "tulip 5"], ["name": "password", "value": .string(password)]]]
        }
        let recording = try recording(
            [
                (.focus(.password, 0), { $0.rows[1].value = "r" }), (.focus(.password, 0), { $0.rows[1].value = "rosebud" }),
                (.focus(.password, 0), { ($0.rows[0].value, $0.rows[1].isFocused) = ("tulip 1", true) }),
                (.focus(.password, 0), { $0.entries[1].text = "rosebud 2" }), (.focus(.password, 0), { $0.entries[1].text = "rosebud 3" }),
                (.focus(.password, 0), { ($0.entries[1].text, $0.entries[1].error) = ("rosebud 4", "tulip 2") }),
                (.focus(.password, 0), { $0.rows.swapAt(0, 1) }), (.focus(.password, 0), { $0.rows[0].value = "rosebud 5" }),
                (.focus(.password, 0), { ($0.rows[1].name, $0.rows[1].value) = (.pin, "rosebud6") }),
                (.focus(.password, 0), { ($0.rows[1].name, $0.rows[1].value) = (.nickname, "tulip 3") }),
                (.focus(.password, 0), { $0.entries[0].text = "tulip 4" }), (.focus(.email, 0), { $0.json = form("") }),
                (.focus(.password, 0), { $0.json = form("rosebud 7") }), (.focus(.password, 0), { $0.json = form("rosebud 8") }),
                (.focus(.email, 0), { $0.loose[0]["value"] = "tulip 6" }), (.focus(.password, 0), { $0.loose[1]["value"] = "rosebud 9" }),
                (.focus(.password, 0), { $0.loose[1]["value"] = "rosebud 10" }),
            ], level: level)
        try expect((1...6).map { "tulip \($0)" }, in: recording)
        let timeline = try Timeline(recording)
        let states = try (0...17).map { try timeline.state(at: $0).get().decode(App.self) }
        #expect(states[1].rows[1].value.hasPrefix("[REDACTED "))
        #expect(states[1].rows[1].value != states[2].rows[1].value)
        #expect(
            states[3].rows == [Row(name: .email, value: "tulip 1"), Row(name: .password, value: states[2].rows[1].value, isFocused: true)])
        #expect(states[11].rows.map(\.name) == [.password, .nickname] && states[11].entries[0] == Entry(id: "email", text: "tulip 4"))
        #expect(states[17].json["form"]?.array?[1]["value"]?.string?.hasPrefix("[REDACTED ") == true)
        #expect(states[17].loose[1]["name"] == "password" && states[17].loose[0]["value"] == "tulip 6")
        #expect(recording.manifest.removals.keys.allSatisfy { $0.hasPrefix("key ") }, "\(recording.manifest.removals)")
    }
}
