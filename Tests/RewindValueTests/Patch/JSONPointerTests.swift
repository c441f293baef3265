import RewindValue
import Testing

@Suite("A pointer names a value inside another", .timeLimit(.minutes(5)))
struct JSONPointerTests {
    @Test(
        arguments: [
            ("", []), ("/", [""]), ("/foo/0", ["foo", "0"]), ("/a~1b/m~0n", ["a/b", "m~n"]), ("/~01", ["~1"]), ("//", ["", ""]),
            ("/é/e\u{301}", ["é", "e\u{301}"]), ("/ ", [" "]),
        ] as [(String, [String])])
    func rfc6901TextAndTokens(text: String, tokens: [String]) throws {
        #expect(try JSONPointer(parsing: text).tokens == tokens)
        #expect(JSONPointer(tokens: tokens).description == text)
        #expect(try JSONPointer(argument: text).tokens == tokens)
    }

    @Test(
        arguments: [
            (".", []), (".cart.items[0]", ["cart", "items", "0"]), (".[3]", ["3"]), ("[3].a", ["3", "a"]),
            (#".headers["content.type"].x"#, ["headers", "content.type", "x"]),
            (#".["a\"]b"][12]"#, [#"a"]b"#, "12"]), (".a/b", ["a/b"]), (".é", ["é"]), (#".lists."7".name"#, ["lists", "7", "name"]),
            (#"."a.b""#, ["a.b"]),
        ] as [(String, [String])])
    func theDottedFormAsInJq(text: String, tokens: [String]) throws {
        #expect(try JSONPointer(argument: text).tokens == tokens)
    }

    @Test(arguments: [
        ("cart", #""cart" is not a path: a path begins with '/' or '.', as in /cart/items/0 or .cart.items[0]"#),
        ("/a~2", #""/a~2" is not a path: write '~' as '~0', and '/' inside a key as '~1'"#),
        ("/a~", #""/a~" is not a path: write '~' as '~0', and '/' inside a key as '~1'"#),
        (".a..b", #"".a..b" is not a path: there is no key after a '.'"#),
        (".a.", #"".a." is not a path: there is no key after a '.'"#),
        (".a[", #"".a[" is not a path: a '[' is not closed"#), (".a[1", #"".a[1" is not a path: a '[' is not closed"#),
        (".a[-1]", #"".a[-1]" is not a path: brackets take an index from 0, or a key in double quotes"#),
        (".a[]", #"".a[]" is not a path: brackets take an index from 0, or a key in double quotes"#),
        (".a[1]b", #"".a[1]b" is not a path: a key in brackets or quotes must be followed by '.' or '['"#),
        (#".["a]"#, #"".[\"a]" is not a path: a quote is not closed"#),
    ])
    func whatIsNoPathSaysWhy(text: String, message: String) {
        let error = #expect(throws: JSONPointerError.self) { try JSONPointer(argument: text) }
        #expect(error?.description == message)
    }

    @Test(
        arguments: [
            ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3), ("/g|h", 4), (#"/i\j"#, 5),
            (#"/k"l"#, 6), ("/ ", 7), ("/m~0n", 8),
        ] as [(String, JSONValue)])
    func rfc6901Section5TheValuesOfItsExample(text: String, expected: JSONValue) throws {
        #expect(try Self.example()[JSONPointer(parsing: text)] == expected)
    }

    @Test
    func rfc6901Section5TheEmptyPointerIsTheWholeDocument() throws {
        let example = try Self.example()
        #expect(try example[JSONPointer(parsing: "")] == example)
        #expect(example[.root] == example)
    }

    @Test(arguments: ["/foo/2", "/foo/00", "/foo/-", "/foo/+1", "/foo/ 0", "/nothing", "/foo/0/x", "/foo/99999999999999999999"])
    func aPointerToNothingLeadsToNothing(text: String) throws {
        #expect(try Self.example()[JSONPointer(parsing: text)] == nil)
    }

    private static func example() throws -> JSONValue {
        try JSONValue(
            parsing: #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#)
    }

    @Test
    func prefixesAndLongerPointers() {
        let pointer = JSONPointer(tokens: ["a"])
        #expect(pointer.appending("b").appending(3) == JSONPointer(tokens: ["a", "b", "3"]))
        #expect(JSONPointer.root.isPrefix(of: pointer))
        #expect(pointer.isPrefix(of: pointer))
        #expect(pointer.isPrefix(of: pointer.appending("b")))
        #expect(!pointer.appending("b").isPrefix(of: pointer))
        #expect(!pointer.isPrefix(of: JSONPointer(tokens: ["ab"])))
    }
}
