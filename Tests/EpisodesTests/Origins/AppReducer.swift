import RewindFormat
import RewindRecorder
import RewindReplay
import RewindValue

/// An app's reducer in this process, on recorded states and actions.
struct AppReducer: RecordedReducer, Sendable {
    /// The state as the app's types encode it.
    private let encoded: @Sendable (JSONValue) throws -> JSONValue
    /// The state after an action.
    private let next: @Sendable (_ state: JSONValue, _ action: JSONValue) throws -> JSONValue
    private var state: JSONValue = .null

    init<State, Action>(_ app: PlantedApp<State, Action>) {
        encoded = { try JSONValue(encoding: $0.decode(State.self)) }
        next = { state, action in
            var state = try state.decode(State.self)
            try app.reduce(&state, action.decode(Action.self))
            return try JSONValue(encoding: state)
        }
    }

    /// The state after an action; `nil` if the app's types do not decode it, or its reducer crashes.
    func state(after action: JSONValue, from state: JSONValue) -> JSONValue? { try? next(state, action) }

    mutating func load(_ state: JSONValue, of store: String, after step: Int) throws(Never) -> LoadedState {
        do {
            self.state = try encoded(state)
            return .loaded(self.state)
        } catch { return .undecodable("\(error)") }
    }

    mutating func reduce(_ steps: ArraySlice<Step>, of store: String, goesOn: Bool) throws(Never) -> [ReducedStep] {
        var reduced: [ReducedStep] = []
        for step in steps {
            guard let action = step.action else { return reduced + [.undecodable("the action was not recorded")] }
            do {
                let new = try next(state, action)
                reduced.append(.patch(TreeDiff(from: state, to: new).patch))
                state = new
            } catch is WouldCrash {
                return reduced + [.crashed(ReducerCrash(.signal("SIGILL")))]
            } catch { return reduced + [.undecodable("\(error)")] }
        }
        return reduced
    }

    mutating func reduceDifferently(
        _ step: Step, of store: String, from state: JSONValue, reached: JSONValue
    ) throws(Never) -> String? { nil }
}
