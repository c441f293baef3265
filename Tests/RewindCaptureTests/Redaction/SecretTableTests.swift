import Foundation
import Testing

@testable import RewindCapture
@testable import RewindValue

/// What each row of the tables says is a secret goes, on whichever way it comes: a row can't be forgotten by a part of the machinery.
@Suite("Tables of secrets") struct SecretTableTests {
    private struct Note: Codable {
        var id = 1
        var note: String
    }
    private struct Box { let anything: String }

    /// A sample of each shape that has no beginning of its own.
    private static let others: [(SecretShape, String)] = [
        (.cardNumber, "4111 1111 1111 1111"), (.cardNumber, "5018000000000009"), (.cardNumber, "3782-822463-10005"),
        (.cardNumber, "36100000000006"),
        (.iban, "DE89370400440532013000"), (.iban, "GB82 WEST 1234 5698 7654 32"),
        (.walletKey, "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"),
        (.mnemonic, "legal winner thank year wave sausage worth useful legal winner thank yellow"), (.oneTimeCode, "Your code is 482913"),
        (.oneTimeCode, "482913 is your verification code"), (.oneTimeCode, "Ihr Code lautet 482913"), (.oneTimeCode, "您的验证码是482913"),
        (.encoded, "cGFzc3dvcmQ9aHVudGVyMg=="), (.encoded, "70617373776f72643d68756e74657232"), (.encoded, "password%3Dhunter2"),
        (.urlPassword, "https://ann:hunter2@example.org/"), (.urlQuery, "https://example.org/?access_token=abc"),
        (.urlQuery, "https://example.org/f?sig=abcdefgh%3D"), (.pair, "password=hunter2"), (.pair, "API key: hunter2"),
        (.pair, "session id -> hunter2"),
        (.pair, "account number：hunter2"), (.pair, "the password is hunter2"), (.pair, "my password was hunter2"),
        (.pair, #"{"kty":"EC","d":"hunter2"}"#),
        (.serviceKey, "123456789:AAabcdefghijklmnopqrstuvwxyz0123456"), (.serviceKey, "0123456789abcdef0123456789abcdef-us12"),
    ]

    private static var samples: [String] { SecretBeginning.table.map(\.sample) + others.map(\.1) }

    @Test func everyShapeHasASample() {
        let shapes = Set(SecretBeginning.table.map(\.shape) + Self.others.map(\.0))
        #expect(shapes == Set(SecretShape.allCases))
        #expect(SecretBeginning.table.allSatisfy { $0.sample.lowercased().hasPrefix($0.prefix.lowercased()) && !$0.source.isEmpty })
    }

    @Test func everySampleGoesAsAValue() {
        for sample in Self.samples {
            for text in [sample, "it said \(sample), twice"] {
                let redactor = Redactor()
                #expect(redactor.redact(.string(text)).value != .string(text), "\(text)")
                #expect(redactor.redact([text: 1]).value != [text: 1], "as a key: \(text)")
                #expect(redactor.redact(name: text) != text, "as a name: \(text)")
                #expect(redactor.redact(text: text) != text, "as a text: \(text)")
                #expect(redactor.recorded(file: Array(text.utf8), type: "text/plain").bytes != Array(text.utf8), "as a file: \(text)")
                #expect(redactor.redact(dumping: Box(anything: text)).value["anything"] != .string(text), "dumped: \(text)")
                #expect(redactor.redact(redactor.redact(.string(text)).value).pointers.isEmpty, "again: \(text)")
            }
        }
    }

    /// A placeholder in forty has nothing but digits.
    @Test func aPlaceholderOfDigitsIsNoCode() {
        let text = "[REDACTED 48291357] is your verification code"
        #expect(Redactor().redact(.string(text)).value == .string(text))
    }

    /// The straight ways look at bytes, by signs that are made from the table.
    @Test func noSampleGoesTheStraightWay() throws {
        let redactor = Redactor()
        let actions = ActionBytes(redactor: redactor)
        let states = StateBytes(redactor: redactor)
        for sample in Self.samples {
            for text in [sample, "it said \(sample), twice", "(\(sample))", "é \(sample)"] {
                #expect(!actions.encode(Note(note: text)), "\(text)")
                #expect(!actions.encode([text: 1]), "\(text)")
                #expect(!actions.encode(Array(text.utf8)), "\(text)")
                var bytes: [UInt8] = []
                #expect(!states.appendKeyframe(of: Note(note: text), to: &bytes), "\(text)")
                #expect(!states.appendPatch(from: Note(note: ""), to: Note(note: text), to: &bytes), "\(text)")
            }
        }
    }

    @Test func everyWordOfEachRowMakesAKeySecret() {
        let matcher = KeyMatcher(RedactionRules.default.keys)
        let redactor = Redactor()
        let actions = ActionBytes(redactor: redactor)
        for row in SecretWords.table {
            #expect(!row.samples.isEmpty && !row.source.isEmpty)
            for key in row.words + row.samples {
                #expect(matcher.rule(for: key) != nil, "\(key)")
                #expect(!actions.encode([key: "x"]), "\(key)")
                let redacted = redactor.redact([key: "hunter2"]).value
                #expect(redacted[key]?.string?.hasPrefix("[REDACTED ") == true, "\(key)")
            }
        }
    }

    @Test func checkSums() {
        let digest = SHA256.hash(Array("abc".utf8)).map { String($0, radix: 16) }.joined()
        #expect(digest == "ba7816bf8f1cfea414140de5dae2223b0361a396177a9cb410ff61f2015ad")  // without leading zeros of bytes
        #expect(!WalletKey.isOne("5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTK".utf8))
        for text in [
            "DE89370400440532013001", "4111 1111 1111 1112", "XX89370400440532013000", "order 4111111111111111",
            String(repeating: "table ", count: 40),
        ] {
            #expect(Redactor().redact(.string(text)).pointers.isEmpty, "\(text)")
        }
    }

    @Test(arguments: [
        "tokenCount", "token_type", "passwordLength", "forgotPasswordURL", "authorizationStatus", "ibanCountry", "pinColor", "mapPin",
        "passenger", "secretary",
        "hasPassword", "maxTokens", "cookieConsent", "otpExpiresIn", "boardingPass", "compass", "authMethod", "密码长度",
    ])
    func whatStandsBehindASecretsWordDecidesWithIt(key: String) {
        let value: JSONValue = [key: "anything"]
        #expect(Redactor().redact(value).value == value)
    }

    @Test(arguments: [
        "pass_word", "Pass-Word", "ｐａｓｓｗｏｒｄ", "pаssword", "pass\u{200B}word", "pässwörd", "p4ssw0rd", "PASSWORD2", "oldpassword",
        "DBPASSWORD", "passwοrd",
        "\u{1D429}assword", "passwörter_password",
    ])
    func aKeyIsTheSameWordInEverySpelling(key: String) { #expect(Redactor().redact([key: "hunter2"]).value[key] != "hunter2") }

    @Test func aCodeIsASecretBelowASignIn() throws {
        let redactor = Redactor()
        let value: JSONValue = ["oauth": ["code": "4/0AdQt8qh", "n": 1], "country": ["code": "DE"]]
        let clean = redactor.redact(value).value
        #expect(clean["oauth"]?["code"] != "4/0AdQt8qh" && clean["country"] == ["code": "DE"])
        #expect(!ActionBytes(redactor: redactor).encode(value))
        let (patch, _) = redactor.covering(JSONPatch([.replace(JSONPointer(tokens: ["oauth", "code"]), "4/0AdQt8qh")]))
        #expect(patch.operations[0].value == clean["oauth"]?["code"])
    }

    @Test(arguments: [
        ["login", "_0", "setCode", "_0"], ["login", "codeChanged", "_0"], ["twoFactor", "submitCode", "_0"], ["auth", "enterCode", "code"],
        ["signIn", "code_field", "text"], ["card", "number"], ["payment", "card", "_0", "setNumber", "_0"], ["cards", "1", "number"],
        ["creditCard", "form", "number"], ["passport", "number"], ["verification", "code"], ["recovery", "codes", "0"],
        ["cardForm", "number"],
        ["door", "_0", "codeChanged", "_0"], ["bankAccount", "numberInput"],
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
            let (patch, _) = redactor.covering(JSONPatch([.replace(place, .string(text))]))
            #expect(patch.operations[0].value != .string(text), "\(patch)")
            #expect(!ActionBytes(redactor: redactor).encode(value(.string(text))))
        }
    }

    @Test(arguments: [
        ["country", "code"], ["phone", "number"], ["game", "setCode", "_0"], ["order", "number"], ["user", "code"],
        ["currency", "codeChanged"],
        ["playing", "card", "suit"], ["page", "_0", "setNumber", "_0"], ["error", "code"], ["card", "holder", "number"],
        ["login", "barcode"],
    ])
    func aMemberOfAnythingElseStays(keys: [String]) {
        let value = keys.reversed().reduce(JSONValue.string("DE 17")) { .object([$1: $0]) }
        #expect(Redactor().redact(value).value == value)
    }

    /// It is a count or a choice.
    @Test func aNumberOfFewDigitsStays() {
        let value: JSONValue = ["card": ["number": 7], "login": ["setCode": ["_0": 417]]]
        #expect(Redactor().redact(value).value == value)
    }

    @Test func textsInBytesGoAndOtherNumbersStay() {
        let redactor = Redactor()
        let bytes = JSONValue.array("password=hunter2".utf8.map { .number(.int(Int64($0))) })
        #expect(redactor.redact(["bytes": bytes]).value["bytes"] == .array(Array(repeating: 0, count: 16)))
        let numbers: JSONValue = [70, 71, 72, 73, 74, 75, 76, 77, 78]
        #expect(redactor.redact(numbers).value == numbers)
        #expect(ActionBytes(redactor: redactor).encode([70, 71, 72, 73, 74, 75, 76, 77, 78]))
    }

    @Test func aDumpIsCutBehindItsSecrets() {
        let card = "4111 1111 1111 1111"
        let text = String(repeating: "x ", count: 2_039) + card + " and more"
        let dumped = Redactor().redact(dumping: Box(anything: text)).value.jsonText
        #expect(!dumped.contains("4111"))
    }

    @Test func cardsOfAllLengthsGoAsNumbers() {
        for number in [36_100_000_000_006, 4_111_111_111_111_111, 4_917_000_000_000_000_001, 501_800_000_009] as [Int64]
        where CardNumber.isOne(number) {
            #expect(Redactor().redact(["a": .number(.int(number))]).value["a"] == 0)
            #expect(!ActionBytes(redactor: Redactor()).encode(["a": number]))
            #expect(Redactor().redact(["orderNumber": .number(.int(number))]).value["orderNumber"] == .number(.int(number)))
        }
        #expect(CardNumber.isOne(36_100_000_000_006) && CardNumber.isOne(378_282_246_310_005))
    }
}
