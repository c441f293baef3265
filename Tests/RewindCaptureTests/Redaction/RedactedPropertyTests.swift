import Foundation
import RewindCapture
import RewindRedaction
import RewindValue
import TestSupport
import Testing

@Suite("A property marked @Redacted", .timeLimit(.minutes(5)))
struct RedactedPropertyTests {
    enum Plan: String, Codable, CaseIterable { case free, paid }
    struct Address: Codable, Equatable {
        var street: String
        var number: Int
    }
    struct Person: Codable, Equatable, Identifiable {
        var id: Int
        var name = "ann"
        @Redacted var answer: String
        @Redacted var weight: Double
        @Redacted var photo: Data
        @Redacted var plan: Plan
        @Redacted var address: Address
        @Redacted var born: Date
        @Redacted var maybe: String?
        @Redacted var site: URL
        @Redacted var key: UUID
        @Redacted var isIll = true
    }

    static func person(_ id: Int = 1, secret: String = "hunter2") throws -> Person {
        Person(
            id: id, answer: secret, weight: 71.5, photo: Data(secret.utf8), plan: .paid, address: Address(street: secret, number: 424_242),
            born: Date(timeIntervalSinceReferenceDate: 7), maybe: nil, site: try #require(URL(string: "https://\(secret).example.org")),
            key: UUID())
    }

    @Test
    func otherEncodersSeeNoWrapper() throws {
        var person = try Self.person()
        for maybe in [nil, "x"] {
            person.maybe = maybe
            let text = try JSONEncoder().encode(person)
            let plain = try JSONValue(parsing: Array(text))
            #expect(plain["answer"] == "hunter2" && plain["maybe"]?.string == maybe && plain["weight"] == .number(.double(71.5)))
            #expect((plain["maybe"] == nil) == (maybe == nil) && plain["address"] == ["street": "hunter2", "number": 424_242])
            #expect(try JSONDecoder().decode(Person.self, from: text) == person)
        }
    }

    @Test("Rewind's encoder writes placeholders of the same types, with which the value decodes")
    func theEncoderWritesPlaceholdersThatDecode() throws {
        let redactor = Redactor()
        var person = try Self.person()
        person.maybe = "hunter2"
        let redacted = try RecordedForm(redactor).value(of: person)
        #expect(!redacted.value.jsonText.contains("hunter2") && !redacted.value.jsonText.contains("424242"))
        #expect(redacted.value["name"] == "ann")
        #expect(redacted.value["answer"] == redacted.value["maybe"])
        #expect(
            redacted.pointers.map(\.description) == [
                "/answer", "/weight", "/photo", "/plan", "/address", "/born", "/maybe", "/site", "/key", "/isIll",
            ])
        #expect(redactor.counts == ["type Redacted": 10])
        let decoded = try redacted.value.decode(Person.self)
        #expect(decoded.weight == 0 && decoded.photo.isEmpty && decoded.plan == .free && decoded.address.number == 0)
        #expect(!decoded.isIll)
        // That a value is its placeholder does not show.
        var healthy = person
        (healthy.isIll, healthy.weight) = (false, 0)
        let other = try RecordedForm(redactor).value(of: healthy)
        #expect(other.value["isIll"] == redacted.value["isIll"] && other.pointers == redacted.pointers)
        #expect(decoded.answer.hasPrefix("[REDACTED ") && decoded.site.scheme == "redacted")
        #expect(!(try JSONValue(encoding: person).jsonText.contains("hunter2")))
        // Its changes are listed where they are; the same value again is none.
        var new = person
        new.answer = "other"
        let (patch, pointers) = try RecordedForm(redactor).changes(from: [person], to: [new])
        #expect(patch.operations.map(\.pointer.description) == ["/0/answer"] && pointers.map(\.description) == ["/0/answer"])
        #expect(try RecordedForm(redactor).changes(from: person, to: person).0.isEmpty)
    }

    @Test
    func nothingShowsItInPrintEither() throws {
        let person = try Self.person()
        var dumped = ""
        dump(person, to: &dumped)
        for text in ["\(person)", String(reflecting: person), dumped] { #expect(!text.contains("hunter2") && text.contains("[REDACTED]")) }
    }

    @Test("A redacted patch has no secret and turns the redacted state into the next redacted state")
    func aRedactedPatchLeadsToTheNextRedactedState() throws {
        struct State: Codable {
            var people: [Person]
            var map: [String: Person]
            @Redacted var all: [Person]
            var count = 0
        }
        var random = SeededGenerator(seed: 3)
        let form = RecordedForm()
        func people() throws -> [Person] {
            try (0..<random.below(6)).map { _ in try Self.person(random.below(9), secret: "hunter\(random.below(5))!") }
        }
        var old = State(people: try people(), map: [:], all: try people())
        for _ in 0..<300 {
            var new = old
            switch random.below(5) {
            case 0: new.people = try people()
            case 1: new.all = try people()
            case 2: new.map["k\(random.below(4))"] = try Self.person(secret: "hunter\(random.below(5))!")
            case 3 where !new.people.isEmpty: new.people[random.below(new.people.count)].answer = "hunter\(random.below(99))!"
            default: new.count += 1
            }
            var state = try form.value(of: old).value
            let (patch, _) = try form.changes(from: old, to: new)
            #expect(!patch.json.jsonText.contains("hunter"))
            try patch.apply(to: &state)
            #expect(try state == form.value(of: new).value)
            old = new
        }
    }

    @Test
    func theKeysOfADictionaryGoWhateverTheyLookLikeThoseOfATypeStay() throws {
        struct Vault: Codable, Equatable {
            @Redacted var answers: [String: Int]
            @Redacted var nested: [String: [String: Address]]
        }
        let vault = Vault(answers: ["hunter": 1], nested: ["rosebud": ["xanadu": Address(street: "hunter", number: 7)]])
        for value in [try RecordedForm().value(of: vault).value, try JSONValue(encoding: vault)] {
            let text = value.jsonText
            #expect(!["hunter", "rosebud", "xanadu"].contains { text.contains($0) }, "\(text)")
            #expect(text.contains("street") && text.contains("number"))
            let decoded = try value.decode(Vault.self)
            #expect(decoded.answers.count == 1 && decoded.nested.values.first?.count == 1)
        }
        let form = RecordedForm()
        var changed = vault
        changed.answers["hunter"] = nil
        var state = try form.value(of: vault).value
        let after = try form.value(of: changed).value
        try form.changes(from: vault, to: changed).0.apply(to: &state)
        #expect(state == after)
    }
}
