import RewindValue
import Testing

@testable import RewindReplay

/// What is learned from sessions: each kind of rule if it held and had its chance, and only then.
@Suite("Rules from healthy sessions", .timeLimit(.minutes(5)))
struct RuleLearnerTests {
    /// A step of a session: the action's type, what it carries, and the state after it.
    private typealias Step = (type: String, action: JSONValue, state: JSONValue)

    /// Learns from sessions that each begin with one state.
    private func learner(_ sessions: Int, from first: JSONValue, _ steps: (Int) -> [Step]) -> RuleLearner {
        var learner = RuleLearner()
        for session in 0..<sessions {
            learner.beginRecording("session \(session)")
            learner.observe(state: first, after: 0)
            var before = first
            for (index, step) in steps(session).enumerated() {
                let patch = TreeDiff(from: before, to: step.state).patch
                learner.observe(index + 1, type: step.type, action: step.action, patch: patch, state: step.state)
                before = step.state
            }
        }
        return learner
    }

    private func expressions(_ learner: RuleLearner) -> [String] { learner.rules(limit: nil).map(\.expression) }

    private func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    /// Sessions in which a number takes some values.
    private func counting(_ values: (Int) -> [Int]) -> RuleLearner {
        learner(10, from: ["count": 0]) { session in values(session).map { ("set", [:], ["count": number($0)]) } }
    }

    @Test func aNumberThatIsNeverNegative() {
        #expect(expressions(counting { [$0 % 3, 5, 2, 0, 1] }).contains(".count >= 0"))
        #expect(!expressions(counting { [$0 % 3, 5, 2, 0, $0 == 9 ? -1 : 1] }).contains(".count >= 0"))
    }

