import RewindFormat
import RewindRedaction
import Testing

@testable import RewindCapture
@testable import RewindValue

/// What of enums and option sets stands in the source, and what they make of the app's texts.
@Suite(.serialized, .timeLimit(.minutes(1))) struct MaskedEnumTests {
    /// What the app knows, and enums with code of their own tell.
    nonisolated(unsafe) private static var said = ""
    nonisolated(unsafe) private static var number = 0

    private enum Stated: Codable {
        case user, guest
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(said)
        }
    }
    private enum Told: RawRepresentable, Codable, Hashable {
        case user, guest
        init?(rawValue: String) { self = .user }
        var rawValue: String { if case .user = self { said } else { "guest" } }
    }
    private enum Keyed: Codable {
        case user
        enum Keys: String, CodingKey { case title }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(said, forKey: .title)
        }
    }
    private enum Counted: RawRepresentable, Codable, Hashable {
        case one, two
        init?(rawValue: Int) { self = .one }
        var rawValue: Int { MaskedEnumTests.number }
    }
    private enum KeyName: String, CodingKeyRepresentable, Codable, Hashable {
        case name
        var codingKey: any CodingKey { PathKey(stringValue: said) }
        init?<T: CodingKey>(codingKey: T) { self = .name }
    }
    private struct RunTimeKeys: Codable {
        enum CodingKeys: CodingKey {
            case value
            var stringValue: String { said }
            init?(stringValue: String) { self = .value }
            var intValue: Int? { nil }
            init?(intValue: Int) { nil }
        }
        var value = 1
    }
    private struct RunTimeRawKeys: Codable {
        enum CodingKeys: String, CodingKey {
            case value = "v"
            var rawValue: String { said }
            init?(rawValue: String) { self = .value }
        }
        var value = 1
    }
    private struct Options: OptionSet, Codable {
        var rawValue: UInt64
    }
    private struct Lettered: OptionSet, Encodable {
        var rawValue = 0
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for code in said.utf8 { try container.encode(Int(code)) }
        }
    }
    private struct Holder<Value: Codable>: Codable { var value: Value }

    private func texts<Value: Encodable & Sendable>(_ value: Value, after old: Value? = nil) throws -> [String] {
        try MaskedWaysTests.texts(of: value, after: old)
    }

    @Test func noTextThatAnEnumMakesAtRunTimeIsRecordedByWhateverWayItDoes() throws {
        for secret in ["Correct-Horse.Battery", "hunter2"] {
            Self.said = secret
            var all: [(String, [String])] = []
            all.append(("encode", try texts([Stated.user], after: [.guest])))
            all.append(("raw value", try texts([Told.user, .guest], after: [.guest])))
            all.append(("raw value alone", try texts(Told.user, after: .guest)))
            all.append(("keyed", try texts(Keyed.user)))
            all.append(("dictionary", try texts([Told.user: 1])))
            all.append(("key", try texts([KeyName.name: 1])))
            all.append(("coding key", try texts(RunTimeKeys(), after: RunTimeKeys(value: 2))))
            all.append(("raw coding key", try texts(RunTimeRawKeys(), after: RunTimeRawKeys(value: 2))))
            for (name, texts) in all {
                for (way, text) in texts.enumerated() { #expect(!text.contains(secret), "\(name), way \(way): \(text)") }
            }
        }
    }

    @Test func ofOptionSetsSingleOptionsAndShortNumbersStay() throws {
        let form = RecordedForm(level: .masked)
        for bits: UInt64 in [0, 1, 1 << 24, 1 << 63, 0b1011, 4_711] {
            #expect(try form.value(of: Holder(value: Options(rawValue: bits))).value["value"] == .number(JSONNumber(bits)))
        }
        let phone = Options(rawValue: 491_701_234_567)
        #expect(try form.value(of: Holder(value: phone)).value["value"] != .number(JSONNumber(491_701_234_567)))
        #expect(form.dump(of: phone).value["rawValue"] != .number(JSONNumber(491_701_234_567)))
    }

    private enum Style: String, Codable { case inProgress = "in-progress", done = "Done", hash = "#", open = "the opened one", none = "" }
    private enum Priority: Int, Codable { case low = 100, high = 200 }
    private struct Renamed: Codable, Equatable {
        var title = 7, createdOn = 8
        enum CodingKeys: String, CodingKey { case title = "heading", createdOn = "created_on" }
    }

    @Test func whatStandsInTheSourceDecodesAsWhatItWas() throws {
        let form = RecordedForm(level: .masked)
        let styles: [Style] = [.inProgress, .done, .hash, .open, .none]
        let masked = try form.value(of: styles).value
        #expect(masked == ["in-progress", "Done", "hash", "open", ""])
        #expect(try masked.decode([Style].self) == styles && JSONValue(encoding: styles).decode([Style].self) == styles)
        #expect(throws: DecodingError.self) { try JSONValue.string("shut").decode(Style.self) }
        let (old, new) = (Holder(value: [Style.hash, .done]), Holder(value: [Style.open, .done]))
        let patch = try form.changes(from: old, to: new).0
        var value = try form.value(of: old).value
        try patch.apply(to: &value)
        #expect(patch.operations.count == 1 && value == ["value": ["open", "Done"]])
        var bytes: [UInt8] = []
        #expect(StateBytes(form).appendPatch(from: old, to: new, to: &bytes))
        #expect(try JSONPatch(json: JSONValue(parsing: bytes)) == patch)
        #expect(try form.value(of: [Priority.low, .high]).value == [100, 200])
        #expect(try form.value(of: Renamed()).value == ["heading": 7, "created_on": 8])
        bytes = []
        #expect(StateBytes(form).appendKeyframe(of: Renamed(), to: &bytes), "keys of the source take the straight way")
    }

    private struct Untyped {
        var codes: (Int, Int, Int, Int, Int) = (67, 111, 114, 114, 101)
        var bytes: (UInt8, UInt8, UInt8, UInt8, UInt8) = (67, 111, 114, 114, 101)
        var size = (width: 320, height: 200)
        var name = "Correct-Horse"
        var style = Style.hash
        @Redacted var answer = "rosebud"
        var pins = ["pin": 4_711]
    }
    private struct DumpedState: Encodable {
        var base = Untyped()
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(Dumped(base))
        }
    }

    @Test func aDumpIsMaskedAsWhatIsEncoded() throws {
        let form = RecordedForm(level: .masked)
        let state = try form.value(of: DumpedState()).value
        #expect(state["name"]?.string?.count == 13 && state["name"] != "Correct-Horse" && state["style"] == "hash")
        #expect(state["size"] == ["width": 320, "height": 200] && state["pins"]?.object?.map(\.value) == [0])
        #expect(state["answer"]?.string.map(Placeholder.isWhole) == true && state["bytes"] != [67, 111, 114, 114, 101])
        var bytes: [UInt8] = []
        if StateBytes(form).appendKeyframe(of: DumpedState(), to: &bytes) { #expect(try JSONValue(parsing: bytes) == state) }
    }

    @Test func thePatchBetweenTwoDumpedStatesLeadsFromOneMaskedStateToTheNext() throws {
        let form = RecordedForm(level: .masked)
        var old = DumpedState()
        var value = try form.value(of: old).value
        for change in 0..<4 {
            var new = old
            switch change {
            case 0: new.base.name = "Battery"
            case 1: new.base.codes.1 = 99
            case 2: new.base.style = .open
            default: new.base.pins = ["pin": 1, "Battery": 2]
            }
            try form.changes(from: old, to: new).0.apply(to: &value)
            #expect(try value == form.value(of: new).value)
            old = new
        }
    }
}
