import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindRendering
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

/// A list that grows at its front, is edited, and has a merged step, over two segments; then a state that is lost and comes back.
@Suite("Questions to a recording", .timeLimit(.minutes(5)))
struct QueryTests {
    private let folder = TemporaryFolder()
    private let timeline: Timeline

    init() throws {
        let builder = try RecordingBuilder(in: folder, state: ["items": [["id": 1, "n": 0]], "busy": false])
        for step in 1...6 { try builder.action(step, "a\(step)") }
        try builder.patch(1, #"[{"op":"replace","path":"/items/0/n","value":1}]"#)
        try builder.patch(2, #"[{"op":"add","path":"/items/0","value":{"id":2,"n":0}}]"#)
        try builder.patch(3, "[]")
        try builder.patch(5, #"[{"op":"replace","path":"/busy","value":true}]"#, merged: 4...5)
        try builder.patch(6, #"[{"op":"add","path":"/items/-","value":{"id":3,"n":0}},{"op":"replace","path":"/busy","value":false}]"#)
        try builder.roll(at: 6, ["items": [["id": 2, "n": 0], ["id": 1, "n": 1], ["id": 3, "n": 0]], "busy": false])
        for step in 7...10 { try builder.action(step, "a\(step)") }
        try builder.patch(7, #"[{"op":"move","from":"/items/2","path":"/items/0"}]"#)
        try builder.patch(8, #"[{"op":"remove","path":"/items/1"},{"op":"replace","path":"/busy","value":true}]"#)
        builder.line(9, ActionLine.mainStore, .unencodable("no"))
        builder.keyframe(10, ["items": [["id": 3, "n": 0], ["id": 1, "n": 2]], "busy": true])
        timeline = try Timeline(Recording(directory: try builder.finish()))
    }

    private func place(_ text: String) throws -> JSONPointer { try JSONPointer(argument: text) }

    @Test(
        arguments: [
            ("(.items | length) == 2", SearchScope.first, [2...2]), (".busy", .first, [4...5]), (".busy", .all, [4...5, 8...8, 9...10]),
            (".busy", .last, [9...10]), (".busy | not", .first, [0...0]), (".busy | not", .all, [0...0, 6...6]), (".nothing", .all, []),
            (".items[0].id == 3", .first, [7...7]), (".items[-1].n == 2", .first, [9...10]),
        ] as [(String, SearchScope, [ClosedRange<Int>])])
    func findWhereSomethingBecomesTrue(text: String, scope: SearchScope, steps: [ClosedRange<Int>]) throws {
        let result = try timeline.find(Predicate(parsing: text), scope: scope)
        #expect(result.matches.map(\.steps) == steps)
    }

    @Test
    func sayHowLongItStaysTrueAndWhichStatesNobodyKnows() throws {
        let result = try timeline.find(Predicate(parsing: ".busy"), scope: .all)
        #expect(result.matches.map(\.lastTrueStep) == [5, 8, 10])
        #expect(result.unknown.count == 2)
        #expect(
            result.unknown.sentence
                == "the states after 2 steps are unknown, first that after step 4: the recorder wrote one patch for steps 4 to 5, under load or by its policy"
        )
    }

    @Test
    func lookAtAPartOfTheRecordingOnly() throws {
        let result = try timeline.find(Predicate(parsing: ".busy"), scope: .all, in: 6...8)
        #expect(result.matches.map(\.steps) == [8...8])
        #expect(result.matches.map(\.lastTrueStep) == [8])
    }

    @Test("Find says what there is where a path is missing, and counts the steps without a value")
    func findSaysWhatThereIsAndCountsFailures() throws {
        let typo = try timeline.find(Predicate(parsing: ".bussy"))
        #expect(
            typo.unmatchedReference?.sentence
                == "the state after step 10 has nothing at /bussy; did you mean /busy? the state has items, busy")
        let failing = try timeline.find(Predicate(parsing: ".busy.x"))
        #expect(failing.failures.count == 5)
        #expect(failing.failures.reason == "a boolean has no member \"x\"")
    }

    @Test
    func giveEveryValueThatAPlaceHad() throws {
        var rows: [(ClosedRange<Int>, JSONValue?)] = []
        let unknown = try timeline.forEachChange(of: [place(".items[0].id")]) { row in
            rows.append((row.steps, row.values[0]))
            return true
        }
        #expect(rows.map(\.0) == [0...0, 2...2, 7...7])
        #expect(rows.map(\.1) == [1, 2, 3])
        #expect(unknown.count == 2)
    }

    @Test
    func putSeveralPlacesSideBySide() throws {
        var rows: [HistoryRow] = []
        try timeline.forEachChange(of: [place(".busy"), place(".items[2]")], in: 4...8) { row in
            rows.append(row)
            return true
        }
        #expect(rows.map(\.steps) == [4...5, 6...6, 7...7, 8...8])
        #expect(rows.map(\.changed) == [[true, true], [true, true], [false, true], [true, true]])
        #expect(rows.last?.values == [true, nil])
    }

    @Test(
        arguments: [
            (".items[0]", 8, [("/items/0/id", 6...6), ("/items/0/n", 6...6)]), (".items[1].n", 8, [("/items/1/n", 1...1)]),
            (".items", 8, [("/items/0", 6...6), ("/items/1", 1...1)]),
            (".items", 6, [("/items/0", 2...2), ("/items/1", 1...1), ("/items/2", 6...6)]), (".busy", 5, [("/busy", 4...5)]),
            (".items[1].n", 10, [("/items/1/n", 9...10)]), (".items[0].n", 10, [("/items/0/n", 6...6)]),
            (".items[1].id", 10, [("/items/1/id", 0...0)]), ("", 1, [("/items", 1...1), ("/busy", 0...0)]),
        ] as [(String, Int, [(String, ClosedRange<Int>)])])
    func blameTheStepThatChangedAValueWhereverTheValueWasThen(path: String, step: Int, lines: [(String, ClosedRange<Int>)]) throws {
        let blame = try timeline.blame(place(path), at: step)
        #expect(blame.lines.map(\.place.description) == lines.map(\.0))
        #expect(blame.lines.map(\.steps) == lines.map(\.1))
    }

    @Test
    func blameNobodyForWhatIsNotThereOrNotKnown() throws {
        #expect(throws: QuestionError.self) { try timeline.blame(.root, at: 4) }
        #expect(throws: (any Error).self) { try timeline.blame(place("/nothing"), at: 3) }
    }

    @Test
    func checkInvariants() throws {
        let invariants = try Invariant.list(
            parsing: "# of a list\nfew: (.items | length) < 3\n\n has items : .items != null\ntyped: .busy | length\n")
        #expect(invariants.map(\.name) == ["few", "has items", "typed"])
        let (results, unknown) = try timeline.check(invariants)
        #expect(results.map(\.broken) == [6...6, nil, 0...0])
        #expect(results.map(\.failures.reason) == ["", "", "a boolean has no length"])
        #expect(unknown.count == 2)
    }

    @Test(arguments: [("x", 1, "a line takes a name"), ("# a\n: .x", 2, "there is no name"), ("a: .x +", 1, "'.x +' can't be evaluated")])
    func sayWhichLineOfAFileIsNoInvariant(text: String, line: Int, reason: String) throws {
        let error = #expect(throws: InvariantError.self) { try Invariant.list(parsing: text) }
        #expect(error?.line == line)
        #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
    }

    @Test(
        arguments: [
            ("types", [1, 5, 10]), ("exclusion", [2, 3, 4, 6, 7, 8, 9, 10]), ("text", [2]), ("places", [5, 6, 8]),
            ("unchanged", [1, 2, 4, 5, 6, 7, 8, 9, 10]), ("errors", [9]), ("condition", [6]), ("before", [5, 6, 8]), ("number", [9, 10]),
            ("action", [4]),
        ] as [(String, [Int])])
    func chooseSteps(what: String, steps: [Int]) throws {
        var filter = StepFilter()
        switch what {
        case "types": filter.types = ["a1*", "a?5", "*5"].map { TypeGlob($0) }
        case "exclusion": filter.types = ["!a1", "!a5"].map { TypeGlob($0) }
        case "text": filter.texts = [#""id":2"#]
        case "places": filter.places = [try place(".busy")]
        case "unchanged": filter.hidesUnchanged = true
        case "errors": filter.isOnlyErrors = true
        case "condition": filter.condition = try Predicate(parsing: "$state.busy == false and ($state.items | length) == 3 and $step < 7")
        case "before": filter.condition = try Predicate(parsing: "$before.busy != null and $before.busy != $state.busy")
        case "number": filter.condition = try Predicate(parsing: "$step > 8 and $t > 0")
        default: filter.condition = try Predicate(parsing: #"$type == "a4" and ($action | has("a4"))"#)
        }
        var numbers: [Int] = []
        try timeline.forEach(matching: filter) { if case .step(let step) = $0 { numbers.append(step.number) } }
        // What was before step 5 nobody knows: it shares a patch with step 4.
        #expect(numbers == steps.filter { what != "before" || $0 != 5 })
    }

    @Test
    func weighAndCount() throws {
        let numbers = try timeline.statistics(slowest: 2, samples: 2)
        #expect(numbers.steps == 10)
        #expect(numbers.duration == 90_000_000)
        #expect(numbers.intervals.count == 9)
        #expect(numbers.intervals.percentile(50) == 10_000_000)
        #expect(numbers.types.count == 10)
        #expect(numbers.slowest.count == 2)
        #expect(numbers.growth.map(\.step) == [0, 5, 10])
        #expect(numbers.growth.first?.bytes == #"{"items":[{"id":1,"n":0}],"busy":false}"#.utf8.count)
        let usage = try timeline.diskUsage(depth: 2)
        #expect(Set(usage.places.map(\.name)) == ["/items/*", "/busy"])
        #expect(usage.places.first { $0.name == "/busy" }?.count == 3)
        #expect(usage.segments.map(\.count) == [6, 4])
        #expect(usage.types.first { $0.name == "a1" }?.fixed == #"{"a1":{}}"#.utf8.count)
    }

    @Test(arguments: [(1, []), (50, []), (100, []), (37, [36]), (37, [37, 38]), (2, [1])] as [(Int, Set<Int>)])
    func halveToTheFirstBadStep(first: Int, untold: Set<Int>) throws {
        var search = try #require(Bisection(good: 0, bad: 100))
        var asked = 0
        while let step = search.next {
            asked += 1
            search.judge(step, untold.contains(step) ? .skip : step < first ? .good : .bad)
        }
        #expect(search.candidates.contains(first))
        #expect(search.candidates.count <= untold.count + 1)
        #expect(asked <= 7 + 2 * untold.count)
        #expect(Bisection(good: 3, bad: 3) == nil)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func agreeWithLookingAtEveryStateInRecordingsMadeAtRandom(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let timeline = try Self.randomTimeline(&random, in: folder)
        let place = try place(".list[1]")
        var expected: [Int] = []
        var last: JSONValue??
        for step in 0...timeline.steps.upperBound {
            let value = try timeline.state(at: step).get()[place]
            if last != .some(value) { expected.append(step) }
            last = .some(value)
        }
        var steps: [Int] = []
        try timeline.forEachChange(of: [place]) { row in
            steps.append(row.step)
            return true
        }
        #expect(steps == expected)
        let expression = try Expression(parsing: "(.list | length) >= 3 and .list[1].v != 0")
        var findings: [Int] = []
        var wasTrue = false
        for step in 0...timeline.steps.upperBound {
            let isTrue = try expression.value(in: StepDocument(timeline.state(at: step).get())).isTrue
            if isTrue, !wasTrue { findings.append(step) }
            wasTrue = isTrue
        }
        #expect(try timeline.find(Predicate(expression), scope: .all).matches.map(\.step) == findings)
        // Each element has an id of its own, by which its history can be followed one state at a time.
        let end = try timeline.state(at: timeline.steps.upperBound).get()
        guard let list = end["list"]?.array, !list.isEmpty else { return }
        let blame = try timeline.blame(JSONPointer(tokens: ["list"]))
        for (line, element) in zip(blame.lines, list) {
            var culprit = timeline.steps.upperBound
            while culprit > 0 {
                let before = try timeline.state(at: culprit - 1).get()["list"]?.array ?? []
                if !before.contains(element) { break }
                culprit -= 1
            }
            #expect(line.steps == culprit...culprit, "\(element.jsonText)")
        }
    }

    /// The removal of an element, as changes of all elements behind it and a removal at the end.
    private static func rewritten(_ state: JSONValue, removing index: Int, wholly: Bool) throws -> String {
        let list = state["list"]?.array ?? []
        let place = JSONPointer(tokens: ["list"])
        var operations: [JSONPatch.Operation] = []
        for index in index..<(list.count - 1) {
            if wholly {
                operations.append(.replace(place.appending(index), list[index + 1]))
            } else {
                for key in ["id", "v"] where list[index][key] != list[index + 1][key] {
                    operations.append(.replace(place.appending(index).appending(key), list[index + 1][key] ?? nil))
                }
            }
        }
        return JSONPatch(operations + [.remove(place.appending(list.count - 1))]).json.jsonText
    }

    /// Asked for all members of an object, each has the step that it has when it is asked for alone.
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func blameOfManyMembersIsThatOfEach(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let builder = try RecordingBuilder(in: folder)
        var state: JSONValue = [
            "box": ["0": ["id": 0], "a": 1], "list": [["id": 1, "box": ["a": 1, "b": 2]], ["id": 2, "box": ["a": 3]]],
        ]
        builder.keyframe(0, state)
        for step in 1...60 {
            let keys = ["0", "7", "a", "b", "c", "id"]
            func box(_ value: JSONValue) -> JSONPointer {
                let lists = value["list"]?.array?.count ?? 0
                return JSONPointer(
                    tokens: lists > 0 && Bool.random(using: &random)
                        ? ["list", "\(Int.random(in: 0..<lists, using: &random))", "box"] : ["box"])
            }
            var operations: [JSONPatch.Operation] = []
            var next = state
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = box(next).appending(keys.randomElement(using: &random) ?? "a")
                let count = next["list"]?.array?.count ?? 0
                let operation: JSONPatch.Operation =
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0...2: .add(place, .number(JSONNumber(step)))
                    case 3: .remove(place)
                    case 4: .move(from: box(next).appending("a"), to: place)
                    case 5: .add(JSONPointer(tokens: ["list", "0"]), ["id": .number(JSONNumber(step + 10)), "box": ["a": 1]])
                    case 6: .remove(JSONPointer(tokens: ["list", "\(max(0, count - 1))"]))
                    default: .replace(JSONPointer(tokens: ["list", "0", "id"]), .number(JSONNumber(step + 100)))
                    }
                if (try? JSONPatch([operation]).apply(to: &next)) != nil { operations.append(operation) }
            }
            state = next
            try builder.step(step, "a", JSONPatch(operations).json.jsonText)
        }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        let boxes =
            [JSONPointer(tokens: ["box"])] + (state["list"]?.array ?? []).indices.map { JSONPointer(tokens: ["list", "\($0)", "box"]) }
        for place in boxes + [.root] {
            for line in try timeline.blame(place).lines where state[line.place]?.object == nil && state[line.place]?.array == nil {
                let alone = try timeline.blame(line.place).lines
                #expect(alone.map(\.steps) == [line.steps], "\(line.place)")
            }
        }
    }

    @Test("Blame follows elements without identities by what they are, and members with their elements")
    func blameFollowsElementsAndTheirMembers() throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, ["names": ["a", "b", "c"], "items": [["id": 1, "done": false], ["id": 2, "done": false]], "box": ["x": 1]])
        try builder.step(1, "edit", #"[{"op":"replace","path":"/items/1/done","value":true}]"#)
        try builder.step(2, "fill", #"[{"op":"replace","path":"/box","value":{"x":1,"y":2}}]"#)
        try builder.action(3, "drop")
        try builder.patch(
            3,
            #"[{"op":"replace","path":"/names/0","value":"b"},{"op":"replace","path":"/names/1","value":"c"},{"op":"remove","path":"/names/2"},"#
                + #"{"op":"replace","path":"/items/0","value":{"id":2,"done":true}},{"op":"remove","path":"/items/1"}]"#)
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try timeline.blame(place(".names")).lines.map(\.steps) == [0...0, 0...0])
        #expect(try timeline.blame(place(".items[0]")).lines.map(\.steps) == [0...0, 1...1])
        #expect(try timeline.blame(place(".box")).lines.map(\.steps) == [0...0, 2...2])
    }

    @Test
    func blameNamesTheStepThatRemovedSomething() throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: ["list": [["id": 1], ["id": 2], ["id": 3]], "draft": "a", "n": 0])
        for (step, patch) in [
            #"[{"op":"replace","path":"/draft","value":"b"}]"#, #"[{"op":"remove","path":"/list/1"}]"#,
            #"[{"op":"remove","path":"/draft"}]"#, #"[{"op":"replace","path":"/n","value":1}]"#,
        ].enumerated() {
            try builder.action(step + 1, "change")
            try builder.patch(step + 1, patch)
        }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        let list = try timeline.blame(place(".list"))
        #expect(list.lines.map(\.steps) == [0...0, 0...0] && list.remover?.number == 2)
        #expect(try timeline.blame(place(".list"), at: 1).remover == nil)
        #expect(try timeline.blame(.root).remover == nil, "step 4 is the last, and has a line")
        #expect(try timeline.blame(.root, at: 3).remover?.number == 3)
        let error = #expect(throws: QuestionError.self) { try timeline.blame(place(".draft")) }
        #expect(error?.description.hasSuffix("; step 3, change, removed it") == true, "\(error?.description ?? "")")
        let typo = #expect(throws: QuestionError.self) { try timeline.blame(place(".list[0].name")) }
        #expect(typo?.description.contains("removed") == false)
    }

    @Test
    func blameTakesTwoNumbersForWhatTheirIndicesSay() throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: ["days": [3, 5]])
        for (step, days) in [(1, "[5,9]"), (2, "[5,9]"), (3, "[9,16]")] {
            try builder.step(step, "move", #"[{"op":"replace","path":"/days","value":\#(days)}]"#)
        }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try timeline.blame(place(".days")).lines.map(\.steps) == [3...3, 3...3])
        #expect(try timeline.blame(place(".days[0]"), at: 2).lines.map(\.steps) == [1...1])
    }

