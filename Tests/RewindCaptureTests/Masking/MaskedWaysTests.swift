import Foundation
import RewindFormat
import TestSupport
import Testing

@testable import RewindCapture
@testable import RewindRedaction
@testable import RewindValue

private let secret = "Correct-Horse.Battery"

/// Ways to bring a text past the masks: each holds it somewhere, in some form.
@Suite(.timeLimit(.minutes(5))) struct MaskedWaysTests {
    private struct Box<Value: Encodable & Sendable>: Encodable, Sendable { var value: Value }
    private struct UserID: RawRepresentable, Codable, Hashable { var rawValue: String }
    private struct RunTimeKey: CodingKey {
        var stringValue: String
        var intValue: Int?
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    private struct KeyedByText: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: RunTimeKey.self)
            try container.encode(1, forKey: RunTimeKey(stringValue: secret))
            var nested = container.nestedContainer(keyedBy: RunTimeKey.self, forKey: RunTimeKey(stringValue: "nested"))
            try nested.encode(secret, forKey: RunTimeKey(stringValue: secret))
            var list = container.nestedUnkeyedContainer(forKey: RunTimeKey(stringValue: secret + "2"))
            var inner = list.nestedContainer(keyedBy: RunTimeKey.self)
            try inner.encode(secret, forKey: RunTimeKey(stringValue: secret))
            try Box(value: secret).encode(to: list.superEncoder())
            try Box(value: secret).encode(to: container.superEncoder(forKey: RunTimeKey(stringValue: secret + "3")))
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
            ("JSON", JSONValue.object([secret: [.string(secret), ["a": .string(secret)]]])),
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
        // Its characters as numbers, by four of them.
        for window in 0..<(codes.count - 3) {
            needles.add(codes[window..<(window + 4)].map { String($0) }.joined(separator: ","), of: 3)
        }
        needles.look(in: Array(text.utf8), named: "")
        return needles.found.values.first
    }

    /// What a recording has of a value by each of its ways: keyframe, patch, action, snapshot, dump.
    static func texts<T: Encodable & Sendable>(of value: T) throws -> [String] {
        let form = RecordedForm(level: .masked)
        let (box, old, new) = (Box(value: value), Box(value: T?.none), Box(value: T?.some(value)))
        let straight = StateBytes(form)
        var (keyframe, patch): ([UInt8], [UInt8]) = ([], [])
        let isWhole = straight.appendKeyframe(of: box, to: &keyframe)
        _ = straight.appendPatch(from: old, to: new, to: &patch)
        let encoded = try form.value(of: box).value.jsonText
        #expect(!isWhole || String(decoding: keyframe, as: UTF8.self) == encoded, "\(T.self)")
        let bytes = ActionBytes(form)
        let isPlain = bytes.encode(box)
        return [
            encoded, String(decoding: keyframe, as: UTF8.self), String(decoding: patch, as: UTF8.self),
            isPlain ? String(decoding: bytes.value, as: UTF8.self) + String(decoding: bytes.type, as: UTF8.self) : "",
            "\(try form.action(value).0)", try form.changes(from: old, to: new).0.json.jsonText,
            try KeptState(freezing: box, form: form).value(in: form).0.jsonText, form.dump(of: value).value.jsonText,
            "\(form.dump(ofAction: value).0)",
        ]
    }

    @Test(arguments: values.indices) func noWayOfEncodingLeavesATextOpen(index: Int) throws {
        let (name, value) = Self.values[index]
        let isBytes = value is [UInt8] || value is [[UInt8]] || value is Set<[UInt8]> || name.contains("bytes") || name == "ContiguousArray"
        // Without types, as in a finished recording, bytes are numbers.
        let untyped = isBytes ? "" : Redactor(level: .masked).redact(["value": try JSONValue(encoding: value)]).value.jsonText
        func texts(_ value: some Encodable & Sendable) throws -> [String] { try Self.texts(of: value) }
        for (way, text) in (try texts(value) + [untyped]).enumerated() {
            if let leak = Self.leak(in: text) { Issue.record("\(name), way \(way): \(leak)") }
        }
    }

    /// They are counts, identities and places far more often than texts.
    @Test func shortNumbersInArraysStay() throws {
        enum Priority: Int, Codable { case low = 100, high = 200 }
        struct All: Codable {
            var range = 100..<200, closed = [100...200], priorities = [Priority.low, .high], counts = [100, 200]
            var halves = [67.5, 111.5], units: [UInt16] = [67, 111], from = PartialRangeFrom(100)
        }
        let redactor = Redactor(level: .masked)
        #expect(try RecordedForm(redactor).value(of: All()).value == JSONValue(encoding: All()))
        #expect(try redactor.redact(JSONValue(encoding: All())).value["counts"] == nil, "a key without types is data")
        #expect(try RecordedForm(redactor).value(of: [1_000_000]).value != [1_000_000])
    }

    @Test("A masked patch of a finished recording fits its state where keys look like indices")
    func aMaskedPatchFitsWhereKeysLookLikeIndices() throws {
        var random = SeededGenerator(seed: 11)
        func value(_ depth: Int) -> JSONValue {
            switch Int.random(in: 0..<(depth > 2 ? 3 : 5), using: &random) {
            case 0: .number(.int(Int64.random(in: 0..<999_999, using: &random)))
            case 1: .string("code \(Int.random(in: 0..<9, using: &random))")
            case 2: .bool(true)
            case 3: .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth + 1) })
            default:
                .object(
                    JSONObject(
                        (0..<Int.random(in: 0..<5, using: &random)).map { ("\($0 * Int.random(in: 1...40_000, using: &random))", $0) }
                            .map { ($0.0, value(depth + 1)) }))
            }
        }
        let redactor = Redactor(Redaction(.default, level: .masked, names: SourceNames(), listsFindings: true))
        for _ in 0..<300 {
            let states: [JSONValue] = [["a": value(0), "5": value(0)], ["a": value(0), "5": value(0)], ["a": value(0)]]
            var state: JSONValue? = states[0]
            var masked = redactor.redact(states[0]).value
            for (old, new) in zip(states, states.dropFirst()) {
                let patch = redactor.redact(TreeDiff(from: old, to: new).patch, of: &state).0
                try patch.apply(to: &masked)
                #expect(state == new && masked == redactor.redact(new).value)
            }
        }
        // Nor is a key where an array was, because the line that took it away is lost.
        for key in ["Corvin", "482913"] {
            var stale: JSONValue? = ["entries": [["tag"]]]
            let patch = redactor.redact(JSONPatch([.add(JSONPointer(tokens: ["entries", "0", key]), "x")]), of: &stale).0
            #expect(!patch.json.jsonText.contains(key))
        }
        // Of a state that nobody knows any more no key is told either.
        var none: JSONValue?
        let patch = redactor.redact(JSONPatch([.add(JSONPointer(tokens: ["used", "482913"]), true)]), of: &none).0
        #expect(patch.operations[0].pointer.tokens[1] != "482913")
    }

    // MARK: Dumps

    private struct Kept: Error { var text = secret }

    static var dumped: [(String, Any)] {
        [
            ("substring", secret[...]), ("characters", Array(secret)), ("character set", Set(secret)),
            ("scalars", Array(secret.unicodeScalars)), ("utf8", secret.utf8), ("view", secret.unicodeScalars),
            ("slice", Array(secret.utf8)[...]), ("tuple", (secret, label: secret)),
            ("any", [secret as Any, [secret as AnyHashable: secret]]),
            ("keys", [UserID(rawValue: secret): 1]), ("pairs", KeyValuePairs(dictionaryLiteral: (secret, secret))),
            ("result", Result<String, Kept>.failure(Kept())), ("error", Kept()),
            ("lazy", secret.lazy.map { $0 }), ("reversed", secret.reversed()), ("NSString", NSString(string: secret)),
            ("NSNumber", NSNumber(value: 491_701_234_567)), ("long", String(repeating: secret, count: 400)),
            ("bytes", Data(secret.utf8)),
            ("components", DateComponents(year: 491_701_234_567)), ("attributed", NSAttributedString(string: secret)),
            ("NSError", NSError(domain: "Shop", code: 1, userInfo: [NSLocalizedDescriptionKey: secret])),
            ("key path", \String.count), ("anything of JSON", JSONValue.string(secret)), ("UUID and key", [UUID(): secret]),
        ] as [(String, Any)]
    }

    @Test(arguments: dumped.indices) func noDumpTellsAText(index: Int) {
        let (name, value) = Self.dumped[index]
        let form = RecordedForm(level: .masked)
        let dump = form.dump(of: [value]).value.jsonText
        let action = form.dump(ofAction: value).0
        for text in [dump, action.type, action.value.jsonText] {
            if let leak = Self.leak(in: text) { Issue.record("\(name): \(leak)") }
            // One character after the other, whatever stands between.
            #expect(!text.filter { $0.isLetter || $0.isNumber }.contains(secret.filter(\.isLetter)), "\(name): \(text)")
        }
        if let error = value as? any Error { #expect(Self.leak(in: form.text(of: error)) == nil, "\(name)") }
    }

    @Test func domainAndCodeOfAnErrorOfFoundationStay() {
        let error = NSError(domain: NSCocoaErrorDomain, code: 260, userInfo: [NSLocalizedDescriptionKey: secret])
        let form = RecordedForm(level: .masked)
        #expect(form.dump(of: error).value == ["domain": .string(NSCocoaErrorDomain), "code": 260])
        let words = form.text(of: error)
        #expect(words.hasPrefix("\(NSCocoaErrorDomain) 260") && !words.contains("Horse"), "\(words)")
    }

    // MARK: Texts

    @Test("A text file is masked, a picture is kept, and a file that is neither is left out")
    func filesAreMaskedKeptOrLeftOut() {
        let redactor = Redactor(level: .masked)
        let (text, noise) = (Array(secret.utf8), (0..<256).map { UInt8($0) })
        let texts = ["note: \(secret)\n", "\u{FEFF}\(secret)", #"{"a":"\#(secret)"}"#].map { Array($0.utf8) }
        let units = secret.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let others = [
            Array("caf".utf8) + [0xE9, 0x20] + text, text + [0], text + [0xC3], units, [0xFF, 0xFE] + units,
            Array("bplist00".utf8) + noise + text + noise,
        ]
        for type in ["", "text/plain", "application/json", "application/octet-stream", "TEXT/PLAIN", secret] {
            for bytes in texts + others {
                let (clean, isText) = redactor.redact(file: bytes, type: type)
                let written = String(decoding: clean, as: UTF8.self)
                #expect(isText && Self.leak(in: written) == nil, "\(type)")
                #expect(written.contains("\(bytes.count) bytes was left out") == others.contains(bytes))
                #expect(written.contains("application/json with") == (others.contains(bytes) && type == "application/json"))
            }
        }
        #expect(redactor.redact(file: Array("483920".utf8), type: "text/plain").bytes.count == 6)
        for type in ["image/png", "image/x-camera", "audio/mpeg", "video/mp4", "application/pdf", "application/zip"] {
            let (kept, isText) = redactor.redact(file: noise, type: type)
            #expect(kept == noise && !isText)
        }
    }

    // MARK: Values without types

    @Test func whatNeedsNoPseudonymStaysInAValueWithoutTypes() {
        let value: JSONValue = [
            "a": .null, "b": true, "c": 7, "d": "", "e": "one", "f": [.null, false, 5, ""], "token": ["": .null, "_0": ""],
        ]
        let names = SourceNames(
            shapes: [
                "T": TypeShape(.struct, "abcdef".map { .init(String($0), nil) } + [.init("token", nil)]).json,
                "E": TypeShape(.enum, [.init("one", nil)]).json,
            ])
        let redactor = Redactor(Redaction(.default, level: .masked, names: names))
        #expect(redactor.redact(value).value == value)
        let patch = JSONPatch([.add(JSONPointer(tokens: ["c"]), 7), .replace(JSONPointer(tokens: ["a"]), .null)])
        var state: JSONValue? = value
        #expect(redactor.redact(patch, of: &state).0 == patch)
        #expect(redactor.redact("" as JSONValue).value == "")
    }

    @Test func keysBelowACoveredPlaceGetPseudonymsWhateverTheyLookLike() {
        let names = SourceNames(shapes: ["T": TypeShape(.struct, [.init("tokens", nil), .init("field", nil)]).json])
        let redactor = Redactor(Redaction(.default, level: .masked, names: names))
        let value: JSONValue = ["tokens": ["AnnaMeierschmidt": "abc", "field": 7, "0": 1]]
        let clean = redactor.redact(value).value
        #expect(!clean.jsonText.contains("Anna") && clean.jsonText.contains("field"), "\(clean)")
        let key = clean["tokens"]?.object?.first { $0.key.utf8.count == "AnnaMeierschmidt".utf8.count }?.key ?? ""
        #expect(redactor.redact(["AnnaMeierschmidt": 1] as JSONValue).value[key] == 1)
        var state: JSONValue? = value
        let (patch, _) = redactor.redact(JSONPatch([.remove(JSONPointer(tokens: ["tokens", "AnnaMeierschmidt"]))]), of: &state)
        #expect(patch.operations.first?.pointer.tokens == ["tokens", key])
    }

    /// As a person types it who wants it to be removed.
    @Test func aKeyThatAPlaceNamesIsMaskedToo() throws {
        var rules = RedactionRules.default
        rules.pointers = ["/users/Corvin"]
        let redaction = Redaction(rules, level: .masked, listsFindings: true)
        let clean = Redactor(redaction).redact(["users": ["Corvin": 7, "Ada": 7]]).value
        #expect(!clean.jsonText.contains("Corvin") && clean.object?.first?.value.object.map { Set($0.map(\.value)) } == [0, 7])
    }
}

extension Redactor {
    /// The patch of a finished recording that is in no chain.
    fileprivate func redact(_ patch: JSONPatch, of state: inout JSONValue?) -> (JSONPatch, [JSONPointer]) {
        var budget = PatchBudget()
        return redact(patch, of: &state, within: &budget)
    }
}
