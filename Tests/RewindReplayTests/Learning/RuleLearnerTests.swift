import RewindFormat
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

    @Test func aPartThatActionsOfAKindChangeMayBeChangedByThoseOfItThatNeverCame() {
        /// Sessions in which three of a cart's actions change its count.
        func learned(declaring cases: [String]) -> [String] {
            var counting = learner(10, from: ["count": 0]) { session in
                (0..<6).map { ("cart/add", [:], ["count": number($0 + 1 + session)]) }
                    + ["a", "b", "c"].flatMap { name in (0..<5).map { _ in (name, [:] as JSONValue, ["count": number(6 + session)]) } }
            }
            var manifest = Manifest(recorder: "", started: 0)
            manifest.stores = [Manifest.StoreInfo(name: "main", state: "Shop", action: "Action")]
            let all = TypeShape(.enum, [.init("cart", "Cart"), .init("a", nil), .init("b", nil), .init("c", nil)])
            manifest.types = ["Action": all.json, "Cart": TypeShape(.enum, cases.map { .init($0, nil) }).json]
            counting.declared.add(manifest, store: "main")
            return expressions(counting)
        }
        #expect(learned(declaring: ["add"]).contains(#".count == $before.count or $type == "cart/add""#))
        #expect(learned(declaring: ["add", "clear"]).contains(#".count == $before.count or ($type | startswith("cart/"))"#))
    }

    /// Sessions in which something is asked, and answered a few steps later.
    private func asking(_ answer: (Int) -> String?, after steps: Int = 2) -> RuleLearner {
        var learner = RuleLearner()
        for session in 0..<12 {
            learner.beginRecording("\(session)")
            learner.observe(state: ["count": 0], after: 0)
            var step = 0
            func add(_ type: String, cause: Int? = nil) {
                step += 1
                learner.observe(step, type: type, action: [:], cause: cause, patch: JSONPatch([]), state: ["count": 0])
            }
            for _ in 0..<2 {
                add("ask")
                let asked = step
                for _ in 1..<steps { add("wait") }
                if let type = answer(session) { add(type, cause: asked) }
            }
        }
        return learner
    }

    @Test func anActionThatIsAnswered() {
        let rule = #"$last.ask == null or $step - $last.ask < 20 or $last.fail > $last.ask or $last.succeed > $last.ask"#
        #expect(expressions(asking { $0 % 3 == 0 ? "fail" : "succeed" }).contains(rule))
        #expect(!expressions(asking { $0 % 3 == 0 ? nil : "succeed" }).contains { $0.contains("$last.ask") }, "not always")
        #expect(!expressions(asking({ _ in "succeed" }, after: 30)).contains { $0.contains("$last.ask") }, "too late to be one")
    }

    /// Sessions that begin with an action, and go on in any order.
    private func wandering(_ again: Int? = nil, isScripted: Bool = false) -> RuleLearner {
        var learner = RuleLearner()
        for session in 0..<40 {
            learner.beginRecording("\(session)")
            learner.observe(state: ["count": 0], after: 0)
            let letters = ["a", "b", "c", "d", "e", "f", "g", "h"]
            var types = ["launch"] + (0..<24).map { letters[isScripted ? $0 / 3 : ($0 * (2 * session + 1) + session) % 8] }
            if session == again { types.append("launch") }
            for (index, type) in types.enumerated() {
                learner.observe(index + 1, type: type, action: [:], patch: JSONPatch([]), state: ["count": 0])
            }
        }
        return learner
    }

    @Test func anActionThatNeverComesAfterAnother() {
        func rules(_ learner: RuleLearner) -> [String] { expressions(learner).filter { $0.hasPrefix(#"$type != "launch" or $last."#) } }
        #expect(rules(wandering()).count == 1)
        #expect(rules(wandering(7)) == [], "once it came")
        #expect(rules(wandering(isScripted: true)) == [], "all of them come in one order, which says nothing")
    }

    @Test func whatComesWithTheActionIsNotItsDoing() {
        let learned = learner(10, from: ["episode": nil, "title": ""]) { _ in
            (0..<3).flatMap { _ in
                [
                    ("load", ["id": 11, "title": "The Stapler Summit"], ["episode": 11, "title": "The Stapler Summit"]),
                    ("leave", [:], ["episode": nil, "title": ""]),
                ] as [Step]
            }
        }
        let ofActions = expressions(learned).filter { $0.hasPrefix("$type") }
        #expect(!ofActions.contains { $0.contains("== 11") || $0.contains("Stapler") }, "all sessions load one")
        #expect(expressions(learned).contains(#"$type != "load" or .title == $action.title"#))
        #expect(expressions(learned).contains(#"$type != "leave" or .episode == null"#))
    }

    @Test func theSignOfIdsAndPlaceholdersSaysNothing() {
        let learned = learner(10, from: ["items": [], "chosen": nil, "token": nil]) { session in
            (0..<4).map { index in
                let ids = (0...index).map { session * 10 + $0 + 1 }
                let items = JSONValue.array(ids.map { ["id": number($0)] })
                let token = JSONValue.string("[REDACTED 0000\(1000 + session * 10 + index)]")
                return ("add", [:], ["items": items, "chosen": number(ids[index]), "token": index % 2 == 0 ? token : nil])
            }
        }
        #expect(!expressions(learned).contains { $0.contains(".chosen > 0") || $0.contains(".token") && $0.contains("length") })
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
            asking { _ in "succeed" }, wandering(),
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
