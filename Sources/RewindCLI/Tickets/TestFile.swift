import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// The source file of a test that replays a recording.
struct TestFile {
    /// The words that name the test.
    let title: String
    /// The recording's file, beside the test.
    let bundle: String
    /// The modules that the test imports; none for a place to fill in.
    let modules: [String]
    /// The expression that makes the store; `nil` for a place to fill in.
    let store: String?
    /// The store of the recording that it is, where the recording has several.
    let recordedStore: String?
    /// The expression for the types of actions; `nil` for a store whose actions have one type.
    let actions: String?
    /// The migrations of the store's states; empty if the recording needs none.
    let migrations: [StateRule]
    /// What is compared, as in `.last`; `nil` for the state after every step.
    let comparing: String?
    /// The only places that are compared.
    let paths: [String]
    /// The places that are not compared.
    let ignored: [String]
    /// The expression that must not become true; `nil` if nothing but states is compared.
    let never: String?
    /// The step whose reducer ended the process, and how; then the test is one that ends, too, until the bug is fixed.
    let crash: (step: Int, words: String)?
    /// Tells tests of one title apart.
    var number = 1

    /// What a person says about it.
    static let parameters = [
        Parameter("name", .text, "The name of the test; by default the recording's title."),
        Parameter(
            "module", .texts, "The module that has the app's store; may be given several times, for modules that the test imports besides."),
        Parameter("in", .text, "The Swift expression that makes the store."),
        Parameter(
            "actions", .text,
            "The Swift expression for the types of actions, as in 'ActionTypes<any Action>(Add.self, Remove.self)', if they are several."),
    ]

    static func help(_ name: String) -> String { parameters.first { $0.name == name }?.help ?? "" }

    /// The name of the test's type, and of its file: the words of the title in one.
    var name: String { Self.name(title) + "Tests" + (number > 1 ? "\(number)" : "") }

    /// What stands where the module is to be filled in, and where the store is.
    static let places = (module: "the app's module", store: "the app's store, as in Store(initialState: AppState(), reducer: appReducer)")

    /// The words of a text in one, each with a capital letter.
    static func name(_ text: String) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.prefix(8)
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return name.first?.isLetter == true ? name : "Recording" + name
    }

    var text: String {
        var arguments = ["of: \(Self.literal(bundle))", "in: store"]
        if let actions { arguments.append("actions: \(actions)") }
        if let version = migrations.map({ $0.version }).max() {
            arguments += ["version: \(version)", "migrations: [\(migrations.map(Self.migration).joined(separator: ", "))]"]
        }
        if let recordedStore { arguments.append("store: \(Self.literal(recordedStore))") }
        if let comparing { arguments.append("comparing: \(comparing)") }
        if !paths.isEmpty { arguments.append("at: [\(paths.map(Self.literal).joined(separator: ", "))]") }
        if !ignored.isEmpty { arguments.append("ignoring: [\(ignored.map(Self.literal).joined(separator: ", "))]") }
        // What only jq can evaluate is for a person to write.
        let isJq = never.map { (try? Predicate(parsing: $0)) == nil } ?? false
        if let never, !isJq { arguments.append("never: \(Self.literal(never))") }
        let store = store ?? "<#\(Self.places.store)#>"
        let call = "try await expectReplay(\(arguments.joined(separator: ", ")))"
        var replay = ["let store = \(store)", call]
        if let never, isJq {
            replay = [
                "let store = \(store)", call + " { state, _ in", "    // The bug is a state for which this is true: \(Self.comment(never))",
                "    #expect(<#what is true of state unless the bug is there#>)", "}",
            ]
        }
        var lines = ["import RewindTesting", "import Testing", ""]
        lines += (modules.isEmpty ? ["<#\(Self.places.module)#>"] : modules).map { "@testable import \($0)" } + [""]
        if let crash {
            lines += ["/// \(Self.comment(title)): the app \(Self.comment(crash.words)), in step \(crash.step)."]
        } else if let never {
            lines += ["/// \(Self.comment(title)): \(Self.comment(never)) was true in the end."]
        } else {
            lines += ["/// \(Self.comment(title)), as it was recorded."]
        }
        lines += ["@Suite(\(Self.literal(title)))", "struct \(name) {"]
        if crash == nil {
            lines +=
                ["    @Test func \(never == nil ? "doesWhatWasRecorded" : "doesNotHappenAgain")() async throws {"]
                + replay.map { "        " + $0 }
        } else {
            // A crash would end the other tests, too.
            lines += ["    @Test func noLongerCrashes() async {", "        await #expect(processExitsWith: .success) {"]
            lines += replay.map { "            " + $0 } + ["        }"]
        }
        return (lines + ["    }", "}"]).joined(separator: "\n") + "\n"
    }

    /// A migration, as a host or a test declares it.
    private static func migration(_ rule: StateRule) -> String {
        let words =
            switch rule.change {
            case .rename(let old, let new): "renamed(\(literal(old.description)), \(literal(new.description))"
            case .fill(let place, let value): "defaulted(\(literal(place.description)), \(literal(value))"
            case .remove(let place): "removed(\(literal(place.description))"
            case .wrap(let place, let key): "wrapped(\(literal(place.description))" + (key.map { ", as: \(literal($0))" } ?? "")
            }
        return ".\(words), in: \(rule.version))"
    }

    /// A value as a literal of the language.
    private static func literal(_ value: JSONValue) -> String {
        switch value {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .number(.int(let value)): "\(value)"
        case .number(let number): ".number(.double(\(number.text)))"
        case .string(let text): literal(text)
        case .array(let elements): "[\(elements.map { literal($0) }.joined(separator: ", "))]"
        case .object(let members):
            members.isEmpty ? "[:]" : "[\(members.map { "\(literal($0.key)): \(literal($0.value))" }.joined(separator: ", "))]"
        }
    }

    /// A text as a literal of the language.
    private static func literal(_ text: String) -> String {
        let safe = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f || scalar.properties.generalCategory == .format:
                "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        return "\"\(safe.joined())\""
    }

    private static func comment(_ text: String) -> String {
        TerminalText.escaped(text.hasSuffix(".") ? String(text.dropLast()) : text)
    }
}
