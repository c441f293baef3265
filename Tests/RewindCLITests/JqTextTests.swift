import RewindReplay
import Testing

@testable import RewindCLI

@Suite("What a jq program names", .timeLimit(.minutes(5)))
struct JqTextTests {
    @Test(arguments: [
        (".a.b | .c", ["a", "b", "c"]), (#".["a b"]."c d""#, ["a b", "c d"]), (".a? // .b // 1", []), ("{x: .a} | .x", ["a"]),
        (#""text .b" | test(".c")"#, []), ("# .a\n.b", ["b"]), ("to_entries[] | .key == .a", ["a"]),
        (#".a | capture("(?<n>x)").n"#, []),
        (".a = 1 | .b == 2", ["b"]), ("[.a[].b] | map(.c)", ["a", "b", "c"]), ("$ENV.HOME | .a", []), (".a as $x | $x.b", ["a", "b"]),
    ])
    func areMembersThatHaveToBeThere(text: String, members: [String]) { #expect(JqText(text).requiredMembers == members) }

    @Test(
        arguments: [
            ("$action.id", [.action]), ("action.id", [.action]), (".action.id", []), ("$type | type", [.type]), (".x | type", []),
            ("before.t > t", [.before, .t]), (".step == $step", [.step]), (#""state""#, []),
        ] as [(String, [StepWord])])
    func areWordsWithAndWithoutTheDollarSign(text: String, words: [StepWord]) { #expect(JqText(text).words == words) }
}
