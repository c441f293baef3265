import RewindValue
import Testing

@Suite("The writer makes one line without control characters", .timeLimit(.minutes(5)))
struct JSONWriterTests {
    @Test(
        arguments: [
            (nil, "null"), ([1, "a", true, [:], []], #"[1,"a",true,{},[]]"#), (["b": 1, "a": [2]], #"{"b":1,"a":[2]}"#), (-42, "-42"),
            ("\"\\/", #""\"\\/""#), ("\n\r\t\u{8}\u{c}", #""\n\r\t\b\f""#), ("\0\u{1b}\u{1f}\u{7f}", #""\u0000\u001b\u001f\u007f""#),
            ("a\u{80}b\u{9b}c\u{a0}", "\"a\\u0080b\\u009bc\u{a0}\""),
            ("\u{2028}\u{2029}\u{2027}\u{202a}", "\"\\u2028\\u2029\u{2027}\u{202a}\""),
            ("é€😀", "\"é€😀\""), ("sixteen plain characters, then a \" and the end", #""sixteen plain characters, then a \" and the end""#),
            ("1234567\u{7f}", #""1234567\u007f""#), ("~~~~~~~~~~~~~~~~", #""~~~~~~~~~~~~~~~~""#),
        ] as [(JSONValue, String)])
    func aValueIsWrittenCompactly(value: JSONValue, text: String) throws {
        #expect(value.jsonText == text)
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test
    func forPeopleEachMemberHasItsLine() {
        let value: JSONValue = ["a": [1, [:]], "b": [], "c": ["d": "e"]]
        #expect(
            value.prettyText == """
                {
                  "a": [
                    1,
                    {}
                  ],
                  "b": [],
                  "c": {
                    "d": "e"
                  }
                }
                """)
    }

    @Test
    func equalMeansWrittenAlikeUpToTheOrderOfMembers() {
        #expect(JSONValue.string("é") != JSONValue.string("e\u{301}"))
        #expect(JSONValue.number(.double(-0.0)) != JSONValue.number(.int(0)))
        #expect(["a": 1, "b": 2] as JSONValue == ["b": 2, "a": 1])
        #expect(["a": 1, "b": 2] as JSONValue != ["b": 2, "a": 2])
        #expect(["\u{e9}": 1] as JSONValue != ["e\u{301}": 1])
        #expect(["\u{e9}": 1, "a": 2] as JSONValue != ["a": 2, "e\u{301}": 1])
    }
}
