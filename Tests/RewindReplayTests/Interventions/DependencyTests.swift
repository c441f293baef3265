import RewindFormat
import RewindValue
import Testing

@testable import RewindReplay

/// What the value after a step is said to depend on, by reducers of which that is known.
@Suite("What a value depends on", .timeLimit(.minutes(5)))
struct DependencyTests {
    @Test("A value that is copied follows the part that it was copied from, and nothing else")
    func copies() {
        var reducer = FunctionReducer { action, state in state.set("/title", action.at("/add/title") ?? .null) }
        let found = reducer.dependencies(
            of: "/title", action: ["add": ["title": "tea", "price": 3]], state: ["title": "", "other": ["a", "b"], "open": true])
        #expect(found.words == ["action/add/title copied"])
        #expect(found.parts.first?.became == found.parts.first?.replacedBy)
        #expect(found.isComplete && found.remark == nil)
        #expect(found.independent.contains(.state(.root)) && found.independent.contains(.action("/add/price")))
    }

    @Test("A part inside a text is copied, and a text that is made of it otherwise is computed")
    func copiesIntoTexts() {
        var reducer = FunctionReducer { action, state in
            let name = action.at("/name")?.string ?? ""
            state.set("/greeting", .string("Hello \(name), you have \(state.int("/count")) new"))
            state.set("/loud", .string(name.uppercased()))
        }
        let state: JSONValue = ["greeting": "", "loud": "", "count": 3]
        let greeting = reducer.dependencies(of: "/greeting", action: ["name": "Ada"], state: state)
        #expect(greeting.words == ["action/name copied", "state/count copied"])
        #expect(reducer.dependencies(of: "/loud", action: ["name": "Ada"], state: state).words == ["action/name computed"])
    }

    @Test("A sum names all of its parts, folded; those that it leaves out are not among them")
    func sums() {
        var reducer = FunctionReducer { _, state in
            let items = state["items"]?.array ?? []
            state.set("/total", .number(JSONNumber(items.reduce(0) { $0 + $1.int("/price") } + state.int("/shipping"))))
        }
        let items = (0..<12).map { ["id": .number(JSONNumber($0)), "price": .number(JSONNumber($0 + 5)), "name": "x"] as JSONValue }
        let found = reducer.dependencies(
            of: "/total", action: ["sum": [:]], state: ["items": .array(items), "shipping": 4, "total": 0, "note": "none"])
        #expect(found.parts.filter { $0.source.place.tokens.last == "price" }.count == 12)
        #expect(!found.parts.contains { $0.source.place.tokens.last == "name" || $0.source.place.tokens.last == "id" })
        #expect(found.words.contains("state/shipping computed") && found.isComplete)
        let prices = found.folded.first { $0.fold?.pattern == "/items/*/price" }
        #expect(prices?.fold?.count == 12 && prices?.proven == 12 && prices?.first.kind == .computed)
        #expect(found.runs < 200, "\(found.runs)")
    }

    @Test("Of very many parts alike some are changed alone, and the others together")
    func sumsMany() {
        var reducer = FunctionReducer { _, state in
            state.set("/total", .number(JSONNumber((state["numbers"]?.array ?? []).reduce(0) { $0 + ($1.int ?? 0) })))
        }
        let numbers = JSONValue.array((0..<1_000).map { .number(JSONNumber($0)) })
        let found = reducer.dependencies(of: "/total", action: ["sum": [:]], state: ["numbers": numbers, "total": 0])
        let fold = found.folded.first { $0.fold?.pattern == "/numbers/*" }
        #expect(fold?.fold?.count == 1_000 && fold?.proven == 24 && found.alike.map(\.count) == [976])
        #expect(found.runs <= 400 && found.isComplete, "\(found.runs) \(found.gaps)")
    }