    /// A list of elements, each with an id, that grows, shrinks, is edited and reordered.
    private static func randomTimeline(_ random: inout SeededGenerator, in folder: TemporaryFolder) throws -> Timeline {
        let builder = try RecordingBuilder(in: folder)
        var state: JSONValue = ["list": [], "other": 0]
        builder.keyframe(0, state)
        var next = 0
        for step in 1...60 {
            if step % 25 == 0 {
                try builder.roll(at: step - 1, state)
            }
            try builder.action(step, "a")
            let count = state["list"]?.array?.count ?? 0
            next += 1
            var patch = "[]"
            switch (Int.random(in: 0..<9, using: &random), count) {
            // A removal and an exchange as a recorder that compares by index writes them: element by element, member by member, or all at once.
            case (6, 2...): patch = try Self.rewritten(state, removing: Int.random(in: 0..<count, using: &random), wholly: true)
            case (7, 2...): patch = try Self.rewritten(state, removing: Int.random(in: 0..<count, using: &random), wholly: false)
            case (8, 1...):
                var list = (state["list"]?.array ?? []).shuffled(using: &random)
                list.append(["id": .number(.int(Int64(next))), "v": 0])
                patch = JSONPatch([.replace(JSONPointer(tokens: ["list"]), .array(list))]).json.jsonText
            case (0, 1...):
                let index = Int.random(in: 0..<count, using: &random)
                patch = #"[{"op":"replace","path":"/list/\#(index)/v","value":\#(next)}]"#
            case (1, 1...): patch = #"[{"op":"remove","path":"/list/\#(Int.random(in: 0..<count, using: &random))"}]"#
            case (2, 2...):
                let from = Int.random(in: 0..<count, using: &random)
                patch = #"[{"op":"move","from":"/list/\#(from)","path":"/list/\#(Int.random(in: 0..<count, using: &random))"}]"#
            case (3, _): patch = #"[{"op":"add","path":"/list/-","value":{"id":\#(next),"v":0}}]"#
            case (4, _):
                let index = Int.random(in: 0...count, using: &random)
                patch = #"[{"op":"add","path":"/list/\#(index)","value":{"id":\#(next),"v":0}},{"op":"replace","path":"/other","value":1}]"#
            default: break
            }
            try JSONPatch(json: JSONValue(parsing: patch)).apply(to: &state)
            try builder.patch(step, patch)
        }
        return try Timeline(Recording(directory: try builder.finish()))
    }
}
