import Foundation
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

/// Kinds of values in which a text or a number may stand: what apps encode, and what their `encode(to:)` may do.
extension HostileReaderTests {
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
        var text: String
        static func < (one: Name, other: Name) -> Bool { one.text < other.text }
        init(_ text: String) { self.text = text }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(text)
        }
    }
    enum Plain: Encodable, Sendable, Hashable {
        case settings
        nonisolated(unsafe) static var said = ""
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(Self.said, forKey: AnyKey("title"))
            try container.encode([Self.said: Self.said], forKey: AnyKey("texts"))
            try container.encode(JSONValue.object([Self.said: [.string(Self.said)]]), forKey: AnyKey("json"))
        }
    }
    struct Options: OptionSet, Encodable, Sendable {
        var rawValue: Int
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(String(rawValue))
            try container.encode(rawValue)
            try container.encode(Float(1.5))
        }
    }
    /// A text of four letters, as formats of files name their parts.
    struct FourLetters: Encodable, Comparable, Sendable {
        var bits: UInt32
        static func < (one: FourLetters, other: FourLetters) -> Bool { false }  // so that any two are a range
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for shift in [24, 16, 8, 0] as [UInt32] { try container.encode(Int(bits >> shift & 0xFF)) }
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
            Mirror(self, children: [text: text, "bytes": Array(text.utf8), "view": text.utf8] as KeyValuePairs<String, Any>)
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
            Known(text: text, genre: nil, after: [text], hidden: text, inner: [.init(wrappedValue: 1)], codes: [1])
        }
        add("result") { text, _ in Wrapped<[String]>.named(code: [text], 1) }
        add("through") { text, _ in Through(value: [text: [text]]) }
        add("JSON through") { text, _ in Through(value: JSONValue.object([text: [.string(text)]])) }
        add("URL through") { text, _ in Through(value: URL(string: "x://\(text)")) }
        add("dictionary through") { text, _ in Through(value: Through(value: [text: text])) }
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
        texts.map { ("text: " + $0.0, $0.1) } + containers.map { ("container: " + $0.0, $0.1) }
            + numbers.map { ("number: " + $0.0, $0.1) }
    }
}