    @Test("What decides whether a value is written is told from what it is computed from")
    func decides() {
        var reducer = FunctionReducer { action, state in
            if state.at("/isOpen")?.bool == true, state.at("/user/role")?.string == "admin" {
                state.set("/note", action.at("/note") ?? .null)
            }
        }
        var state: JSONValue = ["isOpen": true, "user": ["role": "admin", "age": 40], "note": "old"]
        let found = reducer.dependencies(of: "/note", action: ["note": "new"], state: state)
        #expect(found.words == ["action/note copied", "state/isOpen decides", "state/user/role decides"])
        // A flag that is copied is not one that decides, although the value is then what it was.
        reducer = FunctionReducer { action, state in state.set("/isOn", action.at("/on") ?? .null) }
        state = ["isOn": false]
        #expect(reducer.dependencies(of: "/isOn", action: ["on": true], state: state).words == ["action/on copied"])
        reducer = FunctionReducer { action, state in if action.at("/on") == true { state.set("/isOn", true) } }
        #expect(reducer.dependencies(of: "/isOn", action: ["on": true], state: state).words == ["action/on decides"])
    }

    @Test("Two changes that cancel each other are not missed")
    func cancels() {
        var reducer = FunctionReducer { _, state in
            let parity = (state["flags"]?.array ?? []).reduce(false) { $0 != ($1.bool ?? false) }
            state.set("/parity", .bool(parity))
        }
        for count in [2, 3, 4, 8, 40] {
            let flags = JSONValue.array((0..<count).map { .bool($0 % 3 == 0) })
            let found = reducer.dependencies(of: "/parity", action: ["add": [:]], state: ["flags": flags, "parity": true])
            let flagged = found.parts.filter { $0.source.place.tokens.first == "flags" && $0.source.place.tokens.count == 2 }
            #expect(flagged.count + found.alike.reduce(0) { $0 + $1.count } == count, "\(count): \(found.words)")
        }
    }

    @Test("Parts that matter only together are named as such, and not as a cause each")
    func together() {
        var reducer = FunctionReducer { _, state in
            state.set("/any", .bool(state.at("/a") == true || state.at("/b") == true))
        }
        let found = reducer.dependencies(
            of: "/any", action: ["go": [:]], state: ["a": true, "b": true, "any": false, "c": true, "d": 4])
        #expect(found.parts.isEmpty && found.together == [[.state("/a"), .state("/b")]])
        #expect(found.independent.contains(.state("/c")) && found.independent.contains(.state("/d")))
    }

    @Test("A part whose other values do not decode is not judged")
    func undecodable() {
        var reducer = FunctionReducer(decodes: { ["red", "green"].contains($0["color"]?.string) }) { _, state in
            state.set("/copy", state["color"] ?? .null)
        }
        let state: JSONValue = ["color": "red", "copy": "", "n": 1, "m": 2]
        let found = reducer.dependencies(of: "/copy", action: ["go": [:]], state: state)
        #expect(found.parts.isEmpty && found.unjudged.contains(.state("/color")))
        #expect(found.independent.contains(.state("/n")) && !found.independent.contains(.state(.root)))
        // The recording knows another value.
        var hints = InterventionHints()
        for color in ["red", "green", "red", "green"] as [JSONValue] { hints.states.add(["color": color, "copy": color]) }
        let judged = reducer.dependencies(of: "/copy", action: ["go": [:]], state: state, hints: hints)
        #expect(judged.words == ["state/color copied"] && judged.parts.first?.replacedBy == "green")
    }

