import Foundation
import RewindRedaction
import TestSupport
import Testing

@testable import RewindCapture
@testable import RewindValue

/// The straight way from an action to bytes gives what the way over values gives, or does not go.
@Suite("Plain actions") struct PlainActionTests {
    private enum Feature: Codable {
        case home(Home)
        case signIn(password: String)
        case rename(id: Int, title: String)
        case pay(Int)
        case raw(Kind)
        case none
    }

    private enum Home: Codable {
        case didReceive([Int])
        case didFail(String?)
        case nested(Feature2)
    }

    private enum Feature2: Codable { case deep(label: Double) }
    private enum Kind: String, Codable { case first, second }
    private struct Add: Codable { var title = "milk" }
    private struct Hidden: Encodable { @Redacted var answer = "rosebud" }
    private struct Named: Codable, ActionNaming {
        var count = 1
        var actionName: String { "counter/\"set\"" }
    }

    private struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    private struct Twice: Encodable {
        enum Keys: CodingKey { case key }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(1, forKey: .key)
            try container.encode(2, forKey: .key)
        }
    }

    private static let plain: [any Encodable & Sendable] = [
        Feature.home(.didReceive([1, 2, 3])), Feature.home(.didFail(nil)), Feature.home(.didFail("no \"net\"")),
        Feature.home(.nested(.deep(label: 0.25))), Feature.rename(id: 7, title: "whose page: what"), Feature.pay(42), Feature.raw(.first),
        Feature.none, Kind.second, Add(), ["a": 1, "b": 2], [Double.nan, 4e15], "text", URL(string: "https://example.org/a?b=c")!, 17,
        Date(timeIntervalSinceReferenceDate: 12.5), Data([1, 2, 3]),
    ]

    @Test(arguments: plain.indices, [false, true])
    func anActionWithoutSecretsHasTheBytesAndTheNameOfTheSlowWay(index: Int, isOneOfMany: Bool) throws {
        let action = Self.plain[index]
        let expected = try RecordedForm().action(action, isOneOfMany: isOneOfMany)
        let written = isOneOfMany ? bytes(of: action as Any) : opened(action)
        #expect(written?.value == expected.0.value.jsonText)
        #expect(written?.name == expected.0.type.quotedContents)
    }

    private static let withheld: [any Encodable & Sendable] = [
        Feature.signIn(password: "x"), Feature.rename(id: 1, title: "token=abc"), Feature.pay(4_111_111_111_111_111), Hidden(), Named(),
        Nothing(), Twice(), ["my token": "abc"], ["sk-abcdefgh12345678": 1], "Bearer abc", [4_111_111_111_111_111.0],
        "4111 1111 1111 1111", "a\u{7f}ssword: abc\npassword: abc",
    ]

    @Test(arguments: withheld.indices)
    func anActionInWhichARuleFindsSomethingOrThatIsNoOrdinaryOneTakesTheSlowWay(index: Int) { #expect(opened(Self.withheld[index]) == nil) }

    @Test func anActionInABoxIsNamedByWhatIsInIt() throws {
        let expected = try RecordedForm().action(Kind.second, isOneOfMany: true).0.type
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

    @Test func placesAndRulesOfTheAppsOwnTakeTheSlowWay() {
        #expect(bytes(of: Add(), RedactionRules(keys: [], pointers: ["/title"])) == nil)
        var rules = RedactionRules(keys: [])
        rules.add("staff") { _, _ in .secret }
        #expect(bytes(of: Add(), rules) == nil)
    }

    /// Beginnings, ends and middles of secrets, and what looks like them.
    private static let pieces = [
        "eyJhbGciOiJI.eyJzdWIiOiIx.abc", "Bearer abc123def", "bearer abcdefghijklmnopqrstuvw", "Basic QWxhZGRpbjpvcGVu",
        "AKIA0123456789ABCDEF",
        "ASIA0123456789ABCDEF", "ghp_abcdefghijklmnopqrstuv", "github_pat_abcdefghijklmn", "sk-abcdefgh12345678", "sk_live_abcdefgh12",
        "rk_test_abcdefgh12", "AIzaabcdefghijklmnopqrstuvwxyz01234567", "xoxb-1234567890", "xapp-1234567890", "glpat-abcdefghijklmnop12",
        "npm_abcdefghijklmnopqrstuvwxyz01234", "hf_abcdefghijklmnopqrstuvwxyz01234", "whsec_abcdefghijklmn12",
        "ya29.abcdefghijklmnopqrst12",
        "SG.abcdefghijklmnopqrstuvwxyz01234", "-----BEGIN PRIVATE KEY-----", "4111111111111111", "4111 1111 1111 1111", "378282246310005",
        "https://ann:pw@example.org/", "https://example.org/?token=abc&x=1", "#pin=1234", "password=abc", "token: abc",
        "\"secret\":\"abc\"",
        "--api-key abc", "why", "bears", "sketch", "hello", "16:30", "2024-01-02", "é", "\n", "\\", "_", "x", " ", ".", "",
    ]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func whatGoesTheStraightWayAWalkWouldLeaveAsItIs(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let redactor = Redactor()
        let actions = ActionBytes(RecordedForm(redactor))
        var (straight, slow) = (0, 0)
        for _ in 0..<10_000 {
            let value = value(&random, depth: 3)
            let redacted = redactor.redact(value)
            if actions.encode(value) {
                straight += 1
                #expect(redacted.value == value && redacted.pointers.isEmpty, "\(value.jsonText)")
                #expect(String(decoding: actions.value, as: UTF8.self) == value.jsonText)
            } else {
                slow += 1
            }
        }
        #expect(straight > 1_000 && slow > 1_000)
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
                        let key = random.oneIn(3) ? text(&random) : ["id", "title", "user token", "spinner", "kind"][random.below(5)]
                        return (key, value(&random, depth: depth - 1))
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

    private func bytes<Action>(of action: Action, _ rules: RedactionRules = .default) -> (name: String, value: String)? {
        let actions = ActionBytes(RecordedForm(rules: rules))
        guard actions.encode(action) else { return nil }
        return (String(decoding: actions.type, as: UTF8.self), String(decoding: actions.value, as: UTF8.self))
    }
}

extension String {
    fileprivate var quotedContents: String { String(JSONValue.string(self).jsonText.dropFirst().dropLast()) }
}
