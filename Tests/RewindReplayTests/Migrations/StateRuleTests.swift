import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

/// Rules that make of a state what a later version of the app has.
@Suite("Migrations of states", .timeLimit(.minutes(2)))
struct StateRuleTests {
    private let folder = TemporaryFolder()

    private static func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test(arguments: [
        (#"{"rename":"/a","to":"/b","version":2}"#, #"{"a":1,"c":2}"#, #"{"b":1,"c":2}"#),
        (#"{"rename":"/a","to":"/x/y","version":2}"#, #"{"a":1}"#, #"{"x":{"y":1}}"#),
        (#"{"rename":"/a","to":"/b","version":2}"#, #"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#),
        (#"{"rename":"/a","to":"/a/in","version":2}"#, #"{"a":{"in":1}}"#, #"{"a":{"in":{"in":1}}}"#),
        (#"{"rename":"/a/in","to":"/a","version":2}"#, #"{"a":{"in":1,"out":2}}"#, #"{"a":1}"#),
        (#"{"rename":"/a/*/old","to":"/a/*/new","version":2}"#, #"{"a":[{"old":1},{"old":2},3]}"#, #"{"a":[{"new":1},{"new":2},3]}"#),
        (#"{"rename":"/a/*/old","to":"/a/*/new","version":2}"#, #"{"a":{"x":{"old":1}}}"#, #"{"a":{"x":{"new":1}}}"#),
        (#"{"default":"/a/new","value":null,"version":2}"#, #"{"a":{"old":1}}"#, #"{"a":{"old":1,"new":null}}"#),
        (#"{"default":"/a/new","value":0,"version":2}"#, #"{"a":{"new":1}}"#, #"{"a":{"new":1}}"#),
        (#"{"default":"/a/new","value":0,"version":2}"#, #"{"b":1}"#, #"{"b":1}"#),
        (#"{"remove":"/a/*/old","version":2}"#, #"{"a":[{"old":1},{"b":2}]}"#, #"{"a":[{},{"b":2}]}"#),
        (#"{"wrap":"/a","as":"name","version":2}"#, #"{"a":"x"}"#, #"{"a":{"name":"x"}}"#),
        (#"{"wrap":"/a","version":2}"#, #"{"a":"x"}"#, #"{"a":["x"]}"#),
        (#"{"wrap":"","as":"all","version":2}"#, #"{"a":1}"#, #"{"all":{"a":1}}"#),
        (#"{"wrap":"/a/*","as":"id","version":2}"#, #"{"a":[1,2]}"#, #"{"a":[{"id":1},{"id":2}]}"#),
    ])
    func changeAState(rule: String, state: String, expected: String) throws {
        let rule = try StateRule(json: Self.value(rule))
        #expect([rule].applied(to: try Self.value(state)) == (try Self.value(expected)))
        #expect(try StateRule(json: rule.json) == rule)
    }

    private static let rules: [StateRule] = [
        StateRule(.rename("/cart/sum", to: "/cart/total"), version: 2), StateRule(.fill("/cart/coupon", nil), version: 3),
        StateRule(.rename("/items/*/id", to: "/items/*/key"), version: 3), StateRule(.remove("/old"), version: 3),
        StateRule(.wrap("/owner", key: "name"), version: 4), StateRule(.rename("/far/away", to: "/near/by"), version: 4),
    ]

    /// A state of the first version.
    private static func state(_ random: inout SeededGenerator) -> JSONValue {
        var state: JSONObject = ["plain": .number(JSONNumber(random.below(3)))]
        state["cart"] = ["sum": .number(JSONNumber(random.below(5))), "note": "n"]
        state["items"] = .array((0..<random.below(4)).map { _ in ["id": .number(JSONNumber(random.below(4)))] })
        if random.below(2) == 0 { state["old"] = .number(JSONNumber(random.below(3))) }
        if random.below(3) > 0 { state["owner"] = .string("owner \(random.below(3))") }
        if random.below(2) == 0 { state["far"] = ["away": .number(JSONNumber(random.below(3))), "here": 1] }
        if random.below(5) == 0 { state["cart"] = nil }
        return .object(state)
    }

    @Test(arguments: 1...20)
    func statesAndPatchesAreThoseOfTheLaterVersion(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var states = [Self.state(&random)]
        let builder = try RecordingBuilder(in: folder, state: states[0])
        for step in 1...60 {
            let next = random.below(4) == 0 ? states[step - 1] : Self.state(&random)
            try builder.step(step, "next", TreeDiff(from: states[step - 1], to: next).patch.json.jsonText)
            states.append(next)
            if step % 20 == 0 { try builder.roll(at: step, next) }
        }
        let recording = try Recording(directory: builder.finish())
        let timeline = try Timeline(recording).read(by: ["main": Self.rules])
        var walked = Self.rules.applied(to: states[0])
        for step in 1...60 {
            let expected = Self.rules.applied(to: states[step])
            #expect(try timeline.state(at: step).get() == expected)
            try #require(try timeline.step(at: step)?.patch).apply(to: &walked)
            #expect(walked == expected)
            #expect(try timeline.recordedState(at: step, store: "main").get() == states[step])
        }
        for step in (0...60).reversed() { #expect(try timeline.state(at: step).get() == Self.rules.applied(to: states[step])) }
        #expect(timeline.version(of: "main") == 4)
    }

    @Test func rulesOfTheRecordedVersionAndOfOtherStoresAreNotFollowed() throws {
        let builder = try RecordingBuilder(in: folder, stores: ["main", "side"], state: ["cart": ["sum": 1]]) { $0.stores[0].version = 2 }
        builder.keyframe(0, ["cart": ["sum": 2]], store: "side")
        try builder.step(1, "next")
        let timeline = try Timeline(Recording(directory: builder.finish())).read(by: ["main": Array(Self.rules.prefix(2))])
        #expect(try timeline.state(at: 1, store: "main").get() == ["cart": ["sum": 1, "coupon": nil]])
        #expect(try timeline.state(at: 1, store: "side").get() == ["cart": ["sum": 2]])
        #expect(timeline.rules["side"] == nil && timeline.rules["main"]?.count == 1)
    }

    @Test func aStoreThatGoesOnFromASegmentBeforeIsFollowed() throws {
        let builder = try RecordingBuilder(in: folder, state: ["cart": ["sum": 1]])
        try builder.step(1, "next")
        try builder.roll()
        try builder.step(2, "next", #"[{"op":"replace","path":"/cart/sum","value":5}]"#)
        let timeline = try Timeline(Recording(directory: builder.finish())).read(by: ["main": Self.rules])
        #expect(try timeline.state(at: 2).get() == ["cart": ["total": 5, "coupon": nil]])
        #expect(try timeline.step(at: 2)?.patch == JSONPatch([.replace(JSONPointer(tokens: ["cart", "total"]), 5)]))
    }

    @Test func aPatchThatDoesNotFitLosesTheState() throws {
        let builder = try RecordingBuilder(in: folder, state: ["cart": ["note": "n"]])
        try builder.step(1, "next", #"[{"op":"replace","path":"/cart/coupon","value":5}]"#)
        let timeline = try Timeline(Recording(directory: builder.finish())).read(by: ["main": Self.rules])
        guard case .unknown = try timeline.state(at: 1) else {
            Issue.record("the rule's own member was replaced")
            return
        }
    }
}
