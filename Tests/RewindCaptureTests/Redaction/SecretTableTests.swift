import Foundation
import RewindRedaction
import Testing

@testable import RewindCapture
@testable import RewindRedaction
@testable import RewindValue

/// What each row of the tables says is a secret goes, on whichever way it comes: a row can't be forgotten by a part of the machinery.
@Suite("Tables of secrets", .timeLimit(.minutes(5))) struct SecretTableTests {
    private struct Note: Codable {
        var id = 1
        var note: String
    }
    private struct Box { let anything: String }

    /// A sample of each shape that has no beginning of its own.
    private static let others: [(SecretShape, String)] = [
        (.jwt, "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dGVzdA"), (.bearer, "Bearer abcdefgh12345678"),
        (.bearer, "Token 9a1b2c3d4e5f6a7b8c9d0e1f2a3b"), (.basic, "Basic dXNlcjpwYXNzd29yZA=="),
        (.privateKey, "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"), (.cardNumber, "4111 1111 1111 1111"),
        (.cardNumber, "5018000000000009"), (.cardNumber, "3782-822463-10005"), (.cardNumber, "36100000000006"),
        (.iban, "DE89370400440532013000"), (.iban, "GB82 WEST 1234 5698 7654 32"), (.urlPassword, "https://ann:hunter2@example.org/"),
        (.urlQuery, "https://example.org/?access_token=abc"), (.urlQuery, "https://example.org/f?sig=abcdefgh%3D"),
        (.pair, "password=hunter2"), (.pair, "API key: hunter2"), (.pair, "session id -> hunter2"), (.pair, "account number：hunter2"),
        (.pair, "the password is hunter2"), (.pair, "my password was hunter2"), (.pair, "--token x7Kq21Zz --verbose"),
        (.pair, "Authorization: Digest username"), (.pair, "curl -u ann:hunter2"), (.pair, #"{"name":"password","value":"x"}"#),
        (.jwt, "eyJhbGciOiJkaXIifQ..48V1_ALb6US04U3b.5eym8TW_c8SuK0l.XFBoMYUZodetZdvT"),
        (.serviceKey, "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ." + String(repeating: "aB2", count: 9)),
        (.serviceKey, "0123456789:A" + String(repeating: "aB2-_", count: 7)),
        (.serviceKey, "abc8Q~" + String(repeating: "aB2.~", count: 7).prefix(34)),
        (.serviceKey, String(repeating: "0a1b", count: 8) + "-us12"),
        (.serviceKey, String(repeating: "0a1b", count: 8) + "-0a1b0a1b-0a1b0a1b"),
        (.serviceKey, "aB2cD3eF4gH5iJ.atlasv1." + String(repeating: "aB2", count: 20)),
        (.serviceKey, String(repeating: "0a1b", count: 9) + "NRAL"),
        (.serviceKey, "pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_YrKJUKribcBjcG8HVhfZluoGH"),
        (.serviceKey, "re_aB2cD3eF_" + String(repeating: "aB2c", count: 6)),
    ]

    /// A token of each row, and some of letters alone where the beginning tells whose it is.
    private static var tokens: [String] {
        SecretBeginning.table.map { row in
            let letters = row.alphabet == .hex ? "0a1b2c3d4e5f" : row.alphabet == .upper ? "ABCDEF234567" : "aB2cDeFgHiJkm"
            return row.prefix + String(String(repeating: letters, count: 9).prefix(row.count.lowerBound))
        } + ["glpat-abcdefghijklmnopqrst", "sk_live_abcdefghijklmnop", "github_pat_abcdefghijklmnopqrstuvwxyz"]
    }

    static var samples: [String] { tokens + others.map(\.1) }

    @Test func everyShapeHasASample() {
        #expect(Set(SecretBeginning.table.map(\.shape) + Self.others.map(\.0)) == Set(SecretShape.allCases))
        #expect(SecretBeginning.table.allSatisfy { !$0.source.isEmpty && $0.prefix.utf8.count > 1 })
    }

    @Test func everySampleGoesWhicheverWayItComes() {
        let form = RecordedForm()
        let (actions, states) = (ActionBytes(form), StateBytes(form))
        for sample in Self.samples {
            for text in [sample, "it said \(sample), twice", "(\(sample))", "é \(sample)"] {
                let redactor = Redactor()
                #expect(redactor.redact(.string(text)).value != .string(text), "\(text)")
                #expect(redactor.redact([text: 1]).value != [text: 1], "as a key: \(text)")
                #expect(redactor.redact(text, at: .sourceName) != text, "as a name: \(text)")
                #expect(redactor.redact(text, at: .appText) != text, "as a text: \(text)")
                #expect(redactor.redact(file: Array(text.utf8), type: "text/plain").bytes != Array(text.utf8), "as a file: \(text)")
                #expect(RecordedForm(redactor).dump(of: Box(anything: text)).value["anything"] != .string(text), "dumped: \(text)")
                #expect(redactor.redact(redactor.redact(.string(text)).value).pointers.isEmpty, "again: \(text)")
                // The straight ways look at bytes, by signs that are made from the table.
                #expect(!actions.encode(Note(note: text)) && !actions.encode([text: 1]), "\(text)")
                var bytes: [UInt8] = []
                #expect(!states.appendKeyframe(of: Note(note: text), to: &bytes), "\(text)")
                #expect(!states.appendPatch(from: Note(note: ""), to: Note(note: text), to: &bytes), "\(text)")
            }
        }
    }

    @Test func everyWordOfEachRowMakesAKeySecret() {
        let matcher = KeyMatcher(RedactionRules.default.keys)
        let redactor = Redactor()
        let actions = ActionBytes(RecordedForm(redactor))
        for row in SecretWords.table {
            #expect(!row.source.isEmpty)
            for key in row.words {
                #expect(matcher.rule(for: key) != nil, "\(key)")
                #expect(!actions.encode([key: "x"]), "\(key)")
                let secret = SecretKindTests.text(of: row.kind)
                let redacted = redactor.redact([key: .string(secret)]).value
                #expect(redacted[key]?.string?.hasPrefix("[REDACTED ") == true, "\(key)")
            }
        }
    }

    @Test(arguments: [
        ["login", "_0", "setCode", "_0"], ["login", "codeChanged", "_0"], ["twoFactor", "submitCode", "_0"], ["auth", "enterCode", "code"],
        ["signIn", "code_field", "text"], ["card", "number"], ["payment", "card", "_0", "setNumber", "_0"], ["cards", "1", "number"],
        ["creditCard", "form", "number"], ["passport", "number"], ["verification", "code"], ["recovery", "codes", "0"],
        ["cardForm", "number"], ["oauth", "code"], ["door", "_0", "codeChanged", "_0"], ["bankAccount", "numberInput"],
    ])
    func aMemberIsReadTogetherWithTheKeysAbove(keys: [String]) throws {
        func value(_ text: JSONValue) -> JSONValue {
            keys.reversed().reduce(text) { $1.first?.isNumber == true ? .array(["", $0]) : .object([$1: $0]) }
        }
        let place = JSONPointer(tokens: keys)
        let redactor = Redactor()
        for text in ["8", "80421", "5555 5555 5"] {
            let clean = redactor.redact(value(.string(text))).value
            #expect(clean != value(.string(text)), "\(clean.jsonText)")
            let (patch, _) = redactor.redact(encoded: JSONPatch([.replace(place, .string(text))]))
            #expect(patch.operations[0].value != .string(text), "\(patch)")
            #expect(!ActionBytes(RecordedForm(redactor)).encode(value(.string(text))))
        }
    }

    @Test(arguments: [
        ["country", "code"], ["phone", "number"], ["game", "setCode", "_0"], ["order", "number"], ["user", "code"],
        ["currency", "codeChanged"], ["playing", "card", "suit"], ["page", "_0", "setNumber", "_0"], ["error", "code"],
        ["card", "holder", "number"], ["login", "barcode"],
    ])
    func aMemberOfAnythingElseStays(keys: [String]) {
        let value = keys.reversed().reduce(JSONValue.string("DE 17")) { .object([$1: $0]) }
        #expect(Redactor().redact(value).value == value)
    }

    @Test func aDumpIsCutBehindItsSecrets() {
        let card = "4111 1111 1111 1111"
        let text = String(repeating: "x ", count: 2_039) + card + " and more"
        let dumped = RecordedForm().dump(of: Box(anything: text)).value.jsonText
        #expect(!dumped.contains("4111"))
    }

    @Test func cardsOfAllLengthsGoAsNumbers() {
        for number in [36_100_000_000_006, 378_282_246_310_005, 4_111_111_111_111_111, 501_800_000_009] as [Int64] {
            #expect(Redactor().redact(["a": .number(.int(number))]).value["a"] == 0 && CardNumber.isOne(number))
            #expect(!ActionBytes(RecordedForm()).encode(["a": number]))
        }
        #expect(!CardNumber.isOne(4_111_111_111_111_112) && !CardNumber.isOne(4_006_381_333_931))
    }
}
