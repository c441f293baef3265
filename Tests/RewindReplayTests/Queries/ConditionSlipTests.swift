import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Slips of the pen in conditions")
struct ConditionSlipTests {
    @Test(arguments: [
        ".a = 1", ".a=[]", ".comments.saving = [106]", "(.a = 1) | .b", "\"x\\\"\" = .a", ".a == 1 and .b = 2", "\"\\(\"=\")\" = .a",
    ])
    func anAssignmentIsNoCondition(text: String) {
        let slip = #expect(throws: ConditionSlip.self) { try ConditionSlip.check(text) }
        #expect(slip?.description == "'\(text)' is no condition: '=' sets a value: compare with '=='")
    }

    @Test(arguments: [
        ".a == 1", ".a != 1", ".a <= 1 or .a >= 2", ".a == \"b = c\"", ".a |= 1", ".a += 1", ".a -= 1", ".a *= 1", ".a /= 1", ".a %= 1",
        ".a //= 1", ".a[\"=\"]", ".a # = ", "type == \"object\"", ".type == \"a/b\"", "$type == \"a/b\"",
        ".a | type == \"a/b\"", "[type] == [\"a\"]", "$action.type == \"a\"", "",
    ])
    func whatIsMeantIsNone(text: String) throws { try ConditionSlip.check(text) }

    @Test(arguments: [
        (".a == \"x\"", true), (".a | contains(\"x\")", true), (".a[0] == 45", false), (".a == .b", true), (".a > 1000000", true),
        ("$type == \"a/b\"", false), (".a | type == \"string\"", false), (".a == 45", false), (".a >= (.b | length)", false),
        (".a == null and (.b | not)", false), (".a | has(\"x\")", false), ("$step > 5 and .a == []", false),
    ])
    func tellsWhereAPseudonymMatters(text: String, matters: Bool) throws {
        #expect(try Expression(parsing: text).comparesContents == matters)
    }

    @Test(
        arguments: [
            (
                ".b | .a > 1", 0,
                "compares .b.a with a number, but it is an array, which always counts as more; '.b.a | length' is how many it has"
            ),
            (".a > 1", [], "it is an array, which always counts as more; '.a | length' is how many it has"),
            ("1 < .a", "x", "it is a string, which always counts as more; '.a | length' is how long it is"),
            (".c == 2 or .a >= \"m\"", 3, "compares .a with a string, but it is a number, which always counts as less"),
            (".a > 1", nil, nil), (".a > 1", 3, nil), (".a == 1", 1, nil), (".a == null", [], nil),
            (".a | length | . > 1", [], nil), (".a == \"x\"", nil, nil),
            (".a == 1", [], "compares .a with a number, but it is an array, which is never equal"),
            (".a != \"failed\"", ["failed": [:]], "is never equal; '.a | has(\"failed\")' asks for a case of an enum"),
            (".a > null", 3, nil), ("(.a | length) > 1", [], nil),
        ] as [(String, JSONValue?, String?)])
    func saysWhereValuesOfTwoKindsAreCompared(text: String, value: JSONValue?, words: String?) throws {
        let document = StepDocument(.object(["a": value ?? .null, "b": ["a": []]]))
        let clause = try Expression(parsing: text).literalComparisons.lazy.compactMap { comparison in
            if case .unlike(let kinds) = comparison.kinds(in: document) { Remark.unlike(kinds, in: text).sentence } else { nil }
        }.first
        #expect(words.map { clause?.hasSuffix($0) == true } ?? (clause == nil), "\(clause ?? "nothing")")
    }

    @Test
    func anInvariantThatComesToSomethingElseIsNoCondition() throws {
        let folder = try TemporaryFolder()
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, ["items": [], "name": nil, "isOpen": true])
        let timeline = try Timeline(Recording(directory: try builder.die()))
        let text = "items: .items\nname: .name\nopen: .isOpen\nsteps: $step"
        let results = try timeline.check(try Invariant.list(parsing: text)).results
        #expect(
            results.flatMap(\.remarks) == [
                .noCondition("an array", name: "items", step: 0), .noCondition("a number", name: "steps", step: 0),
            ])
        #expect(throws: InvariantError.self) { try Invariant.list(parsing: "items: .items = []") }
    }
}
