import RewindValue
import TestSupport
import Testing

@Suite("The parser takes RFC 8259 and nothing else", .timeLimit(.minutes(5)))
struct JSONParserTests {
    @Test(
        arguments: [
            ("null", nil), (" true ", true), ("\t\r\n[ ]", []), ("{}", [:]), ("[1,2 , 3]", [1, 2, 3]),
            (#"{"a":{"b":[null,false]}}"#, ["a": ["b": [nil, false]]]),
            (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{c}\n\r\tz"), (#""\u00e9\u20AC\ud83d\ude00\u0000""#, "é€😀\0"),
            (#""plain é € 😀 and a long tail of ASCII""#, "plain é € 😀 and a long tail of ASCII"),
            ("\"\u{7f}\"", "\u{7f}"), (#""""#, ""), (#""12345678""#, "12345678"), (#"{"":0}"#, ["": 0]),
        ] as [(String, JSONValue)])
    func aTextBecomesItsValue(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
        #expect(try JSONValue(parsing: value.jsonText) == value)
        #expect(try JSONValue(parsing: value.prettyText) == value)
    }

    @Test(arguments: [
        ("", "line 1, column 1 (byte 0): the text ends where a value is expected"),
        ("[1,]", "line 1, column 4 (byte 3): ']' where a value is expected"),
        ("[1 2]", "line 1, column 4 (byte 3): '2' where ',' or ']' is expected"),
        ("{\n  \"a\" 1}", "line 2, column 7 (byte 8): '1' where ':' is expected"),
        ("{a:1}", "line 1, column 2 (byte 1): 'a' where a key in quotes is expected"),
        (#"{"a":1,}"#, "line 1, column 8 (byte 7): '}' where a key in quotes is expected"),
        (#"{"a":1"#, "line 1, column 7 (byte 6): the text ends where ',' or '}' is expected"),
        ("nul", "line 1, column 4 (byte 3): the text ends where null is expected"),
        ("tru3", "line 1, column 4 (byte 3): '3' where true is expected"),
        ("1 1", "line 1, column 3 (byte 2): something follows the value, where the text has to end"),
        ("01", "line 1, column 2 (byte 1): a number that begins with 0 has no other digit before the point"),
        ("-", "line 1, column 2 (byte 1): the text ends where a digit is expected"),
        ("[1e1234567890]", "line 1, column 2 (byte 1): the number's exponent has more than nine digits"),
        ("\"abc", "line 1, column 5 (byte 4): the text ends where the closing quote of a string is expected"),
        ("\"a\tb\"", "line 1, column 3 (byte 2): byte 0x09 in a string has to be escaped"),
        (#""a\xb""#, "line 1, column 3 (byte 2): no such escape in a string"),
        (#""\u12g4""#, "line 1, column 6 (byte 5): 'g' where a hexadecimal digit is expected"),
        (#""\ud83d""#, "line 1, column 2 (byte 1): an escaped surrogate without its other half"),
        (#""\ud83d\u0041""#, "line 1, column 2 (byte 1): an escaped surrogate without its other half"),
        (#""\ude00\ud83d""#, "line 1, column 2 (byte 1): an escaped surrogate without its other half"),
        (#"{"b":1,"a":1,"b":2}"#, #"line 1, column 14 (byte 13): the key "b" appears twice in one object"#),
        ("\u{feff}1", "line 1, column 1 (byte 0): byte 0xef where a value is expected"),
        ("'a'", "line 1, column 1 (byte 0): ''' where a value is expected"),
    ])
    func whatIsWrongIsNamedWithItsPlace(text: String, message: String) throws {
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
        #expect(error?.description == message)
    }

    @Test(
        arguments: [
            ([0x61, 0xff], 2), ([0xc0, 0x80], 1), ([0xed, 0xa0, 0x80], 1), ([0x61, 0xe2, 0x82], 2), ([0xf4, 0x90, 0x80, 0x80], 1),
            ([0x5c, 0x6e, 0x80], 3),
        ] as [([UInt8], Int)])
    func bytesThatAreNoUTF8AreRefusedAtTheFirstOfThem(contents: [UInt8], offset: Int) throws {
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: [0x22] + contents + [0x22]) }
        #expect(error?.reason == .invalidUTF8)
        #expect(error?.offset == offset)
    }

    @Test("Two spellings of one key are two keys in objects of any size, for lookups, patches and diffs", arguments: [0, 1, 15, 20, 1_000])
    func twoSpellingsOfOneKeyAreTwoKeys(others: Int) throws {
        let members = (0..<others).map { "\"k\($0)\":0," }.joined()
        let text = "{\(members)\"\u{e9}\":1,\"e\u{301}\":2}"
        var value = try JSONValue(parsing: text)
        #expect(value.jsonText == text)
        #expect(value["\u{e9}"] == 1 && value["e\u{301}"] == 2)
        #expect(value[try JSONPointer(parsing: "/e\u{301}")] == 2)
        try JSONPatch([.replace(try JSONPointer(parsing: "/e\u{301}"), 3)]).apply(to: &value)
        #expect(value.jsonText == "{\(members)\"\u{e9}\":1,\"e\u{301}\":3}")
        try JSONPatch([.move(from: try JSONPointer(parsing: "/\u{e9}"), to: try JSONPointer(parsing: "/e\u{301}"))]).apply(to: &value)
        #expect(value.jsonText == "{\(members)\"e\u{301}\":1}")
        #expect(throws: JSONPatchError.self) { try JSONPatch([.remove(try JSONPointer(parsing: "/\u{e9}"))]).apply(to: &value) }
        let diff = TreeDiff(from: try JSONValue(parsing: text), to: value)
        var patched = try JSONValue(parsing: text)
        try diff.patch.apply(to: &patched)
        #expect(patched == value)
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: "{\(members)\"e\u{301}\":1,\"e\u{301}\":2}") }
        #expect(error?.reason == .duplicateKey("e\u{301}"))
    }

    @Test(arguments: [1, 15, 16, 17, 40, 1000])
    func objectsOfAnySizeKeepTheirOrderAndRefuseAKeyThatIsThereTwice(count: Int) throws {
        let members = (0..<count).map { "\"key\($0)\":\($0)" }
        let object = try JSONValue(parsing: "{" + members.joined(separator: ",") + "}").object
        #expect(object.map { Array($0.keys) } == (0..<count).map { "key\($0)" })
        #expect(object?["key\(count - 1)"] == .number(.int(Int64(count - 1))))
        let error = #expect(throws: JSONParseError.self) {
            try JSONValue(parsing: "{" + (members + ["\"key0\":0"]).joined(separator: ",") + "}")
        }
        #expect(error?.reason == .duplicateKey("key0"))
    }

    @Test
    func depthIsLimitedAndTheLimitIsNamed() throws {
        let nested = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        #expect(try JSONValue(parsing: nested).jsonText == nested)
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: "[\(nested)]") }
        #expect(error?.reason == .tooDeep(limit: 128))
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: String(repeating: "{\"a\":", count: 1_000_000)) }
        #expect(try JSONValue(parsing: "[[]]", limits: .init(depth: 2)) == [[]])
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: "[[]]", limits: .init(depth: 1)) }
    }

    @Test
    func aSliceIsReadAlone() throws {
        let lines = Array("[1]\n[2]\n".utf8)
        #expect(try JSONValue(parsing: lines[4..<7]) == [2])
    }

    @Test
    func valuesComeBackFromTheirTextAndDamagedTextsNeverTrap() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<3_000 {
            let value = random.value(depth: 5)
            var bytes: [UInt8] = []
            value.write(into: &bytes)
            #expect(try JSONValue(parsing: bytes) == value)
            for _ in 0..<3 {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
                if let damaged = try? JSONValue(parsing: bytes) { #expect(try JSONValue(parsing: damaged.jsonText) == damaged) }
            }
        }
    }
}
