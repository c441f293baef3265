import RewindFormat
import RewindRedaction
import Testing

@testable import RewindCapture
@testable import RewindValue

/// Enums without payloads, option sets and keys stand in the source.
@Suite(.timeLimit(.minutes(5))) struct MaskedEnumTests {
    private struct Options: OptionSet, Codable {
        var rawValue: UInt64
    }
    private struct Holder<Value: Codable>: Codable { var value: Value }

    private enum Style: String, Codable { case inProgress = "in-progress", done = "Done", hash = "#", open = "the opened one", none = "" }
    private enum Priority: Int, Codable { case low = 100, high = 2_000_000 }
    private struct Renamed: Codable, Equatable {
        var title = 7, createdOn = 8
        enum CodingKeys: String, CodingKey { case title = "heading", createdOn = "created_on" }
    }

    @Test func whatStandsInTheSourceDecodesAsWhatItWas() throws {
        let form = RecordedForm(level: .masked)
        let styles: [Style] = [.inProgress, .done, .hash, .open, .none]
        let masked = try form.value(of: styles).value
        #expect(masked == ["in-progress", "Done", "#", "the opened one", ""])
        #expect(try masked.decode([Style].self) == styles && JSONValue(encoding: styles).decode([Style].self) == styles)
        #expect(throws: DecodingError.self) { try JSONValue.string("shut").decode(Style.self) }
        let (old, new) = (Holder(value: [Style.hash, .done]), Holder(value: [Style.open, .done]))
        let patch = try form.changes(from: old, to: new).0
        var value = try form.value(of: old).value
        try patch.apply(to: &value)
        #expect(patch.operations.count == 1 && value == ["value": ["the opened one", "Done"]])
        var bytes: [UInt8] = []
        #expect(StateBytes(form).appendPatch(from: old, to: new, to: &bytes))
        #expect(try JSONPatch(json: JSONValue(parsing: bytes)) == patch)
        #expect(try form.value(of: [Priority.low, .high]).value == [100, 2_000_000])
        #expect(try form.value(of: Holder(value: Options(rawValue: 1 << 63))).value["value"] == .number(JSONNumber(UInt64(1) << 63)))
        #expect(try form.value(of: [Style.open: 1, .hash: 2]).value == ["#", 2, "the opened one", 1])
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

    @Test func aDumpIsMaskedAsWhatIsEncodedAndAPatchLeadsFromOneToTheNext() throws {
        let form = RecordedForm(level: .masked)
        var old = DumpedState()
        var state = try form.value(of: old).value
        #expect(state["name"]?.string?.count == 13 && state["name"] != "Correct-Horse" && state["style"] == "hash")
        #expect(state["size"] == ["width": 320, "height": 200] && state["pins"]?.object?.map(\.value) == [0])
        #expect(state["answer"]?.string.map(Placeholder.isWhole) == true && state["bytes"] != [67, 111, 114, 114, 101])
        var bytes: [UInt8] = []
        if StateBytes(form).appendKeyframe(of: old, to: &bytes) { #expect(try JSONValue(parsing: bytes) == state) }
        let changes: [(inout Untyped) -> Void] = [
            { $0.name = "Battery" }, { $0.codes.1 = 99 }, { $0.style = .open }, { $0.pins = ["pin": 1, "Battery": 2] },
        ]
        for change in changes {
            var new = old
            change(&new.base)
            try form.changes(from: old, to: new).0.apply(to: &state)
            #expect(try state == form.value(of: new).value)
            old = new
        }
    }
}