    @Test("The types of a manifest tell the other cases of an enum, and what an optional may be")
    func types() {
        let shapes: JSONObject = [
            "App.State": [
                "kind": "struct",
                "fields": ["color": "App.Color", "screen": "App.Screen", "user": "Swift.Optional<Swift.String>", "shown": "Swift.String"],
            ],
            "App.Color": ["kind": "enum", "cases": ["red": nil, "green": nil]],
            "App.Screen": ["kind": "enum", "cases": ["home": nil, "detail": "(id: Swift.Int)"]],
        ]
        var hints = InterventionHints()
        hints.stateTypes = StateTypes(shapes: shapes, state: "App.State")
        var reducer = FunctionReducer(decodes: { state in
            ["red", "green"].contains(state["color"]?.string) && ["home", "detail"].contains(state["screen"]?.object?.keys.first)
        }) { _, state in
            let place = state["screen"]?.object?.keys.first ?? ""
            state.set("/shown", .string("\(place) \(state["color"]?.string ?? "") \(state["user"]?.string ?? "nobody")"))
        }
        let found = reducer.dependencies(
            of: "/shown", action: ["go": [:]], state: ["color": "red", "screen": ["detail": ["id": 4]], "shown": ""], hints: hints)
        #expect(Set(found.parts.map(\.source)) == [.state("/color"), .state("/screen"), .state("/user")], "\(found.words)")
        #expect(found.parts.first { $0.source == .state("/user") }?.value == nil)
    }

    @Test("The cases that the type of an action names are not replaced, as it would be another action; a case in its payload is")
    func cases() {
        let action: JSONValue = ["home": ["_0": ["sort": ["by": ["title": [:]]]]]]
        var hints = InterventionHints()
        for other in [["home": ["_0": ["load": [:]]]], ["home": ["_0": ["sort": ["by": ["date": [:]]]]]], action, ["quit": [:]]]
            as [JSONValue]
        {
            hints.actions.add(other)
        }
        let parts = InterventionParts(action: action, type: "home/sort", state: [:], hints: hints, limit: 100).parts
        #expect(parts.map(\.source) == [.action("/home/_0/sort/by")] && parts.first?.replacements == [["date": [:]]])
    }

    @Test("Another value under which the reducer crashes is told from one that the value follows")
    func crashes() {
        var reducer = FunctionReducer { action, state throws(FunctionReducer.Ending) in
            let items = state["items"]?.array ?? []
            let index = action.int("/index")
            if !items.indices.contains(index) || state.at("/isReady") != true { throw .crash }
            state.set("/chosen", items[index])
        }
        let found = reducer.dependencies(
            of: "/chosen", action: ["index": 2], state: ["items": ["a", "b", "c"], "chosen": "", "isReady": true, "n": 1])
        #expect(found.words.contains("state/isReady survives") && found.words.contains("state/items/2 copied"))
        // The index 0 does not crash.
        #expect(found.words.contains("action/index computed"))
        #expect(found.parts.first { $0.kind == .survives }?.became == nil && found.independent.contains(.state("/n")))
    }

