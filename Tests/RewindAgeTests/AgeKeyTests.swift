import RewindFormat
import TestSupport
import Testing

@testable import RewindAge

/// Keys as people hand them on: what is typed wrong is noticed, and a secret one is never in a message.
@Suite("Keys of age", .timeLimit(.minutes(5)))
struct AgeKeyTests {
    /// A pair that age-keygen made.
    static let secret = "AGE-SECRET-KEY-1S2F7E7MFDJ9WWQN4CDLRXL7T94AF30TYX5KQ42R2WF59U24TZ00SYTAZC5"
    static let known = "age1pgzfmpqmuu8vtpa9n694txqej28xryyt9qmtsnge4738te82m4fqrhvckn"

    @Test func belongTogether() throws {
        let identity = try Identity(parsing: Self.secret)
        #expect("\(identity.recipient)" == Self.known)
        #expect(try Recipient(parsing: Self.known) == identity.recipient)
        let text = "# created: 2026-11-29T23:13:17Z\n# public key: \(Self.known)\n\(Self.secret)\n"
        #expect(identity.fileText(created: "2026-11-29T23:13:17Z") == text)
    }

    @Test func aNewKeyIsReadBack() throws {
        for _ in 0..<20 {
            let key = Identity()
            #expect(try Identity.all(in: key.fileText(created: "now")).map(\.recipient) == [key.recipient])
            #expect(try Recipient(parsing: "\(key.recipient)") == key.recipient)
        }
    }

    @Test("A key with a letter changed, left out or doubled is none")
    func aMistypedKeyIsNoticed() {
        var random = SeededGenerator(seed: 3)
        let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l1bio-")
        for number in 0..<500 {
            var text = Array(Self.known)
            let place = random.below(text.count)
            switch number % 3 {
            case 0: text[place] = letters[random.below(letters.count)]
            case 1: text.remove(at: place)
            default: text.insert(text[place], at: place)
            }
            if String(text) == Self.known { continue }
            #expect(throws: RecordingError.self, "\(String(text))") { try Recipient(parsing: String(text)) }
        }
    }

    @Test(arguments: ["", "age1", "age1qqqq", known.uppercased(), known + " ", "ada@example.com", "ssh-ed25519 AAAA", secret])
    func refusesWhatIsNoPublicKey(text: String) {
        #expect(throws: RecordingError.self) { try Recipient(parsing: text) }
    }

    @Test(arguments: [secret, secret.lowercased(), String(secret.dropLast())])
    func noMessageHasASecretKey(text: String) throws {
        let errors = [
            #expect(throws: RecordingError.self) { try Recipient(parsing: text) },
            #expect(throws: RecordingError.self) { try Recipient.all(in: "# mine\n\(text)\n") },
            #expect(throws: RecordingError.self) { try Identity.all(in: "\(text)\nno key\n") },
        ]
        for error in errors { #expect(error.map { "\($0)".lowercased().contains("2f7e7mfd") } == false) }
        let identity = try Identity(parsing: Self.secret)
        #expect(!"\(identity) \(String(reflecting: identity)) \(Mirror(reflecting: identity).children.map { "\($0)" })".contains("SECRET"))
    }

    @Test func aFileHasKeysAndRemarks() throws {
        let text = "# Ada's\n\n\(Self.known)\r\n# Bob's\nage1u7demqwfrj7sn2l5pv9j3la68hk67m5j6zz2du3xzdtzlp7zuuts3amfxw"
        #expect(try Recipient.all(in: text).map { "\($0)".prefix(7) } == ["age1pgz", "age1u7d"])
        let error = #expect(throws: RecordingError.self) { try Recipient.all(in: "\(Self.known)\nage1oops\n") }
        #expect(error?.message.hasPrefix("line 2: 'age1oops' is no public key") == true)
        #expect(throws: RecordingError.self) { try Recipient.all(in: "# nobody\n") }
        #expect(throws: RecordingError.self) { try Identity.all(in: "\n") }
    }

    @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
    func base64HasOneTextForBytes(text: String) {
        let letters = Base64.text(Array(text.utf8))
        #expect(Base64.bytes(letters) == Array(text.utf8))
        #expect(Base64.bytes(letters + Array("=".utf8)) == nil)
        for wrong in ["Zh", "Z", "Zg==", "Z g", "Zm9vZ"] { #expect(Base64.bytes(Array(wrong.utf8)) == nil, "\(wrong)") }
    }
}
