import Foundation
import TestSupport
import Testing

@testable import RewindCapture
@testable import RewindValue

private let secret = "Correct-Horse.Battery"

/// Ways to bring a text past the masks: each holds it somewhere, in some form.
@Suite struct MaskingAttackTests {
    private struct Box<Value: Encodable & Sendable>: Encodable, Sendable { var value: Value }
    private struct UserID: RawRepresentable, Codable, Hashable { var rawValue: String }
    private struct RunTimeKey: CodingKey {
        var stringValue: String
        var intValue: Int?
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    private enum PayloadKey: CodingKey {
        case named(String)
        var stringValue: String { if case .named(let name) = self { name } else { "" } }
        var intValue: Int? { nil }
        init?(stringValue: String) { self = .named(stringValue) }
        init?(intValue: Int) { nil }
    }
    private struct KeyedByText: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: RunTimeKey.self)
            try container.encode(1, forKey: RunTimeKey(stringValue: secret))
            var nested = container.nestedContainer(keyedBy: PayloadKey.self, forKey: RunTimeKey(stringValue: "nested"))
            try nested.encode(secret, forKey: .named(secret))
            var list = container.nestedUnkeyedContainer(forKey: RunTimeKey(stringValue: secret + "2"))
            var inner = list.nestedContainer(keyedBy: RunTimeKey.self)
            try inner.encode(secret, forKey: RunTimeKey(stringValue: secret))
            try Box(value: secret).encode(to: list.superEncoder())
            try Box(value: secret).encode(to: container.superEncoder(forKey: RunTimeKey(stringValue: secret + "3")))
        }
    }
    private struct Flags: OptionSet, Codable {
        var rawValue: Int
        var name = ""
        init(rawValue: Int) { self.rawValue = rawValue }
    }
    private struct NamedFlags: OptionSet, Encodable {
        var rawValue = 0
        var name = ""
        init(rawValue: Int) { self.rawValue = rawValue }
        init(_ flags: Flags) { name = flags.name }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(name)
        }
    }
    private enum Step: Encodable { case open(String), oauth(code: String, UserID), nested(Box<[UserID]>) }

    private static let url = URL(string: "https://ada:\(secret)@\(secret).example.com/\(secret)?q=\(secret)#\(secret)")
    private static var person: PersonNameComponents {
        var name = PersonNameComponents()
        (name.givenName, name.familyName) = (secret, secret)
        return name
    }
    private static var codes: [UInt8] { Array(secret.utf8) }

    static var values: [(String, any Encodable & Sendable)] {
        [
            ("text", secret), ("texts", [secret, secret]), ("optional", [String?.some(secret), nil]),
            ("URL", url), ("URLComponents", url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }),
            ("PersonNameComponents", person),
            ("Measurement", [Measurement(value: 1, unit: UnitLength(symbol: secret, converter: UnitConverterLinear(coefficient: 1)))]),
            ("Range", "A"..<secret + "z"), ("ClosedRange", secret...secret + "z"), ("PartialRangeFrom", secret...),
            ("raw representable", UserID(rawValue: secret)), ("its dictionary", [UserID(rawValue: secret): 1]),
            ("dictionary", [secret: [secret: secret]]), ("set", Set([secret])),
            ("key of an optional", [String?.some(secret): 1]), ("key of data", [Data(secret.utf8): 1]), ("key of URL", [url: 1]),
            ("keys of containers", KeyedByText()),
            ("Data", Data(secret.utf8)), ("Data slice", Data("ab\(secret)".utf8).dropFirst(2)),
            ("[UInt8]", codes), ("ContiguousArray", ContiguousArray(codes)),
            ("[[UInt8]]", [codes]), ("dictionary of bytes", ["a": codes]), ("optional bytes", codes as [UInt8]?),
            ("Set of bytes", Set([codes])),
            ("[CChar]", secret.utf8CString.dropLast().map { $0 } as [CChar]),
            ("[UInt16]", Array(secret.utf16)), ("[UInt32]", secret.unicodeScalars.map(\.value)), ("[Int]", codes.map { Int($0) }),
            ("JSON", JSONValue.object([secret: [.string(secret), ["a": .array(codes.map { .number(.int(Int64($0))) })]]])),
            (
                "option set",
                NamedFlags(
                    {
                        var flags = Flags(rawValue: 1); flags.name = secret; return flags
                    }())
            ),
            ("enum", Step.open(secret)), ("labelled", Step.oauth(code: secret, UserID(rawValue: secret))),
            ("payload", Step.nested(Box(value: [UserID(rawValue: secret)]))),
            ("numbers", [Decimal(string: "491701234567.25") ?? 0]), ("Int128", [Int128(491_701_234_567)]),
            ("UInt128", [UInt128(491_701_234_567)]), ("Double", [491_701_234_567.25]), ("number key", [491_701_234_567: 1]),
            ("number keys", [UInt64(491_701_234_567): 1]), ("Date", Date(timeIntervalSinceReferenceDate: 491_701_234_567)),
        ]
    }

    /// What is left of the secret in a text.
    static func leak(in text: String) -> String? {
        var needles = Needles()
        needles.add(secret, of: 0)
        needles.add(String(secret.prefix(16)), of: 1)
        needles.add("491701234567", of: 2)
        needles.look(in: Array(text.utf8), named: "")
        return needles.found.values.first
    }

    @Test(arguments: values.indices) func `no way of encoding leaves a text open`(index: Int) throws {
        let (name, value) = Self.values[index]
        let redactor = Redactor(level: .masked)
        func texts<T: Encodable & Sendable>(_ value: T) throws -> [String] {
            let box = Box(value: value)
            let old = Box(value: T?.none)
            var keyframe: [UInt8] = []
            var patch: [UInt8] = []
            let straight = StateBytes(redactor: redactor)
            let isWhole = straight.appendKeyframe(of: box, to: &keyframe)
            _ = straight.appendPatch(from: old, to: Box(value: value as T?), to: &patch)
            let encoded = try redactor.redact(encoding: box).value.jsonText
            #expect(!isWhole || String(decoding: keyframe, as: UTF8.self) == encoded, "\(name)")
            let bytes = ActionBytes(redactor: redactor)
            let isPlain = bytes.encode(box)
            return [
                encoded, String(decoding: keyframe, as: UTF8.self), String(decoding: patch, as: UTF8.self),
                isPlain ? String(decoding: bytes.value, as: UTF8.self) + String(decoding: bytes.type, as: UTF8.self) : "",
                "\(try redactor.redact(action: value).0)",
                try redactor.changes(from: old, to: Box(value: value as T?)).0.json.jsonText,
                try redactor.redact(redactor.snapshot(of: box)).value.jsonText,
                redactor.redact(dumping: value).value.jsonText, "\(redactor.redact(dumpingAction: value).0)",
                redactor.redact(try JSONValue(encoding: box)).value.jsonText,
            ]
        }
        for (way, text) in try texts(value).enumerated() {
            if let leak = Self.leak(in: text) { Issue.record("\(name), way \(way): \(leak)") }
        }
    }

    // MARK: Dumps

    private struct Relabelled: CustomReflectable {
        var style: Mirror.DisplayStyle?
        var customMirror: Mirror { Mirror(self, children: [secret: 1], displayStyle: style) }
    }
    private struct Reflected: CustomReflectable {
        var customMirror: Mirror { Mirror(0, children: [secret: 1]) }
    }
    private struct Childless: CustomReflectable, CustomStringConvertible {
        var style: Mirror.DisplayStyle?
        var description: String { secret }
        var customMirror: Mirror { Mirror(self, children: [], displayStyle: style) }
    }
    private enum Described: CustomStringConvertible {
        case tap, held(Int)
        var description: String { secret }
    }
    private enum Told: TextOutputStreamable {
        case tap
        func write<Target: TextOutputStream>(to target: inout Target) { target.write(secret) }
    }
    private class Parent: CustomReflectable {
        var customMirror: Mirror { Mirror(self, children: [secret: 1]) }
    }
    private final class Child: Parent {
        override var customMirror: Mirror { Mirror(self, children: ["a": 1], ancestorRepresentation: .customized({ super.customMirror })) }
    }
    private struct Kept: Error { var text = secret }

    static var dumped: [(String, Any)] {
        let styles: [Mirror.DisplayStyle?] = [nil, .struct, .class, .enum, .tuple, .optional, .collection, .dictionary, .set]
        var values: [(String, Any)] = []
        for style in styles {
            values.append(("labels, \(String(describing: style))", Relabelled(style: style)))
            values.append(("no children, \(String(describing: style))", Childless(style: style)))
        }
        values +=
            [
                ("another's mirror", Reflected()), ("described", Described.tap), ("described payload", Described.held(1)),
                ("told", Told.tap),
                ("inherited", Child()), ("substring", secret[...]), ("characters", Array(secret)), ("character set", Set(secret)),
                ("scalars", Array(secret.unicodeScalars)), ("utf8", secret.utf8), ("utf16", secret.utf16), ("view", secret.unicodeScalars),
                ("slice", Array(secret.utf8)[...]), ("tuple", (secret, label: secret)),
                ("any", [secret as Any, [secret as AnyHashable: secret]]),
                ("keys", [UserID(rawValue: secret): 1]), ("pairs", KeyValuePairs(dictionaryLiteral: (secret, secret))),
                ("codes", (UInt8(67), UInt8(111))), ("result", Result<String, Kept>.failure(Kept())), ("error", Kept()),
                ("lazy", secret.lazy.map { $0 }), ("reversed", secret.reversed()), ("NSString", NSString(string: secret)),
                ("NSNumber", NSNumber(value: 491_701_234_567)), ("long", String(repeating: secret, count: 400)),
                ("bytes", Data(secret.utf8)),
                ("components", DateComponents(year: 491_701_234_567)), ("attributed", NSAttributedString(string: secret)),
                ("NSError", NSError(domain: secret, code: 1, userInfo: [NSLocalizedDescriptionKey: secret])),
                ("key path", \String.count), ("anything of JSON", JSONValue.string(secret)), ("UUID and key", [UUID(): secret]),
            ] as [(String, Any)]
        return values
    }

    @Test(arguments: dumped.indices) func `no dump tells a text`(index: Int) {
        let (name, value) = Self.dumped[index]
        let redactor = Redactor(level: .masked)
        let dump = redactor.redact(dumping: [value]).value.jsonText
        let action = redactor.redact(dumpingAction: value).0
        for text in [dump, action.type, action.value.jsonText] {
            if let leak = Self.leak(in: text) { Issue.record("\(name): \(leak)") }
            // One character after the other, whatever stands between.
            #expect(!text.filter { $0.isLetter || $0.isNumber }.contains(secret.filter(\.isLetter)), "\(name): \(text)")
        }
        if let error = value as? any Error { #expect(Self.leak(in: redactor.redact(error: error)) == nil, "\(name)") }
    }

    // MARK: Texts

    @Test func `a text file is masked whatever its type says`() {
        let redactor = Redactor(level: .masked)
        let text = "note: \(secret)\n"
        for type in ["", "text/plain", "application/json", "image/png", "application/octet-stream", "TEXT/PLAIN", secret] {
            for bytes in [Array(text.utf8), Array("\u{FEFF}\(text)".utf8), Array(#"{"a":"\#(secret)"}"#.utf8)] {
                #expect(Self.leak(in: String(decoding: redactor.recorded(file: bytes, type: type).bytes, as: UTF8.self)) == nil, "\(type)")
            }
        }
        // Said to be a text, and no UTF-8.
        let latin = Array("caf".utf8) + [0xE9, 0x20] + Array(secret.utf8)
        let ended = Array(secret.utf8) + [0]
        for bytes in [latin, ended] {
            #expect(Self.leak(in: String(decoding: redactor.recorded(file: bytes, type: "text/plain").bytes, as: UTF8.self)) == nil)
        }
    }
}
