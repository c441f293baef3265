import Foundation
import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// States, actions, errors, logs and files as real apps have them, recorded masked.
@Suite("What a masked recording tells of what apps have") struct MaskedAppTests: PlantedWordSearch {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: States as apps have them

    struct AnyCodable: Codable, Sendable {
        enum Kind: Sendable { case text(String), number(Double), int(Int), list([AnyCodable]), object([String: AnyCodable]), nothing }
        var kind: Kind
        init(_ kind: Kind) { self.kind = kind }
        init(from decoder: any Decoder) throws { kind = .nothing }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch kind {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .int(let number): try container.encode(number)
            case .list(let list): try container.encode(list)
            case .object(let object): try container.encode(object)
            case .nothing: try container.encodeNil()
            }
        }
    }
    struct UserID: RawRepresentable, Codable, Hashable, Sendable, CodingKeyRepresentable { var rawValue: String }
    struct Phone: RawRepresentable, Codable, Hashable, Sendable { var rawValue: Int }
    class Base: Codable, @unchecked Sendable {
        var owner = "base Corvin"
        init() {}
    }
    final class Derived: Base, @unchecked Sendable {
        var more = "derived Corvin"
        private enum CodingKeys: String, CodingKey { case more = "more_of_it" }
        override init() { super.init() }
        required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(more, forKey: .more)
            try super.encode(to: container.superEncoder())
        }
    }
    struct DynamicKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    struct Hidden: Codable, Sendable {
        @Redacted var pin = "1234"
        var name = "Corvin"
    }
    /// A dictionary that writes its entries itself, what is hidden in each, and goes on where one fails.
    struct Own: Encodable, Sendable {
        var entries: [String: Hidden]
        var fails = false
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: DynamicKey.self)
            for (key, value) in entries.sorted(by: { $0.key < $1.key }) { try container.encode(value, forKey: DynamicKey(key)) }
            try? container.encode(Failing(), forKey: DynamicKey("failing corvin"))
            try Hidden().encode(to: container.superEncoder(forKey: DynamicKey("super corvin")))
            var nested = container.nestedUnkeyedContainer(forKey: DynamicKey("list corvin"))
            try nested.encode(Hidden())
            var inner = nested.nestedContainer(keyedBy: DynamicKey.self)
            try inner.encode("Corvin", forKey: DynamicKey("inner corvin"))
            try inner.encode(4_929_108_273_645, forKey: DynamicKey("number"))
        }
    }
    struct Failing: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: DynamicKey.self)
            try container.encode("half Corvin", forKey: DynamicKey("half"))
            throw EncodingError.invalidValue("Corvin", .init(codingPath: encoder.codingPath, debugDescription: "no Corvin"))
        }
    }
    /// Text by way of another encoder, as text and as data, and the path that it is at.
    struct Twice: Encodable, Sendable {
        var draft = ["to": "ada@corvin.example", "phone": "+4929108273645"]
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: DynamicKey.self)
            let data = try JSONEncoder().encode(draft)
            try container.encode(data, forKey: DynamicKey("data"))
            try container.encode(String(decoding: data, as: UTF8.self), forKey: DynamicKey("text"))
            try container.encode(Array(data), forKey: DynamicKey("bytes"))
            try container.encode(encoder.codingPath.map(\.stringValue), forKey: DynamicKey("path"))
        }
    }
    indirect enum Screen: Codable, Sendable, Hashable {
        case home, chat(with: String, number: Int), stack([Screen]), pushed(on: Screen, title: String?)
    }
    enum Status: String, Codable, Sendable, CaseIterable { case idle, loading }
    struct Place: Codable, Sendable {
        var latitude = 48.858_370_1, longitude = 2.294_481_3
        var path: [[Double]] = [[48.858_370_1, 2.294_481_3]]
        var fix: ClosedRange<Double> = 48.858_370_1...49.294_481_3
    }
    final class Cache: @unchecked Sendable { var last = "Corvin" }
    struct State: Encodable, Sendable {
        var any: [String: AnyCodable] = [:]
        var byUser: [UserID: [Screen]] = [:]
        var byPhone: [Phone: String] = [:]
        var numbers: [Int: String] = [:]
        var person: Base?
        var own: Own?
        var twice: Twice?
        var undo: [[String: String]] = []
        var components = PersonNameComponents()
        var when = DateComponents()
        var indexes = IndexSet()
        var path = IndexPath()
        var amount = Decimal(0)
        var screen = Screen.home
        var status = Status.idle
        var place: Place?
        var url: URL?
        var link = URLComponents()
        var seconds = Duration.zero
        var locale: Locale?
        var letters: CharacterSet = []
        var difference: CollectionDifference<String>?
        var text = ""
        var slice: [UInt8] = []
        var small: ContiguousArray<UInt16> = []
        var interval: DateInterval?
        var measure: Measurement<UnitLength>?
        var optional: String??
        var deep: [[[String]]] = []
        var ids: Set<UUID> = []
        var long: Int128 = 0
        var json = JSONValue.null
    }

    private static let chat = "Ada Corvin: ring me, +4929108273645 😀"

    private func full() -> State {
        var state = State()
        state.any = [
            "corvin key": AnyCodable(.object(["name": AnyCodable(.text("Corvin")), "n": AnyCodable(.int(4_929_108_273_645))])),
            "list": AnyCodable(.list([AnyCodable(.text("Corvin")), AnyCodable(.number(4_929_108.273_645))])),
        ]
        state.byUser = [UserID(rawValue: "corvin"): [.chat(with: "Corvin", number: 4_929_108_273_645)]]
        state.byPhone = [Phone(rawValue: 4_929_108_273_645): "Corvin"]
        state.numbers = [4_929_108_273_645: "Corvin"]
        state.person = Derived()
        state.own = Own(entries: ["corvin@example": Hidden(), "z": Hidden()])
        state.twice = Twice()
        state.undo = [["draft": "Corvin"], ["draft corvin": ""]]
        state.components.familyName = "Corvin"
        state.when.timeZone = TimeZone(identifier: "Europe/Berlin")
        state.indexes = IndexSet([4_929_108_273_645, 9_929_108_273_645])
        state.path = IndexPath(indexes: [67, 111, 114, 118, 105, 110, 4_929_108_273_645])
        state.amount = Decimal(string: "4929108273645.25")!
        state.screen = .pushed(on: .stack([.home, .chat(with: "Corvin", number: 4_929_108_273_645)]), title: "Corvin")
        state.place = Place()
        state.url = URL(string: "https://corvin.example/ada?corvin=4929108273645#corvin")
        state.link = URLComponents(string: "https://ada:corvin@corvin.example/4929108273645")!
        state.seconds = .seconds(4_929_108_273_645)
        state.locale = Locale(identifier: "corvin_DE")
        state.letters = CharacterSet(charactersIn: "Corvin")
        state.difference = ["Corvin", "b"].difference(from: ["a", "ada corvin"])
        state.text = Self.chat
        state.slice = Array("Corvin".utf8)
        state.small = ContiguousArray("Corvin".utf16)
        state.measure = Measurement(value: 4_929_108_273_645, unit: .meters)
        state.optional = .some(.some("Corvin"))
        state.deep = [[["Corvin"]]]
        state.long = 4_929_108_273_645_492_910_827_364_5
        state.json = ["corvin": ["Corvin", 4_929_108_273_645], "$float": "Corvin", "list": [["$float": "Corvin"]]]
        return state
    }

    private static let needles = ["corvin", "4929108273645", "4929108.273645", "48.8583701", "2.2944813", "Berlin"]

    private func steps() -> [State] {
        var states = [State(), full()]
        var third = full()
        third.any["corvin key"] = AnyCodable(.text("Corvin again"))
        third.any["Corvin two"] = AnyCodable(.nothing)
        third.byUser[UserID(rawValue: "Bob Corvin")] = [.home]
        third.byUser[UserID(rawValue: "corvin")]?.append(.chat(with: "Corvin 2", number: 4_929_108_273_645))
        third.byPhone = [Phone(rawValue: 4_929_108_273_645): "Corvin II"]
        third.numbers[4_929_108_273_645] = "Corvin III"
        third.own = Own(entries: ["corvin@example": Hidden(name: "Ben Corvin"), "corvin new": Hidden()])
        third.undo.append(["corvin undo": "Corvin"])
        third.text += " Corvin"
        third.status = .loading
        third.deep[0].append(["Corvin"])
        third.json = ["corvin": ["Corvin", "Corvin", 4_929_108_273_645], "corvin ii": 1]
        states.append(third)
        var fourth = third
        fourth.any["corvin key"] = nil
        fourth.byUser = [:]
        fourth.own = nil
        fourth.person = nil
        states.append(fourth)
        states.append(full())
        return states
    }

    @Test(arguments: [false, true]) func statesAsAppsHaveThem(asksForPlaces: Bool) throws {
        var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("states"), level: .masked)
        if asksForPlaces { configuration.redaction.recordable = ["/status"] }
        let recorder = Recorder(configuration)
        let states = steps()
        let seam = recorder.store("inbox of Corvin", initialState: states[0])
        for (before, after) in zip(states, states.dropFirst()) {
            _ = seam.reduce(after, from: before) { _, new in new }
            recorder.flush()
        }
        try? recorder.saveRecent(to: folder.path("copy.live"))
        recorder.finish()
        let live = try #require(recorder.directory)
        let lines = try String(contentsOfFile: live + "/segments/000000/states.ndjson", encoding: .utf8)
        #expect(recorder.counts.unencodable == 0 && lines.contains("\"more_of_it\"") && lines.utf8.count > 5_000, "\(lines.prefix(3_000))")
        expectNothing(of: Self.needles, in: live, "live")
        expectNothing(of: Self.needles, in: folder.path("copy.live"), "copy")
        try expectNothing(of: Self.needles, in: try Sealing().seal(live, to: folder.path("states.rewind")), "sealed")
    }

    /// A state with a class in it is frozen at each step.
    struct Model: Encodable, Sendable {
        var state = State()
        var cache = Box()
        var shown: [UserID: Hidden] = [:]
    }
    final class Box: Encodable, @unchecked Sendable {
        var name = "Corvin"
        var list: [String: Own] = ["corvin": Own(entries: ["ada corvin": Hidden()])]
    }

    @Test func statesThatAreFrozen() throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("frozen"), level: .masked))
        let states = steps()
        var model = Model()
        let seam = recorder.store(initialState: model)
        for state in states {
            let before = model
            model.state = state
            model.shown = [UserID(rawValue: "corvin \(state.text.count)"): Hidden()]
            model.cache.name += " Corvin"
            model.cache.list["corvin \(state.text.count)"] = Own(entries: ["Corvin": Hidden()])
            _ = seam.reduce("a", from: before) { [model] _, _ in model }
            recorder.flush()
        }
        recorder.finish()
        let lines = try String(contentsOfFile: try #require(recorder.directory) + "/segments/000000/states.ndjson", encoding: .utf8)
        #expect(recorder.counts.unencodable == 0 && lines.contains("\"more_of_it\"") && lines.utf8.count > 5_000, "\(lines.prefix(3_000))")
        expectNothing(of: Self.needles, in: try #require(recorder.directory), "frozen")
    }

    // MARK: What is dumped

    struct Loose: @unchecked Sendable {
        var info: [AnyHashable: Any]
        var error: (any Error)?
        var result: Result<String, any Error> = .success("Corvin")
        var request = URLRequest(url: URL(string: "https://corvin.example")!)
        var response = HTTPURLResponse(
            url: URL(string: "https://corvin.example")!, statusCode: 200, httpVersion: nil, headerFields: ["x-corvin": "Corvin"])
        var note = Notification(name: .init("corvin"), object: "Corvin", userInfo: ["corvin": "Corvin"])
        var attributed = AttributedString("Corvin")
        var old = NSAttributedString(string: "Corvin")
        var oldText = NSString("Corvin")
        var url = NSURL(string: "https://corvin.example")
        var oldData = NSData(data: Data("Corvin".utf8))
        var oldDate = NSDate(timeIntervalSinceReferenceDate: 4_929_108)
        var number = NSNumber(value: 4_929_108_273_645)
        var scalars = Array("Corvin".unicodeScalars)
        var view = "Corvin".unicodeScalars
        var utf8 = "Corvin".utf8
        var utf16 = "Corvin".utf16
        var characters = Array("Corvin")
        var lazy = ["Corvin"].lazy.map { $0 + "!" }
        var reversed = "nivroC".reversed()
        var slice = "xCorvin".dropFirst()
        var pair: (String, name: Int) = ("Corvin", 4_929_108_273_645)
        var range = "Corvin"..."Corvin z"
        var numbers = 4_929_108_273_645...4_929_108_273_646
        var type: Any.Type = MaskedSealingTests.self
        var path: AnyKeyPath = \State.text
        var closure: @Sendable () -> String = { "Corvin" }
        var screen = Screen.chat(with: "Corvin", number: 4_929_108_273_645)
        var optional: Any? = "Corvin"
        var mirror = Mirror(reflecting: "Corvin")
        var uuid = UUID()
        var components = URLComponents(string: "https://ada:corvin@corvin.example/4929108273645")!
        var item = URLQueryItem(name: "corvin", value: "Corvin")
        var index = IndexPath(indexes: [67, 111, 114, 118, 105, 110])
        var set = CharacterSet(charactersIn: "Corvin")
        var indexes = IndexSet([4_929_108_273_645])
        var decimal = Decimal(4_929_108_273_645)
        var double = 4_929_108.273_645
        var float80 = 4_929_108.273_645 as Float
        var nested: [String: Any] = ["corvin": ["corvin": ["Corvin", 4_929_108_273_645] as [Any]]]
        var shown: [Hidden] = [Hidden()]
        var byEnum: [Screen: String] = [.chat(with: "Corvin", number: 1): "Corvin"]
        var inline: InlineArray<3, String> = ["Corvin", "a", "b"]
    }

    @Test func whatIsDumped() throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("dumped"), level: .masked))
        let errors: [(any Error)?] = [
            nil, URLError(.badURL, userInfo: [NSURLErrorFailingURLErrorKey: "https://corvin.example"]),
            CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/home/corvin/x"]),
            DecodingError.keyNotFound(DynamicKey("corvin"), .init(codingPath: [DynamicKey("corvin")], debugDescription: "Corvin")),
            NSError(domain: NSCocoaErrorDomain, code: 4, userInfo: ["corvin": "Corvin", NSLocalizedDescriptionKey: "Corvin"]),
        ]
        let seam = recorder.store(initialState: DumpedState(Loose(info: [:])))
        var last = DumpedState(Loose(info: [:]))
        for error in errors {
            let loose = Loose(info: ["corvin": "Corvin", AnyHashable(UserID(rawValue: "corvin")): 4_929_108_273_645], error: error)
            let next = DumpedState(loose)
            _ = seam.reduce(loose, from: last) { _, _ in next }
            last = next
            recorder.flush()
        }
        recorder.finish()
        let lines = try String(contentsOfFile: try #require(recorder.directory) + "/segments/000000/states.ndjson", encoding: .utf8)
        #expect(
            recorder.counts.unencodable == 0 && lines.contains("\"characters\"") && lines.contains("\"nested\""), "\(lines.prefix(3_000))")
        expectNothing(of: ["corvin", "4929108"], in: try #require(recorder.directory), "dumped")
    }

    // MARK: Errors, logs, marks, files

    struct Refusal: Error {
        var who = "Corvin"
        var at: [String: [Int]] = ["corvin": [4_929_108_273_645]]
        var path = [DynamicKey("corvin")]
    }
    struct Said: LocalizedError, CustomStringConvertible {
        var description: String { "Corvin" }
        var errorDescription: String? { "Corvin" }
    }
    enum Failure: Error { case noAccount(of: String), code(Int), nested(any Error), offline }

    @Test func reducersThatThrow() throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("errors"), level: .masked))
        let seam = recorder.store(initialState: "a")
        var errors: [any Error] = [
            Refusal(), Said(), Failure.noAccount(of: "Corvin"), Failure.code(4_929_108_273_645), Failure.nested(Refusal()),
            Failure.nested(Said()), Failure.offline, URLError(.badURL, userInfo: [NSURLErrorFailingURLErrorKey: "corvin"]),
            NSError(domain: NSCocoaErrorDomain, code: 4, userInfo: ["corvin": "Corvin"]), CancellationError(),
        ]
        do { _ = try String(contentsOfFile: "/corvin/corvin.txt", encoding: .utf8) } catch { errors.append(error) }
        do { _ = try FileManager.default.attributesOfItem(atPath: "/corvin/corvin") } catch { errors.append(error) }
        do { _ = try JSONDecoder().decode([String: Int].self, from: Data(#"{"corvin": "Corvin"}"#.utf8)) } catch { errors.append(error) }
        do { _ = try JSONDecoder().decode([String: Int].self, from: Data(#"corvin"#.utf8)) } catch { errors.append(error) }
        do { _ = try JSONDecoder().decode(URL.self, from: Data(#""""#.utf8)) } catch { errors.append(error) }
        for error in errors {
            _ = try? seam.reduce("a", from: "a") { _, _ in throw error }
            _ = try? seam.reduce("b", from: "a") { _, _ in
                _ = seam.reduce("c", from: "a") { state, _ in state }
                throw error
            }
            recorder.log("failed: \(error)", level: "corvin", label: "shop.corvin", metadata: ["corvin": .string("\(error)")])
            recorder.mark("failed with \(error)", note: "\(error)")
        }
        _ = seam.reduce(Failing2(), from: "a") { state, _ in state }
        recorder.set(metadata: ["corvin": ["Corvin", 4_929_108_273_645], "n": 4_929_108_273_645, "list": [["67": "Corvin"]]])
        recorder.attach("letter of Corvin.txt", Array("Corvin 4929108273645".utf8), type: "text/plain; of=corvin")
        recorder.attach("corvin.json", Array(#"{"corvin": ["Corvin", 4929108273645], "":"Corvin"}"#.utf8), type: "application/json")
        recorder.attach("corvin.json", Array(#"["Corvin", {"":{"":"Corvin"}}, 4929108273645]"#.utf8), type: "image/png")
        recorder.attach("corvin.ndjson", Array("{\"a\":\"Corvin\"}\n{\"a\":4929108273645}\n".utf8), type: "application/x-ndjson")
        recorder.attach("twice.json", Array(#"{"":"Corvin","":""}"#.utf8), type: "application/json")
        recorder.attach("bom.json", [0xEF, 0xBB, 0xBF] + Array(#"{"":"Corvin"}"#.utf8), type: "application/json")
        recorder.attach("c.txt", Array("C o r v i n Corvin\u{0}".utf8), type: "text/plain")
        recorder.attach("c.svg", Array("<svg>Corvin</svg>".utf8), type: "image/svg+xml")
        var plist = try PropertyListSerialization.data(fromPropertyList: ["name": "Corvin"], format: .binary, options: 0)
        recorder.attach("c.plist", Array(plist), type: "application/x-plist")
        plist = try PropertyListSerialization.data(fromPropertyList: ["name": "Corvin"], format: .xml, options: 0)
        recorder.attach("c.plist", Array(plist), type: "")
        recorder.attach("c.eml", Array("GIF89a is not Corvin".utf8), type: "image/gif")
        recorder.attach("c.utf16", Array("Corvin".data(using: .utf16)!), type: "image/png")
        recorder.attach("c.utf16", Array("Corvin".data(using: .utf16BigEndian)!), type: "application/octet-stream")
        recorder.attach("c.utf32", Array("Corvin".data(using: .utf32)!), type: "text/plain")
        recorder.attach("c.latin", Array("Corvin, Zürich, Müller, Größe".data(using: .isoLatin1)!), type: "image/jpeg")
        recorder.finish()
        let live = try #require(recorder.directory)
        expectNothing(of: ["corvin", "4929108"], in: live, "errors")
        try expectNothing(of: ["corvin", "4929108"], in: try Sealing().seal(live, to: folder.path("errors.rewind")), "errors sealed")
    }
    struct Failing2: Encodable, ActionNaming {
        var actionName: String { "open/Corvin" }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: DynamicKey.self)
            try container.encode("Corvin", forKey: DynamicKey("corvin"))
            throw Refusal()
        }
    }

    // MARK: Filters and pauses

    @Test func namesOfActionsThatAreLeftOut() throws {
        var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("filter"), level: .masked)
        var filter = RecordingFilter()
        filter.except = ActionMatch { name, action in action is Failing2 || name.contains("Open") || "\(action)".contains("leave") }
        configuration.filter = filter
        let recorder = Recorder(configuration)
        let seam = recorder.store("desk/Corvin", initialState: "a")
        _ = seam.reduce("leave Corvin", from: "a") { _, _ in "Corvin" }
        _ = seam.reduce(Failing2(), from: "Corvin") { _, _ in "Corvin b" }
        seam.didSwallow(Failing2())
        seam.didSwallow("swallow Corvin", site: "Corvin's.swift:12")
        seam.didReplace(with: "Corvin c", site: "corvin/of/Shop.swift:42")
        recorder.pause()
        _ = seam.reduce("x Corvin", from: "Corvin b") { _, _ in "Corvin d" }
        recorder.resume()
        _ = seam.reduce("y Corvin", from: "Corvin d", site: "Shop.swift:4929108273645") { _, _ in "Corvin e" }
        recorder.finish()
        expectNothing(of: ["corvin", "4929108"], in: try #require(recorder.directory), "filter")
    }

    // MARK: Large and deep

    @Test func theVersionOfTheAppStaysAndWhatElseItSaysOfItselfDoesNot() throws {
        var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("version"), level: .masked)
        configuration.details = ["version": "1.2.3 (45)", "plan of corvin": "Corvin"]
        let recorder = Recorder(configuration)
        recorder.finish()
        let directory = try #require(recorder.directory)
        #expect(try Recording(directory: directory).manifest.appVersion == "1.2.3 (45)")
        expectNothing(of: ["corvin"], in: directory, "details")
    }

    @Test func largeAndDeepValues() throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("large"), level: .masked))
        struct Large: Codable, Sendable { var texts: [String: [String]] }
        let large = Large(texts: ["corvin": (0..<20_000).map { "Corvin \($0) 4929108273645 é\u{301}" }])
        let seam = recorder.store(initialState: Large(texts: [:]))
        _ = seam.reduce(large, from: Large(texts: [:])) { _, new in new }
        let isLong = ProcessInfo.processInfo.environment["REWIND_LONG"] != nil
        let huge = Large(texts: ["corvin": [String(repeating: "Corvin \"4929108273645\" \n", count: isLong ? 800_000 : 60_000)]])
        _ = seam.reduce(huge, from: large) { _, new in new }
        var deep = AnyCodable(.text("Corvin"))
        for _ in 0..<110 { deep = AnyCodable(.object(["corvin": deep])) }
        _ = seam.reduce(deep, from: huge) { state, _ in state }
        for _ in 0..<110 { deep = AnyCodable(.list([deep])) }
        _ = seam.reduce(deep, from: huge) { state, _ in state }
        recorder.finish()
        expectNothing(of: ["corvin", "4929108273645"], in: try #require(recorder.directory), "large")
    }
}
