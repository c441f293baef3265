import RewindFormat
import RewindRecorder
import RewindReplay
import RewindValue

/// An app's reducer in this process, on recorded states and actions.
struct AppReducer: RecordedReducer, Sendable {
    /// The state as the app's types encode it.
    private let encoded: @Sendable (JSONValue) throws -> JSONValue
    /// The state after actions.
    private let after: @Sendable (_ actions: [JSONValue], _ state: JSONValue) throws -> JSONValue
    private var state: JSONValue = .null

    init<State, Action>(_ app: PlantedApp<State, Action>) {
        encoded = { try JSONValue(encoding: $0.decode(State.self)) }
        after = { actions, state in
            var state = try state.decode(State.self)
            for action in actions { try app.reduce(&state, action.decode(Action.self)) }
            return try JSONValue(encoding: state)
        }
    }

    /// The state after actions; `nil` if the app's types do not decode one, or the reducer crashes.
    func state(after actions: [JSONValue], from state: JSONValue) -> JSONValue? { try? after(actions, state) }

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
                let new = try after([action], state)
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
