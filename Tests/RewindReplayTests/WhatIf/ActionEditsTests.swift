import RewindFormat
import RewindValue
import Testing

@testable import RewindReplay

/// Other actions, and what comes of them, with a reducer that adds.
@Suite("Edits of actions", .timeLimit(.minutes(5)))
struct ActionEditsTests {
    /// Adds what its action says; crashes above a limit.
    struct Adder: RecordedReducer {
        var state = 0
        var limit = 1_000
        var requests = 0

        mutating func load(_ state: JSONValue, of store: String, after step: Int) throws(Never) -> LoadedState {
            self.state = state.int ?? 0
            return .loaded(state)
        }

        mutating func reduce(_ steps: ArraySlice<Step>, of store: String, goesOn: Bool) throws(Never) -> [ReducedStep] {
            requests += 1
            var reduced: [ReducedStep] = []
            for step in steps {
                guard let number = step.action?["add"]?.int else { return reduced + [.undecodable("no number")] }
                state += number
                if state > limit { return [.crashed(ReducerCrash(.signal("SIGILL"), lastLine: "too much"))] }
                reduced.append(
                    number == 0 ? .state(.number(JSONNumber(state))) : .patch(JSONPatch([.replace(.root, .number(JSONNumber(state)))])))
            }
            return reduced
        }

        mutating func reduceDifferently(
            _ step: Step, of store: String, from state: JSONValue, reached: JSONValue
        ) throws(Never) -> String? { nil }
    }

    /// Steps that add 1, 2, 4, 8 and 16.
    private let recorded = Candidate(
        from: 0,
        (1...5).map { number in
            let line = ActionLine(step: number, time: number * 10, type: "add", action: ["add": .number(JSONNumber(1 << (number - 1)))])
            return Candidate.Part(step: Step(number: number, store: "main", line: line, outcome: .changed(JSONPatch())), change: nil)
        })

    private func candidate(_ edit: (inout ActionEdits) -> Void) throws -> Candidate {
        var edits = ActionEdits()
        edit(&edits)
        return try edits.applied(to: recorded).candidate
    }

    @Test func insertedStepsComeWhereTheyWereAskedForAndInTheirOrder() throws {
        func line(_ name: String) -> ActionLine { ActionLine(step: 0, time: 0, type: name, action: ["add": 0]) }
        let candidate = try candidate {
            $0.skipped = [2...3]
            $0.orders = [[5, 4]]
            $0.inserted = [(3, line("a")), (0, line("b")), (3, line("c")), (4, line("d")), (9, line("e"))]
        }
        #expect(candidate.steps.map(\.step.type) == ["b", "add", "a", "c", "add", "e", "add", "d"])
        #expect(candidate.steps.map(\.step.number) == [7, 1, 6, 8, 5, 10, 4, 9])
        // Times go forwards, whoever happens when.
        #expect(candidate.steps.compactMap(\.step.time) == [10, 10, 10, 10, 40, 40, 50, 50])
    }

    @Test func comparesTheFuturesAtEachStep() throws {
        var adder = Adder()
        let one = recorded.recomputed(by: &adder, of: "main")
        #expect(one.state == 31 && one.end == .reached && adder.requests == 1)
        let other = try candidate { $0.changed = [(2, JSONPointer(tokens: ["add"]), 5), (4, JSONPointer(tokens: ["add"]), 5)] }
        let future = OtherFuture(other.recomputed(by: &adder, of: "main"), comparedWith: one, edits: [])
        #expect(future.parts?.number == 2 && future.meets?.number == 4 && future.diff.isEmpty && future.steps == 5)
        let skipped = try candidate { $0.skipped = [4...4] }
        let less = OtherFuture(skipped.recomputed(by: &adder, of: "main"), comparedWith: one, edits: [])
        #expect(less.parts?.number == 4 && less.meets == nil && less.steps == 4)
    }

    @Test func findsTheStepThatCrashesAndTheOneThatDoesNotDecode() throws {
        var adder = Adder(limit: 10)
        let crashed = recorded.recomputed(by: &adder, of: "main")
        #expect(
            crashed.end == .crashed(ReducerCrash(.signal("SIGILL"), lastLine: "too much"))
                && crashed.steps.map(\.step.number) == [1, 2, 3, 4] && crashed.state == 7)
        let other = try candidate { $0.changed = [(3, JSONPointer(tokens: ["add"]), "four")] }
        let refused = other.recomputed(by: &adder, of: "main")
        #expect(refused.end == .refused("no number", step: other.steps[2].step) && refused.state == 3)
    }

    @Test("A member that the action's type has may be given to an action that lacks it, and no other")
    func aMemberOfTheTypeMayBeMissing() throws {
        let line = ActionLine(step: 1, time: 10, type: "buy", action: ["buy": ["_0": ["name": "tea"]]])
        let one = Candidate(
            from: 0, [Candidate.Part(step: Step(number: 1, store: "main", line: line, outcome: .changed(JSONPatch())), change: nil)])
        func edited(_ place: String, _ types: JSONObject?) throws -> JSONValue? {
            var edits = ActionEdits()
            edits.types = types.map { StateTypes(shapes: $0, state: "App.Action") }
            edits.changed = [(1, try JSONPointer(parsing: place), 3)]
            return try edits.applied(to: one).candidate.steps.first?.step.action?["buy"]?["_0"]
        }
        let types: JSONObject = [
            "App.Action": ["kind": "enum", "cases": ["buy": "App.Item"]],
            "App.Item": ["kind": "struct", "fields": ["name": "Swift.String", "price": "Swift.Optional<Swift.Int>"]],
        ]
        #expect(try edited("/buy/_0/price", types) == ["name": "tea", "price": 3])
        for (place, types) in [("/buy/_0/prize", types), ("/name", types), ("/buy/_0/price", nil)] as [(String, JSONObject?)] {
            let error = #expect(throws: ActionEdits.Problem.self) { try edited(place, types) }
            let words = error?.description ?? ""
            #expect(words.hasPrefix("the action of step 1 has nothing at \(place); ") && words.contains("/buy/_0"), "\(words)")
        }
    }

    @Test(arguments: [
        (9, "step 9 can't be skipped: it is no step of this store, or left out already; its steps are 1 to 5")
    ])
    func namesTheStepsThatThereAre(step: Int, words: String) throws {
        let error = #expect(throws: ActionEdits.Problem.self) { try candidate { $0.skipped = [step...step] } }
        #expect(error?.description == words)
    }
}
