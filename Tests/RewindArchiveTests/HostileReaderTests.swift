import Foundation
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// A stranger who reads a masked recording, and knows where an app may have put what it must not tell.
@Suite("A hostile reader of a masked recording") struct HostileReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: Values

    typealias Make = @Sendable (_ text: String, _ number: Int) -> any Encodable & Sendable

    struct AnyKey: CodingKey, Hashable {
        var stringValue: String
        var intValue: Int?
        init(_ text: String, _ number: Int? = nil) { (stringValue, intValue) = (text, number) }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
    }
    /// Whatever a closure writes.
    struct Own: Encodable, Sendable {
        var write: @Sendable (any Encoder) throws -> Void
        init(_ write: @escaping @Sendable (any Encoder) throws -> Void) { self.write = write }
        func encode(to encoder: any Encoder) throws { try write(encoder) }
    }
    struct Box<Value: Encodable & Sendable>: Encodable, Sendable { var value: Value }
    struct Opaque<Value: Sendable>: Sendable { var value: Value, any: any Sendable, list: [Value] }
    struct Thrown<Value: Sendable>: Error { var value: Value }
    enum Wrapped<Value: Encodable & Sendable>: Encodable, Sendable { case none, some(Value), named(code: Value, Int) }
    final class Reference<Value: Encodable & Sendable>: Encodable, @unchecked Sendable {
        var value: Value
        init(_ value: Value) { self.value = value }
    }
    /// Writes one key twice, so that the encoder has to go the long way.
    struct Twice<Value: Encodable & Sendable>: Encodable, Sendable {
        var value: Value
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(1, forKey: .value)
            try container.encode(value, forKey: .value)
            try container.encode(value, forKey: .next)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encode(value)
            try value.encode(to: container.superEncoder())
            try value.encode(to: list.superEncoder())
        }
        enum Keys: CodingKey { case value, next, list }
    }
    /// Writes it with its own `encode(to:)`, not through the container.
    struct Through<Value: Encodable & Sendable>: Encodable, Sendable {
        var value: Value
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }
    struct Known: Encodable, Sendable {
        @Recordable var title = "Settings"
        var text: String
        @Recordable var genre: String?
        var after: [String]
        @Redacted var hidden: String
        var inner: [Recordable<Int>]
        var codes: [Int]
    }
    class Parent: Encodable, @unchecked Sendable {
        var text: String
        init(_ text: String) { self.text = text }
    }
    final class Child: Parent, @unchecked Sendable {
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try super.encode(to: container.superEncoder())
            try container.encode([text], forKey: AnyKey("more"))
        }
    }
    struct Name: Encodable, Comparable, Hashable, Sendable {
        var codes: [Int]
        static func < (one: Name, other: Name) -> Bool { one.codes.lexicographicallyPrecedes(other.codes) }
        init(_ text: String) { codes = text.utf8.map { Int($0) } }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for code in codes { try container.encode(code) }
        }
    }
    enum Plain: Encodable, Sendable, Hashable {
        case settings
        nonisolated(unsafe) static var said = ""
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(Self.said, forKey: AnyKey("title"))
            try container.encode(Self.said.utf8.map { Int($0) }, forKey: AnyKey("codes"))
            try container.encode([Self.said: Self.said], forKey: AnyKey("texts"))
            try container.encode(JSONValue.object([Self.said: [.string(Self.said)]]), forKey: AnyKey("json"))
        }
    }
    struct Options: OptionSet, Encodable, Sendable {
        var rawValue: Int
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(String(rawValue))
            try container.encode("\(rawValue)".utf8.map { Int($0) })
            try container.encode(rawValue)
            try container.encode(Float(1.5))
        }
    }
    struct Point: Encodable, Sendable {
        var numbers: [Float]
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for number in numbers { try container.encode(number) }
        }
    }
    struct Shown: CustomReflectable, CustomStringConvertible, Encodable, Sendable {
        var text: String
        var description: String { text }
        var customMirror: Mirror {
            Mirror(self, children: [text: text, "codes": text.utf8.map { Int($0) }, "view": text.utf8] as KeyValuePairs<String, Any>)
        }
    }
    struct AsDictionary: CustomReflectable, Encodable, Sendable {
        var text: String
        var customMirror: Mirror {
            Mirror(self, unlabeledChildren: [(text, text), ("a", text)], displayStyle: .dictionary)
        }
    }

    static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    static var texts: [(String, Make)] {
        var cases: [(String, Make)] = []
        func add(_ name: String, _ make: @escaping Make) { cases.append((name, make)) }
        add("text") { text, _ in text }
        add("reversed") { text, _ in String(text.reversed()) }
        add("hex") { text, _ in text.utf8.map { String($0, radix: 16) }.joined() }
        add("upper hex") { text, _ in text.utf8.map { String($0, radix: 16) }.joined().uppercased() }
        add("Base64") { text, _ in base64(text) }
        add("quoted") { text, _ in "\"\(text)\"\n\\\(text)/~" }
        add("escaped") { text, _ in "\u{1}\(text)\u{7F}\u{2028}\(text)" }
        add("emoji") { text, _ in "👩‍👧 \(text) 🇩🇪é" }
        add("combining") { text, _ in text.map { "\($0)\u{301}" }.joined() }
        add("spaced") { text, _ in text.map { "\($0)" }.joined(separator: " ") }
        add("dotted") { text, _ in text.map { "\($0)" }.joined(separator: "..") }
        add("percent") { text, _ in text.utf8.map { "%" + String($0, radix: 16) }.joined() }
        add("code list") { text, _ in text.utf8.map { String($0) }.joined(separator: ",") }
        add("full width") { text, _ in
            String(String.UnicodeScalarView(text.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFEE0) }))
        }
        add("mathematical") { text, _ in
            String(String.UnicodeScalarView(text.unicodeScalars.compactMap { Unicode.Scalar($0.value - 97 + 0x1D41A) }))
        }
        add("tags") { text, _ in String(String.UnicodeScalarView(text.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xE0000) })) }
        add("many marks") { text, _ in "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!\(text)" }
        add("after a date") { text, _ in "2024-05-01T10:30:00Z\(text)" }
        add("after a site") { text, _ in "Home.swift:42 \(text)" }
        add("in a URL") { text, _ in URL(string: "https://\(text):\(text)@\(text).example/\(text)?\(text)=\(text)#\(text)") }
        add("in a text URL") { text, _ in "file:///home/\(text)/\(text).txt" }
        add("in brackets") { text, _ in "https://a.example/x?\(text)[\(text)]=[\(text)" }
        add("in brackets of a URL") { text, _ in
            URL(string: "http://a[\(text)]b.example/[\(text)/\(text)]") ?? URL(string: "http://\(text).b")
        }
        add("in its own scheme") { text, _ in URL(string: "\(text)://\(text)") }
        add("data URL") { text, _ in URL(string: "data:text/plain;base64,\(base64(text))") }
        add("mailto") { text, _ in "mailto:\(text)@\(text).org" }
        add("relative URL") { text, _ in URL(string: text, relativeTo: URL(string: "https://example.com/\(text)/")) }
        add("IPv6") { text, _ in "http://[fe80::\(text)]:80/\(text)" }
        add("Data") { text, _ in Data(text.utf8) }
        add("NSString") { text, _ in Shown(text: text) }
        add("dictionary mirror") { text, _ in AsDictionary(text: text) }
        add("long") { text, _ in String(repeating: text + " ", count: 700) }
        add("JSON text") { text, _ in #"{"name":"\#(text)","n":[1,2]}"# }
        add("float tag") { text, _ in JSONValue.object(["$float": .string(text)]) }
        add("float tag and more") { text, _ in JSONValue.object(["$float": "nan", "a": .string(text)]) }
        add("JSON keys") { text, _ in JSONValue.object([text: [.object([text: .null])], "_0": .string(text), "-": .string(text)]) }
        add("locale") { text, _ in Locale(identifier: text) }
        add("time zone") { text, _ in Box(value: [text: TimeZone(secondsFromGMT: 3_600)]) }
        add("person") { text, _ in
            var name = PersonNameComponents()
            name.nickname = text
            return name
        }
        add("measurement") { text, _ in Measurement(value: 1, unit: UnitMass(symbol: text, converter: UnitConverterLinear(coefficient: 1)))
        }
        add("characters") { text, _ in CharacterSet(charactersIn: text) }
        add("URL parts") { text, _ in URLComponents(string: "https://\(text).example?q=\(text)") }
        add("name of a type") { _, _ in "HostileReaderTests" }
        return cases
    }

    static var containers: [(String, Make)] {
        var cases: [(String, Make)] = []
        func add(_ name: String, _ make: @escaping Make) { cases.append((name, make)) }
        add("dictionary") { text, _ in [text: [text: text]] }
        add("by optional") { text, _ in [String?.some(text): 1] }
        add("by data") { text, _ in [Data(text.utf8): text] }
        add("by character") { text, _ in Dictionary(text.map { ("\($0)\($0)", 1) }, uniquingKeysWith: { $1 }) }
        add("by texts") { text, _ in [[text, "a"]: 1] }
        add("set") { text, _ in Set([text, "a"]) }
        add("by pair") { text, _ in [Name(text): 1] }
        add("by bytes") { text, _ in [Array(text.utf8): 1] }
        add("by URL") { text, _ in [URL(string: "https://a.b/\(text)"): 1] }
        add("nested optionals") { text, _ in [[[String??.some(.some(text))]]] }
        add("contiguous") { text, _ in ContiguousArray([text]) }
        add("keys") { text, _ in
            Own { encoder in
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: AnyKey(text, 5))
                try container.encodeNil(forKey: AnyKey("n" + text))
                var list = container.nestedUnkeyedContainer(forKey: AnyKey("l" + text))
                var inner = list.nestedContainer(keyedBy: AnyKey.self)
                try inner.encode(text, forKey: AnyKey(text))
                try text.encode(to: container.superEncoder(forKey: AnyKey("s" + text)))
            }
        }
        add("late") { text, _ in
            Own { encoder in
                var container = encoder.container(keyedBy: AnyKey.self)
                var first = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
                var second = container.nestedUnkeyedContainer(forKey: AnyKey("b"))
                try second.encode(text)
                try first.encode(text, forKey: AnyKey("x"))
                try second.encode(contentsOf: text.utf8.map { Int($0) })
            }
        }
        add("path") { text, _ in
            [
                text: Own { encoder in
                    var container = encoder.singleValueContainer()
                    try container.encode(encoder.codingPath.map(\.stringValue).joined(separator: "/"))
                }
            ]
        }
        add("thrown and swallowed") { text, _ in
            Own { encoder in
                var container = encoder.unkeyedContainer()
                try? container.encode(
                    Own { inner in
                        var inside = inner.container(keyedBy: AnyKey.self)
                        try inside.encode(text, forKey: AnyKey(text))
                        throw CocoaError(.coderInvalidValue)
                    })
                try container.encode(text)
            }
        }
        add("thrown") { text, _ in
            Own { encoder in
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(text, forKey: AnyKey(text))
                throw EncodingError.invalidValue(text, .init(codingPath: [AnyKey(text)], debugDescription: text))
            }
        }
        add("two kinds") { text, _ in
            Own { encoder in
                var container = encoder.unkeyedContainer()
                try container.encode(text)
                var single = encoder.singleValueContainer()
                try single.encode(text)
            }
        }
        add("deep") { text, _ in
            (0..<60).reduce(JSONValue.string(text)) { value, index in index % 2 == 0 ? [value] : .object([text: value]) }
        }
        add("too deep") { text, _ in (0..<140).reduce(JSONValue.string(text)) { value, _ in [value] } }
        add("another encoder") { text, _ in
            Own { encoder in
                var container = encoder.singleValueContainer()
                try container.encode(try JSONEncoder().encode([text]))
            }
        }
        add("subclass") { text, _ in Child(text) }
        add("parent") { text, _ in Parent(text) }
        add("enum as key") { text, _ in
            Plain.said = text
            return [Plain.settings: text]
        }
        add("beside recordable") { text, _ in
            Known(text: text, genre: nil, after: [text], hidden: text, inner: [.init(wrappedValue: 1)], codes: text.utf8.map { Int($0) })
        }
        add("result") { text, _ in Wrapped<[String]>.named(code: [text], 1) }
        add("through") { text, _ in Through(value: [text: [text]]) }
        add("JSON through") { text, _ in Through(value: JSONValue.object([text: [.string(text)]])) }
        add("Data through") { text, _ in Through(value: Data(text.utf8)) }
        add("URL through") { text, _ in Through(value: URL(string: "x://\(text)")) }
        add("dictionary through") { text, _ in Through(value: Through(value: [text: text])) }
        return cases
    }

    static var codes: [(String, Make)] {
        var cases: [(String, Make)] = []
        func add(_ name: String, _ make: @escaping Make) { cases.append((name, make)) }
        add("bytes") { text, _ in Array(text.utf8) }
        add("ints") { text, _ in text.utf8.map { Int($0) } }
        add("doubles") { text, _ in text.utf8.map { Double($0) } }
        add("floats") { text, _ in text.utf8.map { Float($0) } }
        add("half floats") { text, _ in text.utf8.map { Float16($0) } }
        add("points") { text, _ in Point(numbers: text.utf8.map { Float($0) }) }
        add("CG points") { text, _ in text.utf8.map { CGPoint(x: Double($0), y: 0) } }
        add("decimals") { text, _ in text.utf8.map { Decimal(Int($0)) } }
        add("UInt16") { text, _ in Array(text.utf16) }
        add("UInt64") { text, _ in text.utf8.map { UInt64($0) } }
        add("Int128") { text, _ in text.utf8.map { Int128($0) } }
        add("negative") { text, _ in text.utf8.map { -Int($0) } }
        add("shifted") { text, _ in text.utf8.map { Int($0) << 8 } }
        add("optional") { text, _ in text.utf8.map { Int?.some(Int($0)) } }
        add("pairs") { text, _ in text.utf8.map { [Int($0)] } }
        add("SIMD") { text, _ in SIMD16<Int32>(text.utf8.prefix(16).map { Int32($0) }) }
        add("SIMD of doubles") { text, _ in SIMD8<Double>(text.utf8.prefix(8).map { Double($0) }) }
        add("ranges of names") { text, _ in Name(text)..<Name(text + "z") }
        add("range of arrays") { text, _ in [Name(text)...Name(text)] }
        add("from a name") { text, _ in Name(text)... }
        add("named codes") { text, _ in Name(text) }
        add("in JSON") { text, _ in JSONValue.array(text.utf8.map { .number(.int(Int64($0))) }) }
        add("floats in JSON") { text, _ in JSONValue.array(text.utf8.map { JSONValue(Double($0)) }) }
        add("uuid") { text, _ in
            UUID(
                uuid: text.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).loadUnaligned(as: uuid_t.self) }
                    ?? UUID().uuid)
        }
        add("durations") { text, _ in text.utf8.map { Duration.seconds(Int($0)) } }
        add("dates") { text, _ in text.utf8.map { Date(timeIntervalSinceReferenceDate: Double($0)) } }
        add("index path") { text, _ in IndexPath(indexes: text.utf8.map { Int($0) }) }
        add("set of codes") { text, _ in text.utf8.map { Set([Int($0)]) } }
        add("difference") { text, _ in Array(text.utf8).difference(from: []) }
        return cases
    }

    static var numbers: [(String, Make)] {
        var cases: [(String, Make)] = []
        func add(_ name: String, _ make: @escaping Make) { cases.append((name, make)) }
        add("Int") { _, number in number }
        add("UInt64") { _, number in UInt64(number) }
        add("Int128") { _, number in Int128(number) }
        add("UInt128") { _, number in UInt128(number) }
        add("Double") { _, number in Double(number) }
        add("fraction") { _, number in Double(number) / 1_000 }
        add("small fraction") { _, number in Double(number) / 1e11 }
        add("tiny") { _, number in Double(number) * 1e-30 }
        add("huge") { _, number in Double(number) * 1e200 }
        add("huge decimal") { _, number in Decimal(number) * Decimal(sign: .plus, exponent: 60, significand: 1) }
        add("Decimal") { _, number in Decimal(number) }
        add("fraction of Decimal") { _, number in Decimal(number) / 1_000 }
        add("negative") { _, number in -number }
        add("text") { _, number in String(number) }
        add("grouped") { _, number in Array(String(number)).map { "\($0)" }.joined(separator: "-") }
        add("Date") { _, number in Date(timeIntervalSinceReferenceDate: Double(number)) }
        add("keys") { _, number in [number: number] }
        add("keys of UInt64") { _, number in [UInt64(number): number] }
        add("set") { _, number in Set([number, 3]) }
        add("range") { _, number in number..<(number + 5) }
        add("range of doubles") { _, number in Double(number)...Double(number + 1) }
        add("duration") { _, number in Duration.seconds(number) }
        add("date parts") { _, number in DateComponents(nanosecond: number) }
        add("index set") { _, number in IndexSet(integer: number) }
        add("option set") { _, number in Options(rawValue: number) }
        add("JSON") { _, number in JSONValue.number(.int(Int64(number))) }
        add("JSON literal") { _, number in JSONValue.number(JSONNumber(literal: "\(number).000000000000000001") ?? .int(0)) }
        add("point") { _, number in CGPoint(x: Double(number), y: Double(number)) }
        add("Decimal through") { _, number in Through(value: Decimal(number)) }
        add("Date through") { _, number in Through(value: Date(timeIntervalSinceReferenceDate: Double(number))) }
        add("phone") { _, number in "+\(number)" }
        add("in a URL") { _, number in URL(string: "tel://\(number)") }
        add("Int key") { _, number in
            Own { encoder in
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: AnyKey(String(number), number))
            }
        }
        return cases
    }

    static let all: [(name: String, make: Make)] = allCases()
    private static func allCases() -> [(name: String, make: Make)] {
        texts.map { ("text: " + $0.0, $0.1) } + containers.map { ("container: " + $0.0, $0.1) } + codes.map { ("codes: " + $0.0, $0.1) }
            + numbers.map { ("number: " + $0.0, $0.1) }
    }

    // MARK: Recording

    /// A text of 16 small letters that no other place has.
    static func text(_ index: Int) -> String {
        var generator = SeededGenerator(seed: UInt64(index) &* 7_919 &+ 13)
        return String((0..<16).map { _ in Character(Unicode.Scalar(UInt8.random(in: 97...122, using: &generator))) })
    }

    /// A number of 12 digits that no other place has.
    static func number(_ index: Int) -> Int {
        var generator = SeededGenerator(seed: UInt64(index) &* 104_729 &+ 7)
        return Int.random(in: 210_000_000_000...989_999_999_999, using: &generator)
    }

    private func plant<Value: Encodable & Sendable>(_ value: Value, at index: Int, in recorder: Recorder) {
        let none = recorder.store("s\(index)", initialState: [Value]())
        let two = none.reduce(value, from: []) { _, _ in [value] }
        let three = none.reduce(Twice(value: value), from: two) { _, _ in [value, value, value] }
        _ = none.reduce(Through(value: value), from: three) { _, _ in [value] }
        let optional = recorder.store("o\(index)", initialState: Optional<Value>.none)
        let some = optional.reduce(Wrapped.some(value), from: nil) { _, _ in value }
        _ = optional.reduce(Wrapped.named(code: value, 1), from: some) { _, _ in nil }
        let kept = recorder.store("k\(index)", initialState: ["a": Twice(value: value)])
        _ = kept.reduce(Reference(value), from: ["a": Twice(value: value)]) { _, _ in ["b": Twice(value: value), "c": Twice(value: value)] }
        let reference = Reference<Value?>(nil)
        let referring = recorder.store("r\(index)", initialState: Box(value: reference))
        reference.value = value
        _ = referring.reduce("set", from: Box(value: reference)) { state, _ in state }
        let opaque = Opaque(value: value, any: value, list: [value, value])
        let dumped = recorder.store("d\(index)", initialState: DumpedState(opaque))
        _ = dumped.reduce(opaque, from: DumpedState(opaque)) { _, _ in DumpedState(Opaque(value: value, any: [value], list: [])) }
        _ = try? dumped.reduce(1, from: DumpedState(opaque)) { (_, _) throws -> DumpedState<Opaque<Value>> in throw Thrown(value: value) }
        none.didSwallow(value)
    }

    @Test func findsNoSecretInAnyKindOfValue() throws {
        // A fifth of them, another one each time; all in the long form.
        let isLong = ProcessInfo.processInfo.environment["REWIND_LONG"] != nil
        let turn = Int.random(in: 0..<5)
        let tried = Self.all.indices.filter { isLong || $0 % 5 == turn || Self.everyTime.contains($0) }
        var found = try secrets(in: tried, folder: "first")
        // Every recorder has pseudonyms of its own: what the next one does not show again was there by chance.
        for round in 2...3 where !found.isEmpty {
            let again = try secrets(in: tried, folder: "round\(round)")
            found = found.filter { again[$0.key] != nil }
        }
        for (index, place) in found.sorted(by: { $0.key < $1.key }) { Issue.record("\(Self.all[index].name): \(place)") }
    }

    /// Records the planted values and says which of them are found again, and where.
    private func secrets(in tried: [Int], folder name: String) throws -> [Int: String] {
        let recorder = Recorder(.init(app: "Hostile", directory: folder.path(name), level: .masked))
        let live = try #require(recorder.directory)
        for index in tried { plant(Self.all[index].make(Self.text(index), Self.number(index)), at: index, in: recorder) }
        recorder.finish()
        var reader = HostileReader(count: Self.all.count)
        reader.look(inFilesOf: live)
        let sealed = try Sealing().seal(live, to: folder.path("\(name).rewind"))
        for name in sealed.source.names { reader.look(in: try sealed.source.read(name), name) }
        return reader.found
    }

    /// What was once found.
    static let everyTime = Set(
        all.indices.filter { all[$0].name.contains("bracket") || all[$0].name.contains("IPv6") || all[$0].name.contains("name") })

    struct Naming: Encodable, ActionNaming { var actionName: String }

    @Test func findsNoSecretAfterwardsInWhatLooksLikeARecordersOwnName() throws {
        let recorder = Recorder(.init(app: "Hostile", directory: folder.path, level: .everything))
        let store = recorder.store(initialState: 0)
        for (index, name) in ["@@\(Self.text(0))", "@@INIT/\(Self.text(1))", "@@router/\(Self.text(2))"].enumerated() {
            _ = store.reduce(Naming(actionName: name), from: index) { state, _ in state + 1 }
        }
        recorder.finish()
        let (masked, _) = try Sealing().redact(try #require(recorder.directory), to: folder.path("masked.rewind"), level: .masked)
        var reader = HostileReader(count: 3)
        for name in masked.source.names { reader.look(in: try masked.source.read(name), name) }
        #expect(reader.found.isEmpty)
        #expect(try masked.segment(0).actions.count == 3)
    }

    @Test func findsWhatAPlaceDeclaresSafeInActionsAndStatesOnly() throws {
        var configuration = Recorder.Configuration(app: "Hostile", directory: folder.path, level: .masked)
        configuration.redaction.recordable = ["/title"]
        configuration.details = ["title": Self.text(0)]
        let recorder = Recorder(configuration)
        let store = recorder.store(initialState: ["title": "Settings", "text": Self.text(1)])
        _ = store.reduce(["title": "Home"], from: ["title": "Settings", "text": Self.text(1)]) { _, _ in
            ["title": "Away", "text": Self.text(2)]
        }
        recorder.log("log", metadata: ["title": .string(Self.text(3))])
        recorder.set(metadata: ["title": .string(Self.text(4))])
        recorder.attach("a", Array(#"{"title":"\#(Self.text(5))"}"#.utf8), type: "application/json")
        recorder.finish()
        var reader = HostileReader(count: 6)
        reader.look(inFilesOf: try #require(recorder.directory))
        #expect(reader.found == [:])
    }

    @Test func findsNothingThatARuleCallsHarmlessWhereverItStands() throws {
        var rules = RedactionRules.default
        rules.add("own") { pointer, _ in pointer.description.hasPrefix("/title") ? .secret : .harmless }
        func record(_ level: RedactionLevel, in name: String) throws -> String {
            var configuration = Recorder.Configuration(app: "Hostile", directory: folder.path(name), level: level)
            if level == .masked { configuration.redaction = rules }
            configuration.details = ["plan": Self.text(0)]
            let recorder = Recorder(configuration)
            let store = recorder.store(initialState: ["text": Self.text(1)])
            let action = ["text": Self.text(2), "password": Self.text(3)]
            _ = store.reduce(action, from: ["text": Self.text(1)]) { _, _ in ["text": Self.text(4)] }
            recorder.log("log", metadata: ["text": .string(Self.text(5)), "number": .number(.int(Int64(Self.number(5))))])
            recorder.set(metadata: ["text": .string(Self.text(6)), "password": .string(Self.text(7))])
            recorder.attach("a", Array(#"{"text":"\#(Self.text(8))"}"#.utf8), type: "application/json")
            recorder.finish()
            return try #require(recorder.directory)
        }
        var reader = HostileReader(count: 9)
        reader.look(inFilesOf: try record(.masked, in: "live"))
        let open = try record(.everything, in: "open")
        let (masked, _) = try Sealing().redact(open, to: folder.path("masked.rewind"), rules: rules, level: .masked)
        for name in masked.source.names { reader.look(in: try masked.source.read(name), name) }
        #expect(reader.found == [:])
    }
}

/// Looks for each planted text and number, as it is and in simple encodings, and for its characters one by one.
struct HostileReader {
    private(set) var found: [Int: String] = [:]
    private var needles = Needles()
    private var codes: [[Int]: Int] = [:]

    init(count: Int) {
        for index in 0..<count {
            let text = HostileReaderTests.text(index)
            for part in [text.prefix(8), text.dropFirst(4).prefix(8), text.suffix(8)] {
                needles.add(String(part), of: index)
                for mark in [" ", "..", "\u{301}"] { needles.add(part.map { "\($0)" }.joined(separator: mark), of: index) }
            }
            needles.add(String(HostileReaderTests.number(index)), of: index)
            let numbers = text.utf8.map { Int($0) }
            for start in 0...(numbers.count - 6) { codes[Array(numbers[start..<(start + 6)])] = index }
        }
    }

    mutating func look(inFilesOf directory: String) {
        for name in FileManager.default.enumerator(atPath: directory)?.compactMap({ $0 as? String }) ?? [] {
            look(in: Array(name.utf8), "a name")
            if let data = FileManager.default.contents(atPath: "\(directory)/\(name)") { look(in: Array(data), name) }
        }
    }

    mutating func look(in bytes: [UInt8], _ name: String) {
        needles.look(in: bytes.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, named: name)
        found.merge(needles.found) { first, _ in first }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let value = try? JSONValue(parsing: line) else { continue }
            var numbers: [Int] = []
            Self.collect(value, &numbers)
            for start in 0..<max(0, numbers.count - 5) {
                if let index = codes[Array(numbers[start..<(start + 6)])] {
                    found[index] = "codes in \(name): \(value.jsonText.prefix(300))"
                }
            }
        }
    }

    /// The numbers of a line in their order, with those that were turned or shifted.
    private static func collect(_ value: JSONValue, _ numbers: inout [Int]) {
        switch value {
        case .number(let number):
            if let whole = Double(number.text).flatMap({ Int(exactly: $0) }), whole != .min {
                numbers.append(abs(whole) > 255 ? abs(whole) >> 8 : abs(whole))
            }
        case .array(let values): for value in values { collect(value, &numbers) }
        case .object(let object): for (_, value) in object { collect(value, &numbers) }
        case .null, .bool, .string: break
        }
    }
}
