import RewindRendering
import RewindValue
import Testing

@testable import RewindReplay

@Suite("Findings for CI", .timeLimit(.minutes(5)))
struct JudgedRecordingsTests {
    private typealias Problem = JudgedRecordings.Problem

    private func judged(_ count: Int, _ problem: (Int) -> Problem) -> JudgedRecordings {
        var judged = JudgedRecordings(of: "rewind verify")
        for number in 1...count { judged.add(.init("bug-\(number).rewind", [problem(number)])) }
        return judged
    }

    @Test func aDivergenceSaysWhatWasRemovedAndAdded() throws {
        let places = try #require(StateDifference(from: ["gone": 1], to: ["new": .null])).places
        let divergence = Divergence(steps: 3...3, store: "main", type: "touch", kind: .codeChanged, places: places)
        #expect(
            VerifyQuestion.Row.lines(divergence).dropFirst().map(\.text) == [
                "          /gone: recorded 1, now removed", "          /new: recorded nothing, now null",
            ])
        #expect(Problem(divergence)?.details == ["/gone: recorded 1, now removed", "/new: recorded nothing, now null"])
    }

    @Test func jUnitHasATestCaseForEachRecording() {
        var judged = JudgedRecordings(of: "rewind verify")
        judged.add(.init("good.rewind"))
        judged.add(
            .init("<b>.rewind", [Problem(kind: "code-changed", group: "add", sentence: "a \"b\" & \u{1}", details: ["one", "two"])]))
        judged.add(.init("known.rewind", [Problem(kind: "code-changed", group: "add", sentence: "known", isKnown: true)]))
        judged.add(.init("lost.rewind", failure: "can't be read"))
        #expect(
            judged.junit == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="rewind verify" tests="4" failures="1" errors="1">
                  <testcase classname="rewind verify" name="good.rewind"/>
                  <testcase classname="rewind verify" name="&lt;b&gt;.rewind">
                    <failure type="code-changed" message="a &quot;b&quot; &amp; \\u0001">one
                two</failure>
                  </testcase>
                  <testcase classname="rewind verify" name="known.rewind"/>
                  <testcase classname="rewind verify" name="lost.rewind">
                    <error message="can't be read"/>
                  </testcase>
                </testsuite>

                """)
    }

    @Test func jUnitTellsNamesApartThatXMLCanHave() {
        var judged = JudgedRecordings(of: "rewind check")
        for name in ["login 🐛", "login 🚀", "𠮷野家", "👩‍💻", "a\u{202e}b", "a\u{202d}b", "a\u{ffff}b", "a\u{fffe}b"] { judged.add(.init(name)) }
        let names = judged.junit.split(separator: "\n").dropFirst(2).dropLast().map { $0.split(separator: "\"")[3] }
        #expect(names == ["login 🐛", "login 🚀", "𠮷野家", "👩‍💻", #"a\u202eb"#, #"a\u202db"#, #"a\uffffb"#, #"a\ufffeb"#])
    }

    @Test func markdownShowsTheFirstOfEachGroupAndFoldsTheRest() {
        let text = judged(3) { Problem(kind: "code-changed", group: $0 == 3 ? "pay" : "add", sentence: "step \($0)", details: ["/total"]) }
            .markdown
        #expect(
            text.hasPrefix("### rewind verify: 3 of 3 recordings do not hold\n\n**step 1** in `bug-1.rewind`\n\n```text\n/total\n```\n"))
        #expect(text.contains("<details><summary>1 more of this kind</summary>\n\n- `bug-2.rewind`: step 2\n\n</details>"))
        #expect(text.contains("**step 3** in `bug-3.rewind`"))
    }

    @Test func markdownIsBelow64KilobytesWhateverHappens() {
        let long = String(repeating: "x", count: 300)
        let groups = judged(2_000) { Problem(kind: "code-changed", group: "\($0)", sentence: "step \($0) \(long)", details: [long]) }
        #expect(groups.markdown.utf8.count < 64_000 && groups.markdown.contains("more parts are left out here."))
        let one = judged(20_000) { Problem(kind: "code-changed", group: "", sentence: "step \($0) \(long)", details: [long]) }
        #expect(one.markdown.utf8.count < 64_000 && one.markdown.contains("- and 19949 more"))
    }

    @Test("A summary has a line for each recording that is wrong, up to twelve, each kind of problem among them")
    func aSummaryNamesWhatIsWrong() {
        var many = judged(40) { Problem(kind: "code-changed", group: $0 == 30 ? "pay" : "add", sentence: "step \($0)") }
        many.add(.init("good.rewind"))
        many.add(.init("lost.rewind", failure: "can't be read"))
        let lines = many.summary().map(\.text)
        #expect(lines.count == 13 && lines.contains("bug-30.rewind  step 30"))
        #expect(lines.last == "40 of 41 recordings diverge; --all lists the rest")
        #expect(many.summary(isListed: true).map(\.text) == ["40 of 41 recordings diverge"])
        var known = judged(1) { _ in Problem(kind: "broken", group: "few", sentence: "broken: few", isKnown: true) }
        known.add(.init("good.rewind"))
        #expect(
            known.summary(rules: 3).map(\.text) == ["all 2 recordings keep the rules; 1 known problem is not counted; --all lists them"])
        #expect(JudgedRecordings(of: "rewind check").summary().isEmpty)
    }

    @Test func annotationsEscapeWhatTheHostWouldRead() {
        let lines = judged(1) { _ in Problem(kind: "code-changed", group: "", sentence: "100 %", details: ["::error::two"]) }.annotations
        #expect(lines == ["::error title=rewind verify%3A bug-1.rewind::100 %25%0A::error::two"])
    }
}
