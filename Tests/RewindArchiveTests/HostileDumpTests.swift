import Foundation
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// A stranger who knows that an app's actions and states need not be `Codable`, and holds texts in whatever the system's libraries have for them.
@Suite("A hostile reader of a masked dump") struct HostileDumpTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What an app that is not checked for concurrency dispatches.
    private struct Held: @unchecked Sendable {
        var value: Any
        var list: [Any]
    }
    private enum Said: @unchecked Sendable { case text(Any), nothing }
    private struct Thrown: Error, @unchecked Sendable { var value: Any }
    private enum Pocket: @unchecked Sendable {
        case empty
        indirect case next(Pocket, Any)
    }
    private actor Keeper {
        let value: Any
        init(_ value: Any) { self.value = value }
    }
    @dynamicMemberLookup private struct Lens {
        var text: String
        subscript(dynamicMember name: String) -> String { text + name }
    }
    @propertyWrapper private struct Trimmed {
        var wrappedValue: String
        var projectedValue: [Unicode.Scalar] { Array(wrappedValue.unicodeScalars) }
    }
    private struct Form {
        @Trimmed var name: String
        lazy var scalars = Array(name.unicodeScalars)
    }
    private struct Tagged<Tag, Value> { var raw: Value }

    private typealias Make = @Sendable (_ text: String) -> Any

    private static let cases: [(name: String, make: Make)] = {
        var cases: [(String, Make)] = []
        func add(_ name: String, _ make: @escaping Make) { cases.append((name, make)) }
        add("scalars") { Array($0.unicodeScalars) }
        add("scalar view") { $0.unicodeScalars }
        add("slice of scalars") { $0.unicodeScalars.dropFirst() }
        add("scalars in a struct") { $0.unicodeScalars.map { Tagged<Int, Unicode.Scalar>(raw: $0) } }
        add("by scalar") { text in Dictionary(text.unicodeScalars.map { ($0, text) }, uniquingKeysWith: { $1 }) }
        add("characters") { Array($0) }
        add("UTF-8 of a substring") { $0.dropFirst().utf8 }
        add("substring") { $0.dropFirst() }
        add("bytes in place") { text in
            var bytes = InlineArray<16, UInt8>(repeating: 0)
            for (index, byte) in text.utf8.prefix(16).enumerated() { bytes[index] = byte }
            return bytes
        }
        add("vector") { SIMD16<UInt8>(Array($0.utf8.prefix(16))) }
        add("slice of bytes") { Array($0.utf8)[1...] }
        add("slice of a view") { Slice(base: Array($0.utf8), bounds: 2..<16) }
        add("reversed") { text -> Any in (Array(text.utf8).reversed() as ReversedCollection<[UInt8]>) }
        add("lazy") { Array($0.utf8).lazy.map { Int($0) } }
        add("one") { CollectionOfOne($0) }
        add("pairs") { text in [text: text] as KeyValuePairs<String, Any> }
        add("any keys") { text in [AnyHashable(text): text, AnyHashable(text.dropFirst()): 1] as [AnyHashable: Any] }
        add("result") { Result<String, any Error>.failure(Thrown(value: $0)) }
        add("mirror") { Mirror(reflecting: [$0]) }
        add("attributed") { text in
            var text = AttributedString(text)
            text.link = URL(string: "https://a.example/\(text)")
            return text
        }
        add("URL parts") { URLComponents(string: "https://\($0)@\($0).example/\($0)?\($0)=\($0)") as Any }
        add("query items") { [URLQueryItem(name: $0, value: $0)] }
        add("name parts") { text in
            var name = PersonNameComponents()
            (name.givenName, name.familyName) = (text, text)
            return name
        }
        add("date parts") { DateComponents(calendar: Calendar(identifier: .gregorian), nanosecond: $0.count) }
        add("locale") { Locale(identifier: $0) }
        add("NSString") { NSString(string: $0) }
        add("NSMutableString") { NSMutableString(string: $0) }
        add("NSAttributedString") { NSAttributedString(string: $0) }
        add("NSData") { NSData(data: Data($0.utf8)) }
        add("NSURL") { NSURL(string: "https://\($0).example") as Any }
        add("NSDictionary") { NSDictionary(dictionary: [$0: $0, 5: [$0]]) }
        add("NSArray") { NSArray(array: [$0, [$0]]) }
        add("NSSet") { NSSet(array: [$0, $0 + "a"]) }
        add("NSError") { NSError(domain: NSCocoaErrorDomain, code: 5, userInfo: [NSLocalizedDescriptionKey: $0]) }
        add("NSPredicate") { NSPredicate(value: $0.isEmpty) }
        add("notification") { Notification(name: .init($0), object: $0, userInfo: [$0: $0]) }
        add("character set") { CharacterSet(charactersIn: $0) }
        add("bundle") { _ in Bundle.main }
        add("data slice") { Data($0.utf8)[3...] }
        add("C string") { Array($0.utf8CString) }
        add("pattern") { (try? Regex($0)) as Any }
        add("lens") { Lens(text: $0) }
        add("wrapped and lazy") { text in
            var form = Form(name: text)
            _ = form.scalars
            return form
        }
        add("tagged") { Tagged<String, [Unicode.Scalar]>(raw: Array($0.unicodeScalars)) }
        add("nested in enums") { text in Pocket.next(.next(.empty, text), Array(text.unicodeScalars)) }
        add("actor") { Keeper($0) }
        add("function") { text in { text } as () -> String }
        add("key path") { _ in \String.count }
        return cases
    }()

    @Test func findsNoTextInWhatTheSystemsLibrariesKeepTextsIn() throws {
        var found = try secrets(folder: "first")
        for round in 2...3 where !found.isEmpty {
            let again = try secrets(folder: "round\(round)")
            found = found.filter { again[$0.key] != nil }
        }
        for (index, place) in found.sorted(by: { $0.key < $1.key }) { Issue.record("\(Self.cases[index].name): \(place)") }
    }

    private func secrets(folder name: String) throws -> [Int: String] {
        let recorder = Recorder(.init(app: "Hostile", directory: folder.path(name), level: .masked))
        let live = try #require(recorder.directory)
        for (index, attack) in Self.cases.enumerated() {
            let value = attack.make(HostileReaderTests.text(index))
            let held = Held(value: value, list: [value, [value]])
            let store = recorder.store("s\(index)", initialState: DumpedState(Held(value: 0, list: [])))
            _ = store.reduce(held, from: DumpedState(Held(value: 0, list: []))) { _, _ in DumpedState(held) }
            _ = store.reduce(Said.text(value), from: DumpedState(held)) { _, _ in DumpedState(Held(value: value, list: [])) }
            _ = try? store.reduce(1, from: DumpedState(Held(value: value, list: []))) { (_, _) throws -> DumpedState<Held> in
                throw Thrown(value: value)
            }
        }
        recorder.finish()
        var reader = HostileReader(count: Self.cases.count)
        reader.look(inFilesOf: live)
        let sealed = try Sealing().seal(live, to: folder.path("\(name).rewind"))
        for name in sealed.source.names { reader.look(in: try sealed.source.read(name), name) }
        return reader.found
    }

    // MARK: Keys that look like numbers

    private static let codes = ["482913", "739104", "605827", "918273", "364519", "827364", "550193", "271946"]

    private func places(of codes: [String], in recording: Recording) throws -> [String] {
        var places: [String] = []
        for name in recording.source.names {
            let text = String(decoding: try recording.source.read(name), as: UTF8.self)
            for code in codes where text.contains("\"\(code)\"") || text.contains("/\(code)") { places.append("\(code) in \(name)") }
        }
        return places
    }

    private func record(_ level: RedactionLevel, to name: String) throws -> Recording {
        var configuration = Recorder.Configuration(app: "Hostile", directory: folder.path(name), level: level)
        configuration.details = [Self.codes[0]: "yes"]
        let recorder = Recorder(configuration)
        let used = [Self.codes[1]: true]
        let store = recorder.store(initialState: used)
        _ = store.reduce([Self.codes[2]: 5], from: used) { _, _ in [Self.codes[1]: true, Self.codes[3]: false] }
        _ = store.reduce([Self.codes[2]: 6], from: [Self.codes[1]: true, Self.codes[3]: false]) { _, _ in [Self.codes[3]: true] }
        _ = store.reduce([Self.codes[2]: 6], from: [Self.codes[3]: true]) { _, _ in [Self.codes[3]: true, Self.codes[7]: true] }
        recorder.log("redeemed", metadata: [Self.codes[4]: .bool(true)])
        recorder.set(metadata: [Self.codes[5]: .bool(true)])
        recorder.attach("codes", Array(#"{"\#(Self.codes[6])":[true]}"#.utf8), type: "application/json")
        recorder.finish()
        return try Sealing().seal(try #require(recorder.directory), to: folder.path("\(name).rewind"))
    }

    @Test func findsNoCodeThatIsAKey() throws {
        #expect(try places(of: Self.codes, in: record(.masked, to: "live")) == [])
        let open = try record(.everything, to: "open")
        #expect(try Set(places(of: Self.codes, in: open).map { $0.prefix(6) }).count == Self.codes.count)
        let (masked, _) = try Sealing().redact(open.path, to: folder.path("masked.rewind"), level: .masked)
        #expect(try places(of: Self.codes, in: masked) == [])
    }

    // MARK: Redacting afterwards

    @Test func findsNoPathThatAPersonGaveToARedaction() throws {
        let recorder = Recorder(.init(app: "Hostile", directory: folder.path("live"), level: .everything))
        let store = recorder.store(initialState: ["jane.doe@example.com": ["notes": "hers"]])
        _ = store.reduce(["jane.doe@example.com": "a"], from: ["jane.doe@example.com": ["notes": "hers"]]) { _, _ in
            ["jane.doe@example.com": ["notes": "others"]]
        }
        recorder.attach("Jane Doe", [0xFF, 0xD8, 0xFF, 0x00], type: "image/jpeg")
        recorder.finish()
        var sealing = Sealing()
        // As in a recording of two devices, one of them named by its telephone's number.
        sealing.additions = [.init("attachments/4915112345678/1-a.png", [0xFF, 0xD8, 0xFF, 0x01])]
        let open = try sealing.seal(try #require(recorder.directory), to: folder.path("open.rewind"))
        var rules = RedactionRules.default
        rules.pointers = ["/jane.doe@example.com/notes"]
        rules.keys.append("jane")
        let (masked, report) = try Sealing().redact(open.path, to: folder.path("masked.rewind"), rules: rules, level: .masked)
        var needles = Needles()
        needles.add("jane", of: 0)
        needles.add("Jane", of: 1)
        needles.add("example.com", of: 2)
        needles.add("4915112345678", of: 3)
        for name in masked.source.names { needles.look(in: Array(name.utf8), named: name) }
        for name in masked.source.names { needles.look(in: try masked.source.read(name), named: name) }
        #expect(needles.found == [:])
        #expect(report.unread.count == 2 && report.unread.allSatisfy { masked.source.names.contains($0) })
    }

    @Test(arguments: [
        "00000000-0000-0000-0000-0000deadbeef", "00000000-0000-0000-0000-0000DEADBEEF", "REDACTEDhunter22", "redacted://hunter22",
        "[REDACTED hunter22]",
    ])
    func findsNoSecretThatLooksLikeAPlaceholder(secret: String) throws {
        // What has exactly the form of one is taken for one, but where texts are masked.
        let levels: [RedactionLevel] = Pseudonyms.isPseudonym(secret) ? [.masked] : [.masked, .secrets]
        for level in levels {
            let recorder = Recorder(.init(app: "Hostile", directory: folder.path("\(level)"), level: level))
            let store = recorder.store(initialState: ["token": ["a": ""]])
            _ = store.reduce(["password": secret], from: ["token": ["a": ""]]) { _, _ in ["token": ["a": secret, secret: "b"]] }
            _ = store.reduce(["password": "a"], from: ["token": ["a": secret, secret: "b"]]) { _, _ in ["token": [secret: secret]] }
            recorder.finish()
            let sealed = try Sealing().seal(try #require(recorder.directory), to: folder.path("\(level).rewind"))
            for name in sealed.source.names {
                let text = String(decoding: try sealed.source.read(name), as: UTF8.self)
                #expect(!text.contains(secret) && !text.contains(secret.replacing("/", with: "~1")), "\(level) \(name): \(text)")
            }
        }
        let recorder = Recorder(.init(app: "Hostile", directory: folder.path("open"), level: .everything))
        let store = recorder.store(initialState: ["token": ["a": ""]])
        _ = store.reduce(["password": secret], from: ["token": ["a": ""]]) { _, _ in ["token": ["a": secret, secret: "b"]] }
        recorder.finish()
        for level in levels {
            let (clean, _) = try Sealing().redact(
                try #require(recorder.directory), to: folder.path("open-\(level).rewind"), level: level)
            for name in clean.source.names {
                let text = String(decoding: try clean.source.read(name), as: UTF8.self)
                #expect(!text.contains(secret), "afterwards \(level) \(name): \(text)")
            }
        }
    }
}
