import Foundation
import RewindRedaction
import TestSupport
import Testing

@testable import RewindCapture
@testable import RewindValue

/// The direct ways from actions and states to bytes give what the way over values gives; where a rule may remove something, they don't go.
@Suite("Direct ways to bytes", .timeLimit(.minutes(5))) struct DirectWayTests {
    // MARK: Actions

    private enum Feature: Codable {
        case home(Home), signIn(password: String), rename(id: Int, title: String), pay(Int), raw(Kind), json(JSONValue), none
    }
    private enum Home: Codable { case didReceive([Int]), didFail(String?), nested(Feature2) }
    private enum Feature2: Codable { case deep(label: Double) }
    private enum Kind: String, Codable { case first, second }
    private struct Add: Codable { var title = "milk" }
    private struct Hidden: Encodable { @Redacted var answer = "rosebud" }
    private struct Named: Codable, ActionNaming {
        var count = 1
        var actionName: String { "counter/\"set\"" }
    }
    private struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    private struct Odd: Encodable {
        var keys: [String]
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: PathKey.self)
            for (index, key) in keys.enumerated() { try container.encode([index], forKey: PathKey(stringValue: key)) }
        }
    }
    private struct Field: Codable {
        var name: String
        var value = "x"
    }

    private static let plain: [any Encodable & Sendable] = [
        Feature.home(.didReceive([1, 2, 3])), Feature.home(.didFail(nil)), Feature.home(.didFail("no \"net\"")),
        Feature.home(.nested(.deep(label: 0.25))), Feature.rename(id: 7, title: "whose page: what"), Feature.pay(42), Feature.raw(.first),
        Feature.none, Kind.second, Add(), ["a": 1, "b": 2], [Double.nan, 4e15], "text", URL(string: "https://example.org/a?b=c")!, 17,
        Date(timeIntervalSinceReferenceDate: 12.5), Data([1, 2, 3]), ["é\"/": [1_763_737_200_000]], [2: "x", 3: "y"], Field(name: "color"),
        ["content": ["text": "value"]], JSONValue.object(["a": [1, "b", nil]]),
    ]

    @Test(arguments: plain.indices, [false, true])
    func anActionWithoutSecretsHasTheBytesAndTheNameOfTheSlowWay(index: Int, prefixesTypeName: Bool) throws {
        let action = Self.plain[index]
        let expected = try RecordedForm().action(action, prefixesTypeName: prefixesTypeName)
        let written = prefixesTypeName ? bytes(of: action as Any) : opened(action)
        #expect(written?.value == expected.0.value.jsonText)
        #expect(written?.name == String(JSONValue.string(expected.0.type).jsonText.dropFirst().dropLast()))
    }

    private static let withheld: [any Encodable & Sendable] = [
        Feature.signIn(password: "x"), Feature.rename(id: 1, title: "token=abc"), Feature.pay(4_111_111_111_111_111), Hidden(), Named(),
        Nothing(), Odd(keys: ["key", "key"]), ["my token": "abc"], ["sk-abcdefgh12345678": 1], "Bearer abc", [4_111_111_111_111_111.0],
        "4111 1111 1111 1111", "a\u{7f}ssword: abc\npassword: abc", Field(name: "password"), ["name": "userPin", "value": "x"],
        Feature.json(["password": "x"]), Feature.json(["name": "password", "value": "x"]), [4_111_111_111_111_111: "x"],
        JSONValue.object(["field": ["password": [:]], "text": "x"]),
    ]

    @Test("An action that is not ordinary or in which a rule finds something takes the slow way", arguments: withheld.indices)
    func anActionWithAFindingTakesTheSlowWay(index: Int) { #expect(opened(Self.withheld[index]) == nil) }

    @Test func anActionInABoxIsNamedByWhatIsInIt() throws {
        let expected = try RecordedForm().action(Kind.second, prefixesTypeName: true).0.type
        #expect(expected.hasSuffix("Kind/second") && bytes(of: AnyHashable(Kind.second))?.name == expected)
    }

    /// A key that is asked for through a class of keys and through its subclass: two containers of two types.
    @Test func keysThatAreClassesAreKeptApart() {
        let actions = ActionBytes(RecordedForm())
        for _ in 0..<3 {  // from the second on, containers are used again
            #expect(actions.encode(KeyedByClasses()))
            #expect(String(decoding: actions.value, as: UTF8.self) == #"{"base":1,"sub":2}"#)
        }
    }

    /// `@unchecked Sendable`: nothing in it changes.
    private class BaseKey: CodingKey, @unchecked Sendable {
        let stringValue: String
        var intValue: Int? { nil }
        required init(stringValue: String) { self.stringValue = stringValue }
        required init?(intValue: Int) { nil }
    }
    private final class SubKey: BaseKey, @unchecked Sendable {}
    private struct KeyedByClasses: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: SubKey.self as BaseKey.Type)
            try container.encode(1, forKey: BaseKey(stringValue: "base"))
            var other = encoder.container(keyedBy: SubKey.self)
            try other.encode(2, forKey: SubKey(stringValue: "sub"))
        }
    }

    /// Words that begin or end like a secret, and what stands between words.
    private static let pieces =
        SecretTableTests.samples + [
            "#pin=1234", "token: abc", "\"secret\":\"abc\"", "why", "bears", "sketch", "hello", "16:30", "2024-01-02", "é", "\n", "\\", "_",
            "x", " ", ".", "",
        ]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func whatGoesTheDirectWayAWalkWouldLeaveAsItIs(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let redactor = Redactor()
        let actions = ActionBytes(RecordedForm(redactor))
        var (direct, slow) = (0, 0)
        for _ in 0..<10_000 {
            let value = value(&random, depth: 3)
            let redacted = redactor.redact(value)
            if actions.encode(value) {
                direct += 1
                #expect(redacted.value == value && redacted.pointers.isEmpty, "\(value.jsonText)")
                #expect(String(decoding: actions.value, as: UTF8.self) == value.jsonText)
            } else {
                slow += 1
            }
        }
        #expect(direct > 1_000 && slow > 1_000)
    }

    private func value(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
        switch random.below(depth > 0 ? 7 : 5) {
        case 0:
            .number(.int([4_111_111_111_111_111, 411_111_111_111_111, 378_282_246_310_005, 12, -4_111_111_111_111_111][random.below(5)]))
        case 1: JSONValue([4_111_111_111_111_111.0, 4.1e15, 0.5, 1e300][random.below(4)])
        case 2: .string("plain")
        case 3, 4: .string(text(&random))
        case 5: .array((0..<random.below(3)).map { _ in value(&random, depth: depth - 1) })
        default:
            .object(
                JSONObject(
                    (0..<random.below(3)).map { _ in
                        let keys = ["id", "title", "user token", "spinner", "kind", "name", "value"]
                        return (random.oneIn(3) ? text(&random) : keys[random.below(keys.count)], value(&random, depth: depth - 1))
                    }))
        }
    }

    private func text(_ random: inout SeededGenerator) -> String {
        (0..<(1 + random.below(3))).map { _ in
            let piece = Self.pieces[random.below(Self.pieces.count)]
            return switch random.below(6) {
            case 0: String(piece.dropFirst(random.below(3)))
            case 1: String(piece.dropLast(random.below(3)))
            case 2: piece.uppercased()
            default: piece
            }
        }.joined(separator: ["", " ", "_", "/"][random.below(4)])
    }

    private func opened(_ action: some Encodable) -> (name: String, value: String)? { bytes(of: action) }

    private func bytes<Action>(of action: Action) -> (name: String, value: String)? {
        let actions = ActionBytes(RecordedForm())
        guard actions.encode(action) else { return nil }
        return (String(decoding: actions.type, as: UTF8.self), String(decoding: actions.value, as: UTF8.self))
    }

    @Test func placesAndRulesOfTheAppsOwnTakeTheSlowWay() {
        var closure = RedactionRules(keys: [])
        closure.add("staff") { _, _ in .secret }
        for rules in [RedactionRules(keys: [], pointers: ["/title"]), closure] {
            var bytes: [UInt8] = []
            #expect(!ActionBytes(RecordedForm(rules: rules)).encode(Add()))
            #expect(!StateBytes(RecordedForm(rules: rules)).appendPatch(from: Add(), to: Add(title: "tea"), to: &bytes))
            #expect(!StateBytes(RecordedForm(rules: rules)).appendKeyframe(of: Add(), to: &bytes))
        }
    }

    // MARK: States

    private struct App: Codable {
        var user = User()
        var rows = [Row(id: 1, title: "milk"), Row(id: 2, title: "eggs"), Row(id: 3, title: "tea")]
        var byName = ["a/b": 1, "c": 2]
        var kind = Kind.first
        var note: String?
    }
    private struct User: Codable {
        var name = "ada"
        var password = "rosebud"
        @Redacted var answer = "blue"
    }
    private struct Row: Codable, Identifiable {
        var id: Int
        var title: String
    }

    private struct Change {
        let make: @Sendable (inout App) -> Void
        /// `nil` if it does not go.
        let patch: String?

        init(_ make: @escaping @Sendable (inout App) -> Void, _ patch: String?) { (self.make, self.patch) = (make, patch) }
    }

    @Test(
        arguments: [
            Change({ $0.rows[1].title = "bread" }, #"[{"op":"replace","path":"/rows/1/title","value":"bread"}]"#),
            Change({ _ = $0.rows.remove(at: 1) }, #"[{"op":"remove","path":"/rows/1"}]"#),
            Change({ $0.rows.append(Row(id: 9, title: "x")) }, #"[{"op":"add","path":"/rows/3","value":{"id":9,"title":"x"}}]"#),
            Change({ $0.rows.swapAt(0, 1) }, #"[{"op":"move","from":"/rows/1","path":"/rows/0"}]"#),
            Change({ $0.rows[0] = Row(id: 7, title: "salt") }, #"[{"op":"replace","path":"/rows/0","value":{"id":7,"title":"salt"}}]"#),
            Change({ $0.kind = .second }, #"[{"op":"replace","path":"/kind","value":"second"}]"#),
            Change({ $0.note = "later" }, #"[{"op":"add","path":"/note","value":"later"}]"#), Change({ $0.user.name = "ada" }, "[]"),
            Change({ $0.user.password = "hunter2" }, nil), Change({ $0.user.answer = "red" }, nil),
            Change({ $0.rows[0].title = "Bearer abcdefgh" }, nil),
            Change({ $0.byName["token"] = 7 }, nil), Change({ $0.byName["a/b"] = 2 }, nil),
            Change({ $0.byName["sk-abcdefgh12345678"] = 1 }, nil),
        ])
    private func aPatchHasItsOperationsOrDoesNotGo(change: Change) {
        var (new, bytes) = (App(), [UInt8]())
        change.make(&new)
        let isWritten = StateBytes(RecordedForm()).appendPatch(from: App(), to: new, to: &bytes)
        #expect(isWritten == (change.patch != nil) && String(decoding: bytes, as: UTF8.self) == change.patch ?? "")
    }

    @Test func aKeyframeWithASecretInItDoesNotGo() {
        var bytes: [UInt8] = []
        #expect(!StateBytes(RecordedForm()).appendKeyframe(of: App(), to: &bytes))
        #expect(StateBytes(RecordedForm()).appendKeyframe(of: App().rows, to: &bytes))
        #expect(String(decoding: bytes, as: UTF8.self) == #"[{"id":1,"title":"milk"},{"id":2,"title":"eggs"},{"id":3,"title":"tea"}]"#)
    }

    @Test(arguments: [
        (["a", "b"], ["b", "a"]), (["a"], ["a", "b"]), (["a", "b"], ["a"]), (["a", "a"], ["a", "a"]), (["é"], ["e\u{301}"]),
    ])
    func keysThatComeGoChangePlacesOrAreWrittenTwice(old: [String], new: [String]) throws {
        let (old, new) = (Odd(keys: old), Odd(keys: new))
        var bytes: [UInt8] = []
        try #require(StateBytes(RecordedForm()).appendPatch(from: old, to: new, to: &bytes))
        var patched = try JSONValue(encoding: old)
        try JSONPatch(json: JSONValue(parsing: bytes)).apply(to: &patched)
        #expect(patched == (try JSONValue(encoding: new)))
    }
}