    @Test func nothingIsLearnedWithoutAChance() {
        #expect(
            expressions(
                learner(10, from: ["count": 0, "text": "a", "list": []]) { _ in [("wait", [:], ["count": 0, "text": "a", "list": []])] })
                == [])
        #expect(expressions(learner(1, from: ["count": 0]) { _ in [("set", [:], ["count": 1])] }) == [])
    }

    @Test func aNumberThatNeverFalls() {
        #expect(expressions(counting { [1 + $0 % 2, 3, 4] }).contains(".count >= $before.count"))
        #expect(!expressions(counting { [1, 3, $0 == 4 ? 2 : 4] }).contains(".count >= $before.count"))
    }

    @Test func aClosedSetOfTexts() {
        func learned(_ last: String) -> [String] {
            expressions(
                learner(12, from: ["mode": "red"]) { session in
                    ["green", "red", "green", "red", session == 11 ? last : "green"].map { ("turn", [:], ["mode": .string($0)]) }
                })
        }
        #expect(learned("red").contains(#".mode == "green" or .mode == "red""#))
        #expect(!learned("blue").contains { $0.contains(".mode == \"red\"") }, "a value that was seen once may not be the last one")
    }

    /// Sessions in which a list of objects grows.
    private func lists(_ ids: (Int) -> [Int], name: String = "x") -> RuleLearner {
        learner(10, from: ["items": []]) { session in
            let all = ids(session)
            return all.indices.map { end in
                let items = all[...end].map { id -> JSONValue in
                    ["id": number(id), "name": .string(name.isEmpty && end == 2 ? "" : "n\(id)")]
                }
                return ("add", [:], ["items": .array(items)])
            }
        }
    }

    private static let unique = "(.items | map(.id) | unique | length) == (.items | length)"
    private static let sorted = "((.items | map(.id)) | sort) == (.items | map(.id))"

    @Test func idsThatDifferAndAreInOrder() {
        #expect(Set(expressions(lists { [$0 + 1, $0 + 20, $0 + 30] })).isSuperset(of: [Self.unique, Self.sorted]))
        let unordered = expressions(lists { [$0 + 30, $0 + 20, $0 + 1] })
        #expect(unordered.contains(Self.unique) && !unordered.contains(Self.sorted))
        #expect(!expressions(lists { [$0 + 1, $0 + 20, $0 == 9 ? $0 + 1 : 40] }).contains(Self.unique))
    }

    @Test func textsInElementsThatAreNeverEmpty() {
        #expect(expressions(lists { [$0 + 1, $0 + 20, $0 + 30] }).contains("(.items | all((.name | length) > 0))"))
        #expect(!expressions(lists({ [$0 + 1, $0 + 20, $0 + 30] }, name: "")).contains("(.items | all((.name | length) > 0))"))
    }

    /// Sessions with a list, an index into it, and the ids of those that are being saved.
    private func selecting(_ index: (Int, Int) -> Int, saving: (Int) -> Int = { $0 + 1 }) -> RuleLearner {
        let first: JSONValue = ["items": [], "selection": 0, "saving": []]
        return learner(10, from: first) { session in
            (1...4).flatMap { count -> [Step] in
                let items = JSONValue.array((0..<count).map { ["id": number(session * 7 + $0 * 2 + 1)] })
                let (selection, saved) = (number(index(session, count)), JSONValue.array([number(saving(session * 7))]))
                return [
                    ("load", [:], ["items": items, "selection": selection, "saving": []]),
                    ("save", [:], ["items": items, "selection": selection, "saving": saved]),
                    ("saved", [:], ["items": items, "selection": selection, "saving": []]),
                ]
            }
        }
    }

    @Test func anIndexIntoItsList() {
        let rule = ".selection == 0 or (.selection >= 0 and .selection < (.items | length))"
        #expect(expressions(selecting { $1 - 1 }).contains(rule))
        #expect(!expressions(selecting { $0 == 9 ? $1 : $1 - 1 }).contains(rule))
    }

    @Test func idsThatAreAmongOthers() {
        let rule = "(.saving - (.items | map(.id))) == []"
        #expect(expressions(selecting { $1 - 1 }).contains(rule))
        #expect(!expressions(selecting({ $1 - 1 }, saving: { $0 == 63 ? 999 : $0 + 1 })).contains(rule))
    }

    /// Sessions in which two parts come and go.
    private func parts(_ states: [(Bool, Bool)]) -> RuleLearner {
        func state(_ part: (Bool, Bool)) -> JSONValue { ["loading": .bool(part.0), "error": part.1 ? "no" : nil] }
        return learner(10, from: state((false, false))) { _ in states.map { ("turn", [:], state($0)) } }
    }

    @Test func partsThatExcludeOneAnotherOrComeTogether() {
        let apart = Array(repeating: [(true, false), (false, false), (false, true), (false, false)], count: 4).flatMap { $0 }
        let never = "(.loading == true and (.error | length) > 0) | not"
        let together = "(.loading == true) == ((.error | length) > 0)"
        #expect(expressions(parts(apart)).contains(never))
        #expect(!expressions(parts(apart + [(true, true)])).contains(never))
        #expect(expressions(parts([(true, true), (false, false), (true, true)])).contains(together))
        #expect(!expressions(parts([(true, true), (false, true), (true, true)])).contains(together))
    }

    /// Sessions in which somebody types, and sends.
    private func typing(_ spoil: (Int, String) -> String = { $1 }) -> RuleLearner {
        learner(10, from: ["text": "", "sent": 0, "other": 0]) { session in
            let texts = ["a\(session)", "ab\(session)", "abc\(session)"]
            var steps = texts.map { text -> Step in
                ("type", ["type": ["text": .string(text)]], ["text": .string(spoil(session, text)), "sent": 0, "other": 0])
            }
            for sent in 1...2 { steps.append(("send", ["send": [:]], ["text": "", "sent": number(sent), "other": 0])) }
            for name in ["wait", "look", "leave", "wait", "look", "leave"] {
                steps.append((name, .object([name: [:]]), ["text": "", "sent": 2, "other": name == "look" ? number(session) : 0]))
            }
            return steps
        }
    }

    @Test func whatAnActionDoes() {
        let learned = expressions(typing())
        #expect(learned.contains(#"$type != "type" or .text == $action.type.text"#))
        #expect(learned.contains(#"$type != "send" or .text == """#))
        #expect(learned.contains(#"$type != "send" or .sent - $before.sent == 1"#))
        #expect(learned.contains(#".sent == $before.sent or $type == "send""#))
        let spoiled = expressions(typing { $0 == 9 ? $1 + " " : $1 })
        #expect(!spoiled.contains(#"$type != "type" or .text == $action.type.text"#))
    }

    @Test func whatFollowsFromAnotherRuleIsLeftOut() {
        let copied = learner(10, from: ["user": ["name": "", "age": 0]]) { session in
            (0..<3).map { index in
                let user: JSONValue = ["name": .string("n\(session)\(index)"), "age": number(20 + session + index)]
                return ("set", ["user": user, "at": number(index)], ["user": user])
            }
        }
        let learned = expressions(copied)
        #expect(learned.contains(#"$type != "set" or .user == $action.user"#))
        #expect(!learned.contains { $0.contains("$action.user.name") || $0.contains("$action.user.age") }, "the whole user is copied")
        #expect(!expressions(counting { [1 + $0 % 2, 3, 4] }).contains(".count >= 0"), "it begins at 0 and never falls")
    }

    @Test func fortyAtMostTheMostSurprisingFirst() {
        let names = (0..<60).map { "n\($0)" }
        let many = learner(10, from: .object(JSONObject(names.map { ($0, 0) }))) { session in
            (1...4).map { step in ("set", [:], .object(JSONObject(names.map { ($0, number(step * session)) }))) }
        }
        let all = many.rules(limit: nil)
        #expect(all.count > LearnedRule.limit)
        #expect(many.rules().count == LearnedRule.limit)
        #expect((all.first?.surprise ?? 0) >= (all.last?.surprise ?? 0))
    }

    @Test func maskedTextsAreComparedForEqualityAlone() {
        var masked = typing()
        masked.isMasked = true
        let learned = expressions(masked)
        #expect(learned.contains(#"$type != "type" or .text == $action.type.text"#))
        #expect(!learned.contains { $0.contains(#"== "a"#) })
    }

    @Test func dictionariesAreGeneralisedOverTheirKeys() {
        let learned = learner(10, from: ["prices": [:]]) { session in
            (1...3).map { count in
                ("add", [:], ["prices": .object(JSONObject((0..<count).map { ("\(session * 10 + $0)", number(5 + session + $0)) }))])
            }
        }
        #expect(expressions(learned).contains("(.prices | all(. > 0))"))
    }

    @Test func whatIsInACaseIsNotThereInAnother() {
        let learned = learner(10, from: ["jobs": [:]]) { session in
            (1...4).map { step in
                let failed = ("a \(session)", ["failed": ["code": number(step + session)]] as JSONValue)
                return ("run", [:], ["jobs": .object(JSONObject([failed] + (step > 1 ? [("b \(step)", ["done": ["code": 1]])] : [])))])
            }
        }
        #expect(!expressions(learned).contains("(.jobs | all(.failed.code > 0))"))
    }

    @Test func aStateAfterAnUnknownOneCountsAgainstItsAction() {
        var learner = counting { session in [session, 7] }
        let rule = #"$type != "close" or .count == 0"#
        func close(_ count: Int) {
            learner.loseState()
            learner.observe(state: ["count": number(count)], after: 3, type: "close")
        }
        for session in 0..<20 {
            learner.beginRecording("\(session)")
            learner.observe(state: ["count": number(session + 1)], after: 0)
            let patch = JSONPatch([.replace(JSONPointer(tokens: ["count"]), 0)])
            learner.observe(1, type: "close", action: [:], patch: patch, state: ["count": 0])
        }
        #expect(expressions(learner).contains(rule))
        close(0)
        #expect(expressions(learner).contains(rule))
        close(1)
        #expect(!expressions(learner).contains(rule))
    }

    @Test func aDifferenceOfNumbersThatDoublesRoundIsNotLearned() {
        let learned = learner(10, from: ["at": number(1 << 60)]) { session in
            (1...4).map { ("tick", [:], ["at": number((1 << 60) + $0 * 1024 + session % 2)]) }
        }
        #expect(!expressions(learned).contains { $0.contains(".at - $before.at") })
    }

    @Test("A rule is in the language that check evaluates itself")
    func eachRuleIsAnExpression() throws {
        for learner in [
            typing(), selecting { $1 - 1 }, lists { [$0 + 1, $0 + 20] }, parts([(true, false), (false, true), (false, false)]),
        ] {
            for rule in learner.rules(limit: nil) {
                _ = try Expression(parsing: rule.expression)
                #expect(!rule.name.contains(":") && rule.lines.count == 2)
            }
        }
    }

    @Test func aFileOfRulesKeepsTheirSupport() throws {
        let rules = typing().rules()
        let text = rules.flatMap(\.lines).joined(separator: "\n")
        let read = try Invariant.list(parsing: text)
        #expect(read.map(\.name) == rules.map(\.name))
        #expect(read.map(\.comment) == rules.map(\.support.text))
        #expect(read.allSatisfy { $0.sessions == 10 })
    }
}
