import Foundation
import RewindFormat
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

/// Reducers that chance makes, whose dependencies are known by trying all other values of each part.
///
/// 200 reducers each time; `REWIND_LONG=1` makes it 50,000. A failed run prints its seed.
@Suite(
    "What a value depends on, by chance",
    .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 120)))
struct RandomReducerTests {
    static let count: UInt64 = ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 200 : 50_000

    /// An expression over the leaves of an action and of a state.
    indirect enum Formula {
        case constant(Int)
        case part(Dependency.Source)
        case sum(Formula, Formula)
        case product(Formula, Formula)
        case choice(Condition, Formula, Formula)
        case items
        case count

        func value(_ action: JSONValue, _ state: JSONValue) -> Int {
            switch self {
            case .constant(let value): value
            case .part(.action(let place)): action.int(place)
            case .part(.state(let place)): state.int(place)
            case .sum(let one, let two): one.value(action, state) &+ two.value(action, state)
            case .product(let one, let two): one.value(action, state) % 1_000_003 &* (two.value(action, state) % 1_000_003)
            case .choice(let condition, let one, let two):
                condition.holds(action, state) ? one.value(action, state) : two.value(action, state)
            case .items: (state["items"]?.array ?? []).reduce(0) { $0 &+ ($1["isDone"] == true ? $1.int("/price") : 0) }
            case .count: state["items"]?.array?.count ?? 0
            }
        }
    }

    indirect enum Condition {
        case flag(Dependency.Source)
        case isMore(Formula, Formula)
        case isName(Dependency.Source, String)
        case both(Condition, Condition)
        case differ(Condition, Condition)

        func holds(_ action: JSONValue, _ state: JSONValue) -> Bool {
            func at(_ source: Dependency.Source) -> JSONValue? { source.isAction ? action[source.place] : state[source.place] }
            return switch self {
            case .flag(let source): at(source) == true
            case .isMore(let one, let two): one.value(action, state) > two.value(action, state)
            case .isName(let source, let name): at(source) == .string(name)
            case .both(let one, let two): one.holds(action, state) && two.holds(action, state)
            case .differ(let one, let two): one.holds(action, state) != two.holds(action, state)
            }
        }
    }

    /// Makes a reducer, and what it reduces.
    private struct Chance {
        var random: SeededGenerator
        let action: JSONValue
        let state: JSONValue

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            func number() -> JSONValue { .number(JSONNumber(random.below(9))) }
            func flag() -> JSONValue { .bool(random.below(2) == 0) }
            func name() -> JSONValue { .string(["a", "b"][random.below(2)]) }
            let items = (0..<random.below(6)).map { ["id": .number(JSONNumber($0)), "price": number(), "isDone": flag()] as JSONValue }
            action = ["act": ["n": number(), "m": number(), "on": flag(), "name": name()]]
            state = [
                "x": number(), "y": number(), "in": ["z": number(), "p": flag(), "q": flag()], "r": flag(), "name": name(),
                "items": .array(items), "out": number(),
            ]
            self.random = random
        }

        mutating func formula(_ depth: Int) -> Formula {
            switch depth == 0 ? random.below(2) : random.below(8) {
            case 0: return .constant(random.below(5))
            case 1, 2:
                let parts: [Dependency.Source] = [
                    .action("/act/n"), .action("/act/m"), .state("/x"), .state("/y"), .state("/in/z"), .state("/out"),
                ]
                return .part(parts[random.below(parts.count)])
            case 3, 4: return .sum(formula(depth - 1), formula(depth - 1))
            case 5: return .product(formula(depth - 1), formula(depth - 1))
            case 6: return random.below(2) == 0 ? .items : .count
            default: return .choice(condition(depth - 1), formula(depth - 1), formula(depth - 1))
            }
        }

        mutating func condition(_ depth: Int) -> Condition {
            switch depth <= 0 ? random.below(2) : random.below(5) {
            case 0:
                let flags: [Dependency.Source] = [.action("/act/on"), .state("/in/p"), .state("/in/q"), .state("/r")]
                return .flag(flags[random.below(flags.count)])
            case 1: return .isName(random.below(2) == 0 ? .action("/act/name") : .state("/name"), ["a", "b"][random.below(2)])
            case 2: return .isMore(formula(depth - 1), formula(depth - 1))
            case 3: return .both(condition(depth - 1), condition(depth - 1))
            default: return .differ(condition(depth - 1), condition(depth - 1))
            }
        }
    }

    /// Other values of a part, more than the search tries.
    private func others(_ value: JSONValue) -> [JSONValue] {
        switch value {
        case .bool(let value): [.bool(!value)]
        case .number: (-3...20).map { .number(JSONNumber($0)) } + [1_000, 1_000_003, 2_000_000, -1_000_000]
        case .string: ["a", "b", "c", ""]
        case .array(let elements): [[], .array(elements.dropLast()), .array(elements + elements)]
        default: []
        }
    }

    @Test("What is said to be a cause is one when the step is reduced anew, and hardly one is missed")
    func isTrue() {
        var (known, missed) = (0, 0)
        var hints = InterventionHints()
        for name in ["a", "b", "a", "b"] as [JSONValue] {
            hints.actions.add(["act": ["name": name]])
            hints.states.add(["name": name])
        }
        for seed in 0..<Self.count {
            var chance = Chance(seed: seed)
            let (formula, guarded) = (chance.formula(3), chance.random.below(3) == 0 ? chance.condition(1) : nil)
            let function: FunctionReducer.Function = { action, state in
                if guarded?.holds(action, state) != false { state.set("/out", .number(JSONNumber(formula.value(action, state)))) }
            }
            func value(_ action: JSONValue, _ state: JSONValue) -> JSONValue? {
                var state = state
                try? function(action, &state)
                return state.at("/out")
            }
            var reducer = FunctionReducer(function)
            let found = reducer.dependencies(of: "/out", action: chance.action, state: chance.state, hints: hints)
            #expect(found.refusal == nil && found.gaps.isEmpty, "seed \(seed): \(found.remark ?? "")")
            let base = value(chance.action, chance.state)
            #expect(found.value == base)
            for part in found.parts {
                var (action, state) = (chance.action, chance.state)
                if part.source.isAction {
                    action.replace(part.source.place, part.replacedBy)
                } else {
                    state.replace(part.source.place, part.replacedBy)
                }
                let became = value(action, state)
                #expect(became != base && became == part.became, "seed \(seed): \(part)")
            }
            // What follows from no other value of a part, alone, is no cause.
            let parts = InterventionParts(action: chance.action, state: chance.state, hints: InterventionHints(), limit: 1_000).parts
            for part in parts {
                let isCause = others(part.value ?? .null).contains { other in
                    var (action, state) = (chance.action, chance.state)
                    if part.source.isAction { action.replace(part.source.place, other) } else { state.replace(part.source.place, other) }
                    return value(action, state) != base
                }
                let isFound = found.parts.contains { $0.source == part.source } || found.together.contains { $0.contains(part.source) }
                if isCause { known += 1 }
                if isCause, !isFound { missed += 1 }
            }
        }
        #expect(known > 300 && missed * 100 <= known, "\(missed) of \(known) missed")
    }
}

extension JSONValue {
    /// Replaces what is at a place.
    fileprivate mutating func replace(_ place: JSONPointer, _ value: JSONValue) {
        try? JSONPatch([.replace(place, value)]).apply(to: &self)
    }
}
