import Foundation
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// What an ordinary app does, and a masked recording should not tell.
@Suite("A fifth attack on masked recordings") struct Attack5Tests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func files(of directory: String) -> [(name: String, text: String)] {
        (FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []).sorted().compactMap { name in
            FileManager.default.contents(atPath: "\(directory)/\(name)").map { (name, String(decoding: $0, as: UTF8.self)) }
        }
    }

    private func expectNothing(of needles: [String], in directory: String, _ comment: String) {
        for (name, text) in files(of: directory) {
            for needle in needles where text.contains(needle) {
                let line = text.split(separator: "\n").first { $0.contains(needle) } ?? ""
                Issue.record("\(comment): \(needle) in \(name): \(line.prefix(400))")
            }
        }
    }

    // MARK: Places

    struct Person: Codable, Hashable, Sendable {
        var title: String
        var name: String
    }
    struct Room: Codable, Hashable, Sendable {
        var title: String
        var guest: Person
    }
    struct House: Codable, Sendable {
        var rooms: Set<Room> = []
        var prices: [Room: Int] = [:]
    }
    struct OpenHouse: Sendable {
        var rooms: Set<Room> = []
        var prices: [Room: Int] = [:]
    }

    /// Only the titles of rooms are declared safe, not those of the guests in them.
    @Test func aPlaceBelowTheElementsOfASetIsNoOther() throws {
        var configuration = Recorder.Configuration(app: "Hotel", directory: folder.path, level: .masked)
        configuration.redaction.recordable = ["/rooms/*/title"]
        let recorder = Recorder(configuration)
        let first = House(rooms: [Room(title: "Blue room", guest: Person(title: "Archduchess", name: "Ada Corvin"))])
        let second = House(
            rooms: first.rooms.union([Room(title: "Red room", guest: Person(title: "Cardinal", name: "Bob Corvin"))]))
        let seam = recorder.store(initialState: first)
        _ = seam.reduce("arrive", from: first) { _, _ in second }
        _ = seam.reduce(second, from: second) { state, _ in state }
        recorder.finish()
        expectNothing(of: ["Archduchess", "Cardinal", "Corvin"], in: try #require(recorder.directory), "set")
    }

    @Test func aPlaceBelowTheKeysOfADictionaryIsNoOther() throws {
        var configuration = Recorder.Configuration(app: "Hotel", directory: folder.path, level: .masked)
        configuration.redaction.recordable = ["/prices/*/title"]
        let recorder = Recorder(configuration)
        let room = Room(title: "Blue room", guest: Person(title: "Archduchess", name: "Ada Corvin"))
        let first = House(), second = House(prices: [room: 5])
        let seam = recorder.store(initialState: first)
        _ = seam.reduce("price", from: first) { _, _ in second }
        _ = seam.reduce(second, from: second) { state, _ in state }
        _ = seam.reduce(OpenHouse(prices: [room: 5]), from: second) { state, _ in state }
        recorder.finish()
        expectNothing(of: ["Archduchess", "Corvin"], in: try #require(recorder.directory), "keys")
    }

    /// The numbers below each key are declared safe, and the keys are addresses of people.
    @Test func whatIsDeclaredSafeBelowAKeyIsNotTheKey() throws {
        var configuration = Recorder.Configuration(app: "Mail", directory: folder.path, level: .masked)
        configuration.redaction.recordable = ["/unread/*"]
        let recorder = Recorder(configuration)
        let first = ["unread": ["ada@corvin.example": 12_345_678]]
        let seam = recorder.store(initialState: first)
        _ = seam.reduce("read", from: first) { _, _ in ["unread": ["bob@corvin.example": 5]] }
        recorder.finish()
        expectNothing(of: ["corvin"], in: try #require(recorder.directory), "key")
    }

    @Test func aPlaceBelowTheKeysOfADumpedDictionaryIsNoOther() throws {
        var configuration = Recorder.Configuration(app: "Hotel", directory: folder.path, level: .masked)
        configuration.redaction.recordable = ["/prices/*/title", "/rooms/*/title"]
        let recorder = Recorder(configuration)
        let room = Room(title: "Blue room", guest: Person(title: "Archduchess", name: "Ada Corvin"))
        let seam = recorder.store(initialState: 0)
        _ = seam.reduce(OpenHouse(prices: [room: 5]), from: 0) { _, _ in 1 }
        _ = seam.reduce(OpenHouse(rooms: [room]), from: 1) { _, _ in 2 }
        recorder.finish()
        expectNothing(of: ["Archduchess", "Corvin"], in: try #require(recorder.directory), "dump")
    }

    /// The values of settings are declared safe, and the rules still apply: one of them is below the key of a secret.
    @Test func aPlaceThatIsDeclaredSafeBelowASecretKeyIsCovered() throws {
        for level in [RedactionLevel.secrets, .masked] {
            var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("\(level)"), level: level)
            configuration.redaction.recordable = ["/settings/*/value"]
            let recorder = Recorder(configuration)
            let first = ["settings": ["theme": ["value": "dark"]]]
            let second = ["settings": ["theme": ["value": "dark"], "password": ["value": "correct horse"]]]
            let third = ["settings": ["theme": ["value": "dark"], "password": ["value": "battery staple"]]]
            let seam = recorder.store(initialState: first)
            _ = seam.reduce(second, from: first) { _, new in new }
            _ = seam.reduce(third, from: second) { _, new in new }
            recorder.finish()
            expectNothing(of: ["correct horse", "battery staple"], in: try #require(recorder.directory), "\(level)")
        }
    }

    // MARK: What is declared safe, and the rules

    struct Grant: Codable, Sendable {
        @Recordable var code: String
        @Recordable var note = "open"
    }
    struct Topic: RecordedAsIs, Codable, Hashable, CodingKeyRepresentable, Sendable {
        var name: String
        init(_ name: String) { self.name = name }
        init?<Key: CodingKey>(codingKey: Key) { name = codingKey.stringValue }
        var codingKey: any CodingKey { HostileReaderTests.AnyKey(name) }
    }
    struct Call: RecordedAsIs, ActionNaming, Codable, Sendable {
        var address: String
        var actionName: String { "GET \(address)" }
    }

    /// Records the same at two levels, and looks for what the rules remove at both of them.
    private func expectNothing<State: Codable & Sendable>(
        of needles: [String], _ comment: String, places: [PointerPattern] = [], in states: [State], actions: [any Encodable & Sendable] = []
    ) throws {
        for level in [RedactionLevel.secrets, .masked] {
            let directory = folder.path("\(comment)-\(level)")
            var configuration = Recorder.Configuration(app: "Shop", directory: directory, level: level)
            configuration.redaction.recordable = places
            let recorder = Recorder(configuration)
            let seam = recorder.store(initialState: states[0])
            var state = states[0]
            for next in states.dropFirst() {
                _ = seam.reduce("next", from: state) { _, _ in next }
                state = next
            }
            for action in actions { _ = seam.reduce(action, as: (any Encodable & Sendable).self, from: state) { state, _ in state } }
            recorder.finish()
            expectNothing(of: needles, in: try #require(recorder.directory), "\(comment), \(level)")
        }
    }

    @Test func aCodeBelowAKeyThatIsMaskedIsCoveredAsElsewhere() throws {
        let code = "4blue-Horse-Battery"
        try expectNothing(
            of: [code], "wrapped", in: [["github": Grant(code: "a")], ["oauth": Grant(code: code)], ["oauth": Grant(code: code + "2")]])
        try expectNothing(
            of: [code], "placed", places: ["/*/code"], in: [["github": ["code": "a"]], ["oauth": ["code": code]]])
    }

    @Test func aKeyOfATypeThatIsDeclaredSafeIsLookedThrough() throws {
        let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        try expectNothing(of: [token], "key", in: [[Topic("a"): 1], [Topic(token): 2], [Topic(token): 3]])
    }

    @Test func theNameOfAnActionThatIsDeclaredSafeIsLookedThrough() throws {
        let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        try expectNothing(
            of: [token, "hunter2"], "name", in: [0],
            actions: [Call(address: "https://api.example/x?token=\(token)"), Call(address: "https://ada:hunter2@api.example/")])
    }

    @Test func aTextThatIsDeclaredSafeIsLookedThrough() throws {
        let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        try expectNothing(
            of: [token, "hunter2"], "text",
            in: [["a": Grant(code: "a")], ["a": Grant(code: "x \(token)", note: "password=hunter2")]])
        try expectNothing(of: [token], "placed", places: ["/a"], in: [["a": ["b": "c"]], ["a": ["b": token, token: "c"]]])
    }

    struct Packet: Codable, Sendable {
        @Recordable var bytes: [UInt8]
        @Recordable var codes: [Int]
        @Recordable var data: Data
        init(_ text: String) {
            bytes = Array(text.utf8)
            codes = text.utf8.map { Int($0) }
            data = Data(text.utf8)
        }
    }

    @Test func bytesThatAreDeclaredSafeAreLookedThrough() throws {
        let text = "password=hunter2-hunter2"
        let numbers = text.utf8.map { String($0) }.joined(separator: ",")
        try expectNothing(
            of: [numbers, Data(text.utf8).base64EncodedString()], "bytes", in: [Packet("hello"), Packet(text), Packet(text + "!")])
        try expectNothing(
            of: [numbers], "placed bytes", places: ["/packet"], in: [["packet": [1]], ["packet": text.utf8.map { Int($0) }]])
    }

    /// A wrapper that encodes its date as any type does that hands its encoder on.
    struct Stamp: Encodable, Sendable {
        var date: Date
        func encode(to encoder: any Encoder) throws { try date.encode(to: encoder) }
    }

    @Test func aDateThatIsHandedOnIsMasked() throws {
        let recorder = Recorder(.init(app: "Cradle", directory: folder.path, level: .masked))
        let stamp = Stamp(date: Date(timeIntervalSinceReferenceDate: 345_617))
        let seam = recorder.store(initialState: ["a": stamp])
        _ = seam.reduce(stamp, from: ["a": stamp]) { state, _ in state }
        recorder.finish()
        expectNothing(of: ["345617"], in: try #require(recorder.directory), "handed on")
    }

    // MARK: Dates

    struct Born: Codable, Sendable {
        var day: Date
        var days: ClosedRange<Date>?
        var list: [Date]
    }

    @Test func aDateOfFewDigitsIsMaskedWhateverItsFraction() throws {
        let recorder = Recorder(.init(app: "Cradle", directory: folder.path, level: .masked))
        let first = Born(day: Date(timeIntervalSinceReferenceDate: 86_411.5), days: nil, list: [])
        let day = Date(timeIntervalSinceReferenceDate: 172_822)
        let second = Born(
            day: Date(timeIntervalSinceReferenceDate: 7_277.25), days: day...day.addingTimeInterval(12_345),
            list: [Date(timeIntervalSinceReferenceDate: 3_131.75)])
        let seam = recorder.store(initialState: first)
        _ = seam.reduce(first, from: first) { _, _ in second }
        recorder.finish()
        let directory = try #require(recorder.directory)
        expectNothing(of: ["86411.5", "7277.25", "3131.75"], in: directory, "fraction")
        expectNothing(of: ["172822"], in: directory, "range")
    }

    // MARK: A report that the app itself makes

    @Test func whatAnAppAddsWhenItSealsIsMasked() throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("live"), level: .masked))
        let seam = recorder.store(initialState: 0)
        _ = seam.reduce("a", from: 0) { _, _ in 1 }
        try recorder.saveRecent(to: folder.path("bug.live"))
        recorder.finish()
        var sealing = Sealing()
        sealing.additions = [
            .init("attachments/app.log", Array("signed in as ada@corvin.example\n".utf8), details: ["title": "Log of Ada Corvin"])
        ]
        let sealed = try sealing.seal(folder.path("bug.live"), to: folder.path("bug.rewind")) { manifest in
            manifest.metadata["user"] = "Ada Corvin"
            manifest.note = "Ada Corvin says that it hangs"
        }
        #expect(sealed.manifest.level == "masked")
        for name in sealed.source.names {
            let text = String(decoding: try sealed.source.read(name), as: UTF8.self)
            #expect(!text.lowercased().contains("corvin"), "\(name): \(text.split(separator: "\n").filter { $0.contains("orvin") })")
        }
    }

    // MARK: Letters

    @Test func everyLetterAndDigitBecomesAnother() {
        let redactor = Redactor(level: .masked)
        var alone: [String] = []
        for value in UInt32(0x80)...0x1FFFF where !(0x3400...0x9FFF).contains(value) && !(0xAC00...0xD7A3).contains(value) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isText: Bool =
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
                    .otherNumber:
                    true
                default: false
                }
            guard isText else { continue }
            let text = String(repeating: Character(scalar), count: 12)
            if redactor.recorded(text, at: .note) == text { alone.append(String(value, radix: 16)) }
        }
        #expect(alone.isEmpty, "\(alone.count): \(alone.prefix(40))")
    }

    // MARK: Attachments

    @Test func digitsThatANumberDoesNotHoldAreMasked() throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path, level: .masked))
        recorder.attach("numbers", Array(#"{"":[1.000000000000000000000004711471147114711,true]}"#.utf8), type: "application/json")
        recorder.attach("twins", Array(#"{"":"adacorvin","":null}"#.utf8), type: "application/json")
        recorder.attach("coordinates", Array(#"[0.50000000000000000000048151623420]"#.utf8), type: "application/json")
        recorder.finish()
        expectNothing(of: ["4711471147", "adacorvin", "4815162342"], in: try #require(recorder.directory), "attachment")
    }

    // MARK: Numbers

    struct Numbers: Codable, Sendable {
        var a = Decimal(string: "49151123456000000000000000000") ?? 0
        var b = 4.9151123456e25
        var c: Float = 4_915_112
        var d = UInt128(49_151_123_456) * 10_000_000_000_000_000
        var e = [4.9151123456e25, 49_151_123_456.5]
        var f: [Decimal] = [Decimal(string: "49151123456") ?? 0]
        var g = -49_151_123_456
        var h = ["x": [49_151_123_456]]
    }

    @Test func longNumbersOfEveryTypeAreMasked() throws {
        let recorder = Recorder(.init(app: "Phone", directory: folder.path, level: .masked))
        let seam = recorder.store(initialState: Numbers())
        var next = Numbers()
        next.b = 4.9151123457e25
        next.a += 1
        _ = seam.reduce(next, from: Numbers()) { _, new in new }
        recorder.finish()
        expectNothing(of: ["4915112", "9151123", "1511234"], in: try #require(recorder.directory), "number")
    }
}
