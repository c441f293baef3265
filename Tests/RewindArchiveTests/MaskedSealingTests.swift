import Foundation
import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindArchive

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What an app amends, adds and names while it seals a masked recording, and what is left of an open one that is masked afterwards.
@Suite("What a masked recording tells that the app seals, or that is masked afterwards") struct MaskedSealingTests: PlantedWordSearch {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: What an app says of a recording that it seals

    /// "Alice's iPhone", the account that is signed in: facts like these belong to `device` and `app`, whose documentation invites them.
    @Test func factsThatAnAppAddsWhileItSeals() throws {
        let live = try finished()
        let sealed = try Sealing().seal(live, to: folder.path("facts.rewind")) { manifest in
            manifest.device["name"] = "Ada Corvin's phone"
            manifest.app["account"] = "ada@corvin.example"
            manifest.app["customer"] = .number(JSONNumber(4_929_108_273_645))
        }
        #expect(sealed.manifest.level == "masked")
        try expectNothing(of: ["corvin", "4929108273645"], in: sealed, "facts")
    }

    /// The documentation of `seal` says that `amend` may complete "how the process ended, which only its parent knows".
    @Test func whyTheProcessEndedAsItsParentSaysWhileItSeals() throws {
        let live = try finished()
        let sealed = try Sealing().seal(live, to: folder.path("ending.rewind")) { manifest in
            manifest.ending.how = .crashed
            manifest.ending.signal = "SIGILL"
            manifest.ending.reason = "Fatal error: no account for ada@corvin.example (4929108273645)"
        }
        #expect(sealed.manifest.level == "masked")
        try expectNothing(of: ["corvin", "4929108273645"], in: sealed, "reason")
    }

    @Test func namesOfStoresAndActionsUnderWayWhileItSeals() throws {
        let live = try finished()
        let sealed = try Sealing().seal(live, to: folder.path("underway.rewind")) { manifest in
            manifest.ending.underWay = [.init(store: "inbox of Corvin", step: 1, phase: .reducer, type: "open(letter of Corvin)")]
        }
        try expectNothing(of: ["corvin"], in: sealed, "underWay")
    }

    /// A log file beside the attachments, as the documentation of `Addition/name` allows: any letters, digits, `.`, `_`, `-` and `/`.
    @Test func nameOfAFileThatIsAddedOutsideTheAttachments() throws {
        let live = try finished()
        var sealing = Sealing()
        sealing.additions = [.init("logs/ada.corvin-4929108273645.txt", Array("nothing".utf8))]
        try expectNothing(of: ["corvin", "4929108273645"], in: try sealing.seal(live, to: folder.path("added.rewind")), "added file")
    }

    @Test func detailsOfAFileThatIsAdded() throws {
        let live = try finished()
        var sealing = Sealing()
        sealing.additions = [
            .init(
                "attachments/visit.txt", Array("nothing".utf8),
                details: [
                    "title": "visit", "type": "text/plain", "time": "Monday at Dr. Corvin's", "step": "the step after Corvin came",
                ])
        ]
        try expectNothing(of: ["corvin"], in: try sealing.seal(live, to: folder.path("details.rewind")), "details")
    }

    // MARK: Rules that are made at run time

    struct Session: Codable, Sendable {
        var note = "x"
        var themes: [String: Theme] = [:]
    }
    struct Theme: Codable, Sendable {
        var colour = "blue"
        var owner = "Ada Corvin"
    }

