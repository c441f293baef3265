import RewindValue
import Testing

@testable import RewindReplay

@Suite("Expressions", .timeLimit(.minutes(5)))
struct ExpressionTests {
    private static let document: JSONValue = [
        "count": 3, "name": "héllo", "isOpen": true, "none": nil, "todos": [["done": true], ["done": false]], "a b": ["x.y": 1],
        "ratio": .number(JSONNumber(0.5) ?? .int(0)),
    ]

    @Test(arguments: [
        (".isOpen", true), (".none", false), (".nothing.at.all", false), (".count == 3", true), (".count != 3.0", false),
        (".count > 2 and .isOpen", true), (".none or .isOpen and .none", false), (".none or .isOpen", true), (".isOpen | not", false),
        (".todos | length == 2", true), ("(.todos | length) > .count", false), (".todos[0].done", true), (".todos[-1].done", false),
        (".todos[7].done == null", true), (#".name | startswith("hé")"#, true), (#".["a b"]["x.y"] == 1"#, true),
        (#"."a b"."x.y" == 1"#, true), (".name | length == 5", true), ("length == 7", true), (".ratio < 1 and .ratio > -1", true),
        ("null < false", true), ("false < true", true), ("true < 0", true), (#"9 < "0""#, true), (#""z" < []"#, true),
        ("[] < {}", true),
        (#".todos | type == "array""#, true), (#"has("count") and (has("x") | not)"#, true), (".todos[0] == .todos[1]", false),
        (".todos[1] < .todos[0]", true), ("1e2 == 100", true), (#".name == "h\u00e9llo""#, true), ("(.isOpen)", true),
        (".todos | .[0] | .done", true), ("(.count == 3) | not", false), (".count == 3 | not", false),
        (".count + 1 == 4", true), (".count - 1 - 1 == 1", true), (".count -1 == 2", true), ("1 + 2 == .count and .isOpen", true),
        (#".name + "!" == "héllo!""#, true), ("[] + [] == []", true), ("null + 1 == 1", true), (".ratio + .ratio == 1", true),
        (".todos | any(.done)", true), (".todos | all(.done)", false), (".todos | map(.done) | length == 2", true),
        ("(.todos | map(.done) | unique | length) == (.todos | length)", true), ("(.todos | map(.done) | sort | .[0]) == false", true),
        (".todos - .todos == []", true), ("(.todos | all(.done == $state.isOpen)) | not", true), (#".["a b"] | all(. == 1)"#, true),
        ("[] | all(.x)", true), ("[] | any(.x)", false),
        (#".none | has("x")"#, false), (".none | has(0)", false), (".todos | has(1.5)", true), (".todos | has(2)", false),
        (".todos - (.todos | map(.done)) == .todos", true),
        ("(.todos | map(.done)) - .todos == [] | not", true),
    ])
    func holdAsTheyDoInJq(text: String, value: Bool) throws {
        #expect(try Expression(parsing: text).value(in: StepDocument(Self.document)).isTrue == value)
    }

    @Test(arguments: [
        (".a.b == 1 and .c[0]", ["/a/b", "/c/0"]), (".a | .b | length > 0", ["/a/b"]), (".a[-1].x", ["/a"]), ("length > 1", [""]),
        (".a == .a", ["/a"]), (".todos | (length > 2 and .[0].done)", ["/todos", "/todos/0/done"]), ("1 == 1", []),
        ("(.a == 1) | not", ["/a"]), (".a | all(.b > $state.c)", ["/a", "/c"]), ("(.a - (.b | map(.id))) == []", ["/a", "/b"]),
    ])
    func knowWhatTheyRead(text: String, pointers: [String]) throws {
        #expect(try Predicate(parsing: text).reads?.map(\.description) == pointers)
    }

    @Test(arguments: [
        (".a * 1", 4, "'*' is not supported there"), ("sort_by(.x)", 1, "'sort_by' is not supported there"), ("all", 4, "write all("),
        ("", 1, "an operand is missing"),
        (".a ==", 6, "an operand is missing"), ("(.a", 4, "a ')' is missing"), (".a[]", 4, "brackets take an index"),
        (".a.0", 4, "write an index in brackets: [0]"), (#".a == "x"#, 7, "a quote is not closed"), (".a = 1", 4, "'=' is not"),
        (".a < 1 < 2", 8, "'<' is not"), (".a?", 3, "'?' is not"), ("..", 1, "'..' is not"), ("/a/b", 1, "'/' is not"),
        ("startswith(1)", 12, "write startswith"),
    ])
    func areRefusedWithThePlaceAndWhatIsSupported(text: String, column: Int, reason: String) throws {
        let error = #expect(throws: ExpressionError.self) { try Expression(parsing: text) }
        #expect(error?.column == column)
        #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
        #expect(error?.description.contains("Supported are paths") == true)
    }

    @Test(arguments: [" + 1", " and 1", " | .a", " == 1 or 1"])
    func refuseALengthThatWouldBreakTheStack(part: String) {
        let error = #expect(throws: ExpressionError.self) { try Expression(parsing: "1" + String(repeating: part, count: 100_000)) }
        #expect(error?.reason.hasPrefix("the expression is longer") == true)
    }

    @Test
    func refuseDepthThatWouldBreakTheStack() {
        let text = String(repeating: "(", count: 100_000) + "1" + String(repeating: ")", count: 100_000)
        #expect(throws: ExpressionError.self) { try Expression(parsing: text) }
    }

    @Test(arguments: [
        (".name.x", "a string has no member \"x\""), (".isOpen | length", "a boolean has no length"),
        (".none | all(.x)", "null has no elements"), (".name - 1", "a number can't be subtracted from a string"),
        (".isOpen + 1", "a boolean and a number can't be added"),
    ])
    func failWhereTheDocumentIsMadeOtherwise(text: String, reason: String) throws {
        let failure = #expect(throws: Expression.Failure.self) { try Expression(parsing: text).value(in: StepDocument(Self.document)) }
        #expect(failure?.description == reason)
    }

    @Test(arguments: [
        (#"{"op":"replace","path":"/a","value":1}"#, "/a/b", true), (#"{"op":"replace","path":"/a/b/c","value":1}"#, "/a/b", true),
        (#"{"op":"replace","path":"/a/c","value":1}"#, "/a/b", false), (#"{"op":"add","path":"/l/1","value":1}"#, "/l/2/x", true),
        (#"{"op":"add","path":"/l/1","value":1}"#, "/l/0", false), (#"{"op":"add","path":"/l/-","value":1}"#, "/l/0", true),
        (#"{"op":"replace","path":"/l/1","value":1}"#, "/l/2", false), (#"{"op":"move","from":"/a","path":"/b"}"#, "/a/x", true),
        (#"{"op":"copy","from":"/a","path":"/b"}"#, "/a/x", false), (#"{"op":"test","path":"/a","value":1}"#, "/a", false),
        (#"{"op":"remove","path":"/l/1"}"#, "/l/10", true), (#"{"op":"replace","path":"","value":1}"#, "/l/10", true),
    ])
    func areEvaluatedWhereAPatchReachesWhatTheyRead(operation: String, place: String, mayChange: Bool) throws {
        let patch = try JSONPatch(json: JSONValue(parsing: "[\(operation)]"))
        #expect(patch.mayChange(try JSONPointer(parsing: place)) == mayChange)
    }

    @Test(arguments: [
        ("home/*", "home/load", true), ("home/*", "search/load", false), ("*", "", true), ("*/load", "home/load", true),
        ("h?me/*d", "home/load", true),
        ("home", "home/load", false), ("**a**", "bab", true), ("a*b*c", "aXbXbc", true), ("a*b*c", "aXcXb", false), ("", "", true),
        ("?", "", false),
    ])
    func fitTypesByGlobs(pattern: String, type: String, fits: Bool) { #expect(TypeGlob(pattern).fits(type) == fits) }

    @Test(arguments: [0, 1, 15, 16, 31, 32, 33, 1_000, 123_456_789, Int.max])
    func spreadOverBucketsASixteenthWide(value: Int) {
        var histogram = Histogram()
        histogram.add(value)
        histogram.add(Int.max)
        let median = histogram.percentile(50)
        #expect(median >= value && (median - value) <= value / 16)
    }
}
