import RewindFormat
import Testing

@testable import RewindCapture
@testable import RewindRedaction
@testable import RewindValue

/// A word of the table hides only what can be its secret, since many a word is an ordinary one, and an app computes with numbers.
@Suite("Kinds of secrets", .timeLimit(.minutes(5))) struct SecretKindTests {
    /// A text and a number that can be a secret of a kind.
    private static func sample(of kind: SecretKind) -> (String, Int64) {
        switch kind {
        case .card, .cardDigits: ("4111 1111 1111 1112", 4_111_111_111_111_112)
        case .cardCheck, .cardCheckDigits: ("417", 417)
        case .securityCode, .code, .pin: ("48213", 48_213)
        case .register: ("7-4711-0815", 747_110_815)
        case .anything, .password, .token, .header: ("hunter2", 747_110_815)
        }
    }

    static func text(of kind: SecretKind) -> String { sample(of: kind).0 }

    /// Counts, indices, coordinates, durations and Booleans.
    private static let computed: [JSONValue] = [
        0, 1, 7, 42, -1, -375, -4_111_111, .number(.double(0.5)), .number(.double(375.25)), .number(.double(-12.125)),
        .number(.double(1_234_567.890_625)), true, false, nil,
    ]

    @Test func noWordHidesANumberThatAnAppComputesWith() {
        for row in SecretWords.table {
            for word in row.words {
                let value: JSONValue = [
                    word: .array(Self.computed), "below": [word: ["x": 24, "y": -8, "velocity": ["dx": .number(.double(375.25))]]],
                ]
                #expect(Redactor().redact(value).value == value, "\(word)")
            }
        }
    }

    @Test func everyWordHidesItsSecret() {
        for row in SecretWords.table {
            let (text, number) = Self.sample(of: row.kind)
            for word in row.words {
                let redactor = Redactor()
                let redacted = redactor.redact([word: ["_0": .string(text), "_1": .number(.int(number))]]).value[word]
                #expect(redacted?["_0"]?.string?.hasPrefix("[REDACTED ") == true && redacted?["_1"] == 0, "\(word)")
                #expect(
                    redactor.redact(.string("\(word)=\(text.filter { $0 != " " })")).value.string?.contains("REDACTED") == true, "\(word)")
                let patch = JSONPatch([.add(JSONPointer(tokens: [word, "value"]), .number(.int(number)))])
                #expect(redactor.redact(encoded: patch).0.operations[0].value == 0, "\(word)")
            }
        }
    }

    /// A word with another meaning says nothing of what it has beside it.
    @Test(
        arguments: [
            ["pan": ["translation": [12, -40], "velocity": ["x": 375], "state": "changed", "id": "E7-a", "at": 1_712_345_678]],
            ["pan": "left"], ["pan": "2026-03-01T12:30:45Z"], ["pins": ["Berlin", "Straße 5"]],
            ["pin": ["lat": 52, "title": "2 cafés here"]],
            ["authorization": "authorizedWhenInUse"], ["cookie": "accepted"], ["authorization": ["status": "denied"]], ["csc": "teal"],
            ["csc": 24], ["tokens": 128_000], ["creditCard": ["expiryMonth": 12, "expiryYear": 2_030]], ["name": "pan", "value": "left"],
        ] as [JSONValue])
    func whatAWordWithAnotherMeaningHasStays(value: JSONValue) {
        #expect(Redactor().redact(value) == RedactedValue(value: value, pointers: []))
        if let (key, value) = value.object?.first {
            let patch = JSONPatch([
                .replace(JSONPointer(tokens: [key]), value), .move(from: JSONPointer(tokens: ["a"]), to: JSONPointer(tokens: [key])),
            ])
            if key == "pan" { #expect(Redactor().redact(encoded: patch).0 == patch) }
        }
    }

    @Test func secretsBelowAWordWithAnotherMeaningGo() {
        let redactor = Redactor()
        let redacted = redactor.redact([
            "pan": ["password": "hunter2", "number": "4111 11", "4111111111111112": ["note": "by ghp_abcdefghijklmnopqrst0123"], "x": 12]
        ])
        let pan = redacted.value["pan"]
        #expect(pan?["password"] != "hunter2" && pan?["number"] != "4111 11" && pan?["x"] == 12)
        #expect(!redacted.value.jsonText.contains("4111") && !redacted.value.jsonText.contains("ghp_"))
        #expect(redactor.counts == ["key password": 1, "key pan": 2, "shape github token": 1])
        let place = JSONPointer(tokens: ["pan", "password"])
        #expect(redactor.redact(encoded: JSONPatch([.add(place, "hunter2")])).0.operations[0].value == pan?["password"])
        #expect(redactor.redact("pan=left&pan=4111111111111112, pin: Berlin", at: .appText).contains("pan=left&pan=REDACTED-"))
    }

    /// A number that can't be the word's secret falls under the other rules: a card in the wrong field, and masking.
    @Test func whatTheWordsSecretCannotBeIsLookedAtAllTheSame() throws {
        #expect(Redactor().redact(["otp": 4_111_111_111_111_111, "cvv": 12]).value == ["otp": 0, "cvv": 12])
        let masked = Redactor(level: .masked).redact(["token": 12_345_678, "password": -123_456_789, "cardNumber": 12_345_678, "x": 7])
            .value
        #expect(masked["token"] != 12_345_678 && masked["password"] != -123_456_789 && masked["cardNumber"] != 12_345_678)
        let text = "4111-1111-1111-1112"
        #expect(Redactor().redact(["pin": ["pan": .string("7x9q")]]).value["pin"]?["pan"] != "7x9q")
        #expect(Redactor().redact(["pan": ["pin": .string(text)]]).value["pan"]?["pin"] != .string(text))
    }

    /// In a masked recording as well: a key that is data covers only such a number.
    @Test func aMaskedKeyHidesOnlyNumbersOfItsKind() throws {
        let numbers = ["pan": 375, "pin": 4_711, "password": 12]
        let recorded = try RecordedForm(level: .masked).value(of: numbers).value
        #expect(recorded.object.map { Set($0.map(\.value)) } == [375, 0, 12])
    }
}