    @Test func nameOfARuleOfTheAppsOwn() throws {
        var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("rule"), level: .masked)
        let user = "ada@corvin.example"
        configuration.redaction.add("what \(user) hides") { pointer, _ in pointer.description == "/note" ? .secret : .undecided }
        let recorder = Recorder(configuration)
        let seam = recorder.store(initialState: Session())
        _ = seam.reduce("a", from: Session()) { state, _ in
            var state = state
            state.note = "y"
            return state
        }
        recorder.finish()
        let live = try #require(recorder.directory)
        expectNothing(of: ["corvin"], in: live, "rule")
        try expectNothing(of: ["corvin"], in: try Sealing().seal(live, to: folder.path("rule.rewind")), "rule sealed")
    }

    /// Settings keyed by user; the app declares the colour of the one who is signed in safe, and nothing of who that is.
    @Test func aSafePlaceThatIsMadeOfTheUsersName() throws {
        var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("place"), level: .masked)
        let user = "ada@corvin.example"
        configuration.redaction.recordable = [PointerPattern(JSONPointer(tokens: ["themes", user, "colour"]))]
        let recorder = Recorder(configuration)
        let first = Session(), second = Session(themes: [user: Theme()])
        let seam = recorder.store(initialState: first)
        _ = seam.reduce("a", from: first) { _, _ in second }
        recorder.finish()
        expectNothing(of: ["corvin"], in: try #require(recorder.directory), "place")
    }

    // MARK: Masked afterwards

    enum Event: Codable, Sendable { case opened(State2), typed(String), numbered([Int]) }
    struct State2: Codable, Sendable {
        var byUser: [String: [String]] = [:]
        var list: [AnyEntry] = []
        var codes: [Int] = []
        var notes: [Int: String] = [:]
        var text = ""
        var number = 0
        var bytes: [UInt8] = []
        var day = Date(timeIntervalSinceReferenceDate: 4_929_108_273)
    }
    struct AnyEntry: Codable, Sendable {
        var id = 4_929_108_273_645
        var value: String? = "Corvin"
    }

    @Test(arguments: [RedactionLevel.everything, .secrets]) func maskedAfterwards(level: RedactionLevel) throws {
        var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("open"), level: level)
        configuration.details = ["corvin": "Corvin", "version": "1.0"]
        var filter = RecordingFilter()
        filter.except = ["swift*"]
        configuration.filter = filter
        configuration.redaction.add("of corvin") { pointer, _ in pointer.description == "/never" ? .secret : .undecided }
        let recorder = Recorder(configuration)
        var state = State2()
        let seam = recorder.store("desk of Corvin", initialState: state)
        for round in 0..<6 {
            let before = state
            state.byUser["corvin \(round)"] = ["Corvin"]
            state.byUser["4929108273645"] = ["Corvin \(round)"]
            state.list.append(AnyEntry())
            if round == 3 { state.list.removeFirst() }
            state.codes += Array("Corvin".utf8).map { Int($0) } + [4_929_108_273_645]
            state.notes[4_929_108_273_645 + round] = "Corvin"
            state.text += "Corvin"
            state.number = 4_929_108_273_645
            state.bytes += Array("Corvin".utf8)
            _ = seam.reduce(Event.opened(state), from: before) { [state] _, _ in state }
            _ = try? seam.reduce(Event.typed("Corvin"), from: state) { _, _ in throw MaskedAppTests.Failure.noAccount(of: "Corvin") }
            _ = seam.reduce(Event.numbered(Array("Corvin".utf8).map { Int($0) }), from: state, site: "corvin") { state, _ in state }
            _ = seam.reduce(MaskedAppTests.Failing2(), from: state) { state, _ in state }
            seam.didSwallow(Event.typed("Corvin"))
            recorder.flush()
        }
        recorder.mark("at Corvin's", note: "Corvin")
        recorder.log("Corvin", level: "corvin", label: "corvin", metadata: ["corvin": "Corvin"])
        recorder.set(metadata: ["corvin": ["Corvin"]])
        recorder.attach("of Corvin.txt", Array("Corvin".utf8), type: "text/plain; of=corvin")
        recorder.finish()
        let live = try #require(recorder.directory)
        var sealing = Sealing()
        sealing.additions = [
            .init("logs/corvin.txt", Array("Corvin".utf8), details: ["title": "Corvin", "time": "Corvin o'clock"]),
            .init("attachments/corvin/corvin.txt", Array("Corvin".utf8), details: ["title": "Corvin"]),
        ]
        let open = try sealing.seal(live, to: folder.path("open.rewind")) { manifest in
            manifest.app["corvin"] = "Corvin"
            manifest.device["name"] = "Corvin's phone"
            manifest.title = "Corvin"
            manifest.ending.reason = "Corvin"
            manifest.ending.signal = "Corvin"
        }
        let (masked, _) = try Sealing().redact(open.path, to: folder.path("masked.rewind"), level: .masked)
        try expectNothing(of: ["corvin", "4929108"], in: masked, "afterwards")
    }

    // MARK: The second round

    @Test func aSafePlaceThatIsWrittenWithTheUsersName() throws {
        var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("place2"), level: .masked)
        configuration.redaction.recordable = ["/themes/ada@corvin.example/colour", "/themes/corvin/colour"]
        let recorder = Recorder(configuration)
        let first = Session(), second = Session(themes: ["ada@corvin.example": Theme(), "corvin": Theme()])
        let seam = recorder.store(initialState: first)
        _ = seam.reduce("a", from: first) { _, _ in second }
        _ = seam.reduce(second, from: second) { state, _ in state }
        recorder.finish()
        expectNothing(of: ["corvin"], in: try #require(recorder.directory), "place by text")
    }

    /// Another crash reporter's file, under the name that it has there.
    @Test func aCrashReportOfSomebodyElsesThatIsAdded() throws {
        let live = try finished()
        var sealing = Sealing()
        let report: JSONValue = [
            "how": "Corvin pressed buy", "signal": "no account of Corvin", "user corvin": 1, "memory": ["corvin": "Corvin"],
            "images": [["path": "/Users/corvin/Shop", "of": "Ada Corvin"]],
            "backtrace": [["function": "f", "file": "/Users/corvin/a.swift"]],
        ]
        sealing.additions = [.init("crash.json", Array(report.jsonText.utf8))]
        let sealed = try sealing.seal(live, to: folder.path("crash.rewind"))
        try expectNothing(of: ["corvin"], in: sealed, "crash.json")
    }

    @Test func keysOfTheDetailsOfAFileThatIsAdded() throws {
        let live = try finished()
        var sealing = Sealing()
        sealing.additions = [.init("attachments/a.txt", Array("nothing".utf8), details: ["sent by Corvin": 1])]
        try expectNothing(of: ["corvin"], in: try sealing.seal(live, to: folder.path("keys.rewind")), "keys of details")
    }

    @Test func nameOfARuleMaskedAfterwards() throws {
        var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("rule3"), level: .secrets)
        configuration.redaction.add("what Corvin hides") { pointer, _ in pointer.description == "/note" ? .secret : .undecided }
        let recorder = Recorder(configuration)
        let seam = recorder.store(initialState: Session())
        _ = seam.reduce("a", from: Session()) { state, _ in state }
        recorder.finish()
        let open = try Sealing().seal(try #require(recorder.directory), to: folder.path("rule3.rewind"))
        let (masked, _) = try Sealing().redact(open.path, to: folder.path("rule4.rewind"), level: .masked)
        try expectNothing(of: ["corvin"], in: masked, "rule afterwards")
    }

    /// A recording of an open level, each thing that is passed by on its own.
    @Test(arguments: 0..<5) func maskedAfterwardsOneByOne(place: Int) throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("one"), level: .everything))
        _ = recorder.store(initialState: 0).reduce("begin", from: 0) { _, _ in 1 }
        recorder.finish()
        let live = try #require(recorder.directory)
        var sealing = Sealing()
        switch place {
        case 0: sealing.additions = [.init("logs/corvin.txt", Array("x".utf8))]
        case 1: sealing.additions = [.init("attachments/a.txt", Array("x".utf8), details: ["time": "Corvin o'clock", "step": "Corvin"])]
        case 2: sealing.additions = [.init("attachments/a.txt", Array("x".utf8), details: ["by corvin": 1])]
        case 3: try Data("Corvin".utf8).write(to: URL(fileURLWithPath: live + "/corvin.log"))
        default: break
        }
        let open = try sealing.seal(live, to: folder.path("one.rewind")) { if place == 4 { $0.ending.signal = "Corvin" } }
        let (masked, _) = try Sealing().redact(open.path, to: folder.path("two.rewind"), level: .masked)
        try expectNothing(of: ["corvin"], in: masked, "afterwards \(place)")
    }

    /// Words in an alphabet of one byte a letter, where the app calls every file that a user picks a picture.
    @Test func aTextOfOneByteALetter() throws {
        let bytes: [UInt8] = [0xCA, 0xEE, 0xF0, 0xE2, 0xE8, 0xED, 0x20, 0xEA, 0xEE, 0xF0, 0xE2, 0xE8, 0xED]  // Корвин корвин, Windows-1251
        let live = try finished { $0.attach("picture", bytes, type: "image/jpeg") }
        for (name, _) in files(of: live) {
            let data = FileManager.default.contents(atPath: live + "/" + name) ?? Data()
            if data.range(of: Data(bytes)) != nil { Issue.record("LEAK one byte a letter in \(name)") }
        }
    }

    /// Its digits look like a version's, and stand in our own sentence about states that may be wrong.
    @Test func nameOfAStoreInWhatIsSaidToBeLost() throws {
        let recorder = open("lost")
        let isLater = Atomic(false)
        func state(_ count: Int) -> Unsteady { Unsteady(count: count, isLater: { isLater.load(ordering: .relaxed) }) }
        let seam = recorder.store("492.910.827", initialState: state(0))
        _ = seam.reduce("a", from: state(0)) { _, _ in state(1) }
        recorder.flush()
        isLater.store(true, ordering: .relaxed)
        _ = seam.reduce("b", from: state(1)) { _, _ in state(2) }
        recorder.finish()
        let masked = try maskedAfterwards(recorder, "lost")
        #expect(masked.manifest.losses.count == 1)
        #expect(!"\(masked.manifest.losses)".contains("910"))
    }

    /// A state that says something else each time it is asked.
    private struct Unsteady: Encodable, Sendable {
        var count: Int
        var isLater: @Sendable () -> Bool

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(count, forKey: .count)
            try container.encode(isLater(), forKey: .isLater)
        }

        private enum Key: CodingKey { case count, isLater }
    }

    private func open(_ name: String) -> Recorder { Recorder(.init(app: "Desk", directory: folder.path(name), level: .everything)) }

    private func maskedAfterwards(_ recorder: Recorder, _ name: String) throws -> Recording {
        try Sealing().redact(#require(recorder.directory), to: folder.path("\(name).rewind"), level: .masked).0
    }
}
