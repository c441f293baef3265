import RewindValue
import TestSupport
import Testing

@testable import RewindFormat

@Suite("Losses as data", .timeLimit(.minutes(5)))
struct LossTests {
    /// What the article shows, a line each.
    private static let written = [
        #"{"kind":"actions","steps":[61,66]}"#, #"{"kind":"payloads","steps":[7,7]}"#, #"{"kind":"states","steps":[41,43]}"#,
        #"{"kind":"actions","reason":{"kind":"left-out","entry":"segments/000003/actions.ndjson"}}"#,
        #"{"kind":"knowledge","steps":[3,5],"store":"cart"}"#,
        #"{"kind":"knowledge","steps":[3,5],"store":"main","reason":{"kind":"differs","at":"/items/0"}}"#,
        #"{"kind":"values","count":2}"#,
        #"{"kind":"damage","reason":{"kind":"checksum","entry":"segments/000000/actions.ndjson","offset":70,"bytes":35}}"#,
        #"{"kind":"damage","reason":{"kind":"missing","entry":"crash"}}"#,
        #"{"kind":"damage","reason":{"kind":"cut-off","entry":"segments/000000/states.ndjson","kept":12}}"#,
        #"{"kind":"damage","steps":[6,6],"reason":{"kind":"unsound","entry":"segments/000001/states.ndjson","rule":"patch","error":"no fit"}}"#,
        #"{"kind":"gap","steps":[4,6],"reason":{"kind":"unwritten","error":"No space left on device"}}"#,
        #"{"kind":"gap","steps":[21,30],"part":"phone","reason":{"kind":"in-no-part"}}"#,
        #"{"kind":"states","steps":[8,9],"ownNumbers":true,"part":"phone/watch"}"#,
        #"{"kind":"unknown","text":"the state of step 11 is missing"}"#,
        #"{"kind":"of-a-later-version","steps":[1,2],"mood":"fine"}"#,
        #"{"kind":"damage","reason":{"kind":"of-a-later-version","entry":"status","depth":3}}"#,
    ]

    @Test(arguments: written) func readsAsItWasWritten(text: String) throws {
        let loss = Loss(json: try JSONValue(parsing: text))
        #expect(loss.json.jsonText == text && loss.description == text)
        var manifest = Manifest(recorder: "", started: 0)
        manifest.losses = [loss]
        let again = try Manifest(parsing: manifest.fileBytes, path: "x")
        #expect(again.losses == [loss])
        #expect(again.json == manifest.json)
    }

    @Test func everyKindAndReasonIsAmongThem() throws {
        let losses = try Self.written.map { Loss(json: try JSONValue(parsing: $0)) }
        #expect(Set(losses.map(\.kind)) == Set(Loss.Kind.allCases))
    }

    @Test(arguments: [
        "the actions of steps 61 to 66 are missing",
        "phone: the state of main is not known at step 3, because it follows from a missing one",
        "crash.json is damaged and left out", "", "steps 1 to 999 are in none of the parts that were put together",
    ])
    func aSentenceOfAnOlderRecordingIsKeptAndNotRead(sentence: String) throws {
        let manifest = try Manifest(json: ["format": ["major": 1], "losses": [.string(sentence)]], path: "x")
        let loss = try #require(manifest.losses.first)
        #expect(loss == Loss(text: sentence) && loss.kind == .unknown && loss.steps == nil && loss.part == nil)
        #expect(manifest.json["losses"] == [["kind": "unknown", "text": .string(sentence)]])
        #expect(!loss.lacksAction(from: 0) && !loss.isOfCrashReport && loss.clipped(to: 1...2) == loss)
        #expect(loss.merged(as: "phone") { _ in (nil, []) }.map(\.text) == [sentence])
        let losses = Losses(sealed: manifest.losses)
        #expect(!losses.isEmpty && losses.ofActions.isEmpty)
    }