    @Test("Nothing is claimed of a reducer that is not deterministic, or does not make what was recorded")
    func refuses() {
        var count = 0
        var reducer = FunctionReducer { action, state in
            count += 1
            state.set("/n", .number(JSONNumber(count)))
        }
        let random = reducer.dependencies(of: "/n", action: ["go": [:]], state: ["n": 0])
        guard case .notDeterministic? = random.refusal else { return #expect(Bool(false), "\(random)") }
        #expect(random.parts.isEmpty && !random.isComplete && random.remark?.contains("not deterministic") == true)
        // One that differs only after a while is found out in the end.
        count = 0
        reducer = FunctionReducer { _, state in
            count += 1
            state.set("/n", count > 5 ? 2 : 1)
        }
        let late = reducer.dependencies(of: "/n", action: ["go": [:]], state: ["n": 0, "a": 1, "b": 2, "c": true])
        #expect(late.parts.isEmpty && late.refusal == .notDeterministic(1, 2))
        reducer = FunctionReducer { _, state in state.set("/n", 1) }
        let other = Step(["go": [:]]).dependencies(of: "/n", from: ["n": 0], to: ["n": 5], by: &reducer)
        #expect(other.refusal == .otherValue(recorded: 5) && other.parts.isEmpty && other.value == 1)
        reducer = FunctionReducer { _, _ throws(FunctionReducer.Ending) in throw .crash }
        #expect(reducer.dependencies(of: "/n", action: ["go": [:]], state: ["n": 0]).refusal == .crashes("SIGILL"))
        reducer = FunctionReducer { _, _ throws(FunctionReducer.Ending) in throw .undecodable("no such action") }
        #expect(reducer.dependencies(of: "/n", action: ["go": [:]], state: ["n": 0]).refusal == .notReducible("no such action"))
    }

    @Test("The budget is kept, and what is left is said", arguments: [1, 2, 3, 7, 20, 60])
    func budget(runs: Int) {
        var reducer = FunctionReducer { _, state in
            var sum = 0
            for (_, value) in state["parts"]?.object ?? [:] { sum += value.int ?? 0 }
            state.set("/sum", .number(JSONNumber(sum)))
        }
        let parts = JSONValue.object(JSONObject((0..<100).map { ("p\($0)", .number(JSONNumber($0))) }))
        let found = reducer.dependencies(
            of: "/sum", action: ["go": [:]], state: ["parts": parts, "sum": 0], budget: InterventionBudget(runs: runs))
        #expect(found.runs <= runs && reducer.runs == found.runs && !found.isComplete, "\(found.runs)")
        #expect(found.parts.allSatisfy { $0.source.place.tokens.first == "parts" } && found.remark != nil)
        #expect(!found.independent.contains { $0.place.tokens.first == "parts" })
    }

    @Test("An element whose index is another under a change is followed by its id")
    func followsElements() {
        var reducer = FunctionReducer { action, state in
            var items = state["items"]?.array ?? []
            items.insert(["id": 9, "name": action["name"] ?? .null], at: 0)
            if state["isSorted"] == true { items.sort { ($0["name"]?.string ?? "") < ($1["name"]?.string ?? "") } }
            state.set("/items", .array(items))
        }
        let state: JSONValue = ["items": [["id": 1, "name": "b"], ["id": 2, "name": "d"]], "isSorted": true, "n": 1]
        let found = reducer.dependencies(of: "/items/1/name", action: ["name": "c"], state: state)
        // Not where it stands, but what it is called is asked about.
        #expect(found.words == ["action/name copied"], "\(found.words)")
        // Without ids it is the element at the index.
        let plain = FollowedPlace("/a/1", in: ["a": [1, 2, 3]])
        #expect(plain.value(in: ["a": [5, 6]]) == 6 && plain.value(in: ["a": [5]]) == nil)
        let byID = FollowedPlace("/a/1/n", in: ["a": [["id": 1, "n": 10], ["id": 2, "n": 20]]])
        #expect(byID.value(in: ["a": [["id": 2, "n": 21], ["id": 1, "n": 10]]]) == 21)
        #expect(byID.value(in: ["a": [["id": 1, "n": 10], ["id": 7, "n": 22]]]) == 22)
        #expect(byID.value(in: ["a": [["id": 3, "n": 10], ["id": 1, "n": 22]]]) == nil)
    }

    @Test("A count depends on the array, and not on what is in its elements")
    func counts() {
        var reducer = FunctionReducer { _, state in state.set("/count", .number(JSONNumber(state["items"]?.array?.count ?? 0))) }
        let found = reducer.dependencies(of: "/count", action: ["go": [:]], state: ["items": [["n": 1], ["n": 2]], "count": 0])
        #expect(found.words == ["state/items computed"] && found.isComplete)
    }

    @Test("A value is given to try that is of the shape of the other")
    func texts() {
        #expect(OtherText.likewise("Ada") == "Beb" && OtherText.likewise("...") == nil)
        #expect(OtherText.likewise("2026-11-21T11:50:02Z") == "2027-11-21T11:50:03Z")
        let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        let other = OtherText.likewise(uuid) ?? ""
        #expect(other.count == uuid.count && other.allSatisfy { $0.isHexDigit || $0 == "-" } && other != uuid)
        #expect(OtherText.likewise("https://example.com/a/b") == "https://example.com/a/c")
    }
}
