import RewindFormat
public import RewindValue

@testable import RewindReplay

/// A reducer that is a function in a test, of the action and of the state.
struct FunctionReducer: RecordedReducer {
    /// Why a function gives no state.
    enum Ending: Error {
        case undecodable(String)
        case crash
    }

    typealias Function = (_ action: JSONValue, _ state: inout JSONValue) throws(Ending) -> Void

    let function: Function
    /// Whether its types decode a state.
    var decodes: (JSONValue) -> Bool
    private var state: JSONValue = .null
    private(set) var runs = 0

    init(decodes: @escaping (JSONValue) -> Bool = { _ in true }, _ function: @escaping Function) {
        (self.function, self.decodes) = (function, decodes)
    }

    mutating func load(_ state: JSONValue, of store: String, after step: Int) throws(Never) -> LoadedState {
        if !decodes(state) { return .undecodable("it is of another type") }
        self.state = state
        return .loaded(state)
    }

    mutating func reduce(_ steps: ArraySlice<Step>, of store: String, goesOn: Bool) throws(Never) -> [ReducedStep] {
        var reduced: [ReducedStep] = []
        for step in steps {
            runs += 1
            let before = state
            do throws(Ending) { try function(step.action ?? .null, &state) } catch {
                switch error {
                case .undecodable(let reason): return reduced + [.undecodable(reason)]
                case .crash: return reduced.isEmpty ? [.crashed(ReducerCrash(.signal("SIGILL")))] : reduced
                }
            }
            reduced.append(.patch(TreeDiff(from: before, to: state).patch))
        }
        return reduced
    }

    mutating func reduceDifferently(
        _ step: Step, of store: String, from state: JSONValue, reached: JSONValue
    ) throws(Never) -> String? { nil }

    /// What a value after a step depends on, where this reducer makes the recorded state as well.
    mutating func dependencies(
        of place: JSONPointer, action: JSONValue, state: JSONValue, hints: InterventionHints = InterventionHints(),
        budget: InterventionBudget = InterventionBudget()
    ) -> Dependencies {
        var after = state
        try? function(action, &after)
        return Step(action).dependencies(of: place, from: state, to: after, hints: hints, budget: budget, by: &self)
    }
}

extension Step {
    /// A step of the main store.
    init(_ action: JSONValue, number: Int = 1) {
        let line = ActionLine(step: number, time: number, type: "act", action: action, store: ActionLine.mainStore)
        self.init(number: number, store: ActionLine.mainStore, line: line, outcome: .lost)
    }
}

extension JSONPointer: ExpressibleByStringLiteral {
    /// A pointer in a test, as it is written.
    public init(stringLiteral text: String) {
        self.init(tokens: text.isEmpty ? [] : text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init))
    }
}

extension JSONValue {
    /// Sets the value at a place that is there, or the member of an object.
    mutating func set(_ place: JSONPointer, _ value: JSONValue) { try? JSONPatch([.add(place, value)]).apply(to: &self) }

    func at(_ place: JSONPointer) -> JSONValue? { self[place] }

    func int(_ place: JSONPointer) -> Int { self[place]?.int ?? 0 }
}

extension Dependencies {
    /// The parts by their places, as `action/price copied`.
    var words: [String] { parts.map { "\($0.source.isAction ? "action" : "state")\($0.source.place) \($0.kind.rawValue)" } }
}