    @Test(arguments: ["17", "null", "[]", #"{"kind":3,"steps":[2,1],"store":[],"reason":"no","ownNumbers":"yes","count":-1}"#])
    func whatIsNoLossIsKeptToo(text: String) throws {
        let json = try JSONValue(parsing: text)
        let loss = Loss(json: json)
        #expect(loss.kind == .unknown && loss.steps == nil && loss.reason == nil && loss.count == nil)
        #expect(json.object == nil ? loss.text == text : loss.json == json)
        #expect(Loss(json: loss.json) == loss)
    }

    @Test func anyLossReadsAsItWasWritten() throws {
        var random = SeededGenerator(seed: 57)
        for _ in 0..<2_000 {
            let loss = Self.random(&random)
            #expect(Loss(json: try JSONValue(parsing: loss.json.jsonText)) == loss)
        }
    }

    @Test func ofAPartOnlyWhatConcernsItsStepsIsLeft() {
        var random = SeededGenerator(seed: 58)
        for _ in 0..<2_000 {
            let loss = Self.random(&random)
            let first = Int.random(in: 0...40, using: &random)
            let range = first...Int.random(in: first...60, using: &random)
            let clipped = loss.clipped(to: range)
            guard let steps = loss.steps, !loss.hasOwnNumbers else {
                #expect(clipped == loss && loss.clipped(to: nil) == loss)
                continue
            }
            #expect(clipped?.steps == (steps.overlaps(range) ? steps.clamped(to: range) : nil))
            #expect(loss.clipped(to: nil) == nil)
            guard var same = clipped else { continue }
            same.steps = steps
            #expect(same == loss)
        }
    }

    @Test func mergingShiftsStepsAndNamesStoresAndParts() {
        var loss = Loss(.knowledge, of: 3...9, store: "main")
        loss.part = "watch"
        let merged = loss.merged(as: "phone") { steps in
            #expect(steps == 3...9)
            return (new: 13...20, rest: [8...9])
        }
        #expect(
            merged.map(\.json.jsonText) == [
                #"{"kind":"knowledge","steps":[13,20],"store":"phone/main","part":"phone/watch"}"#,
                #"{"kind":"knowledge","steps":[8,9],"ownNumbers":true,"store":"phone/main","part":"phone/watch"}"#,
            ])
        // What has the numbers of a part keeps them.
        #expect(merged[1].merged(as: "desk") { _ in (new: 1...1, rest: []) }.map(\.steps) == [8...9])
        #expect(Loss.manifest.merged(as: "desk") { _ in (new: nil, rest: []) }.map(\.part) == ["desk"])
    }

    @Test func everyLossOfARecordingIsOneOfItsManifest() {
        var losses = Losses(sealed: [Loss(.actions, of: 1...2)])
        #expect(!losses.isEmpty)
        (losses.actions, losses.payloads, losses.states) = ([1...1, 2...2, 5...6], [7...7], [8...8, 9...9])
        losses.unknown = [.init(store: "cart", steps: 10...11)]
        losses.unencodable = 3
        losses.damage = [
            Damage(entry: "a", offset: 1, count: 2, reason: .torn), Damage(entry: "a", offset: 3, count: 4, reason: .zeros),
        ]
        #expect(
            losses.all.map(\.description) == [
                #"{"kind":"actions","steps":[1,2]}"#, #"{"kind":"actions","steps":[5,6]}"#, #"{"kind":"payloads","steps":[7,7]}"#,
                #"{"kind":"states","steps":[8,9]}"#, #"{"kind":"knowledge","steps":[10,11],"store":"cart"}"#,
                #"{"kind":"values","count":3}"#,
                #"{"kind":"damage","reason":{"kind":"zeros","entry":"a","offset":3,"bytes":4}}"#,
            ])
        #expect(losses.ofActions.map(\.steps) == [1...2, 5...6])
    }

    private static func random(_ random: inout SeededGenerator) -> Loss {
        func maybe<T>(_ value: @autoclosure () -> T) -> T? { Bool.random(using: &random) ? value() : nil }
        func text() -> String {
            ["", "main", "phone/watch", "\u{1B}[31m\n\"é\"", "segments/000000/actions.ndjson"].randomElement(using: &random) ?? ""
        }
        var loss = Loss(Loss.Kind.allCases.randomElement(using: &random) ?? .gap)
        let first = Int.random(in: 0...50, using: &random)
        loss.steps = maybe(first...Int.random(in: first...70, using: &random))
        loss.hasOwnNumbers = Bool.random(using: &random)
        loss.store = maybe(text())
        loss.part = maybe(text())
        loss.count = maybe(Int.random(in: 0...9, using: &random))
        loss.text = maybe(text())
        guard Bool.random(using: &random) else { return loss }
        var reason = Loss.Reason(Loss.Reason.Kind.allCases.randomElement(using: &random) ?? .zeros, entry: maybe(text()))
        reason.offset = maybe(Int.random(in: 0...99, using: &random))
        reason.bytes = maybe(Int.random(in: 0...99, using: &random))
        reason.kept = maybe(Int.random(in: 0...99, using: &random))
        reason.place = maybe(JSONPointer(tokens: [text()]))
        reason.rule = maybe(text())
        reason.error = maybe(text())
        loss.reason = reason
        return loss
    }
}
