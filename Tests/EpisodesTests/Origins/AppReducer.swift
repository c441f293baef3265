import RewindFormat
import RewindRecorder
import RewindReplay
import RewindValue

/// An app's reducer in this process, on recorded states and actions.
struct AppReducer: RecordedReducer, Sendable {
    /// A state of the app's type, and what that encodes to.
    private typealias Reached = (own: any Sendable, json: JSONValue)

    private let decoded: @Sendable (JSONValue) throws -> any Sendable
    private let encoded: @Sendable (any Sendable) throws -> JSONValue
    private let reduced: @Sendable (_ state: any Sendable, _ action: JSONValue) throws -> any Sendable
    private var reached: Reached?

    init<State, Action>(_ app: PlantedApp<State, Action>) {
        decoded = { try $0.decode(State.self) }
        encoded = { try JSONValue(encoding: ($0 as? State).there()) }
        reduced = { state, action in
            var state = try (state as? State).there()
            try app.reduce(&state, action.decode(Action.self))
            return state
        }
    }

    /// What comes of actions in a state.
    func end(of actions: [JSONValue], from state: JSONValue) -> End {
        do {
            return .state(try encoded(actions.reduce(decoded(state)) { try reduced($0, $1) }))
        } catch { return error is WouldCrash ? .crash : .refusal }
    }

    enum End: Equatable {
        case state(JSONValue)
        case crash
        /// The app's types do not decode the state, or an action.
        case refusal
    }

    mutating func load(_ state: JSONValue, of store: String, after step: Int) throws(Never) -> LoadedState {
        do {
            let own = try decoded(state)
            let json = try encoded(own)
            reached = (own, json)
            return .loaded(json)
        } catch { return .undecodable("\(error)") }
    }

    mutating func reduce(_ steps: ArraySlice<Step>, of store: String, goesOn: Bool) throws(Never) -> [ReducedStep] {
        var results: [ReducedStep] = []
        for step in steps {
            guard let action = step.action, let before = reached else { return results + [.undecodable("nothing to reduce")] }
            do {
                let own = try reduced(before.own, action)
                let json = try encoded(own)
                results.append(.patch(TreeDiff(from: before.json, to: json).patch))
                reached = (own, json)
            } catch is WouldCrash {
                return results + [.crashed(ReducerCrash(.signal("SIGILL")))]
            } catch { return results + [.undecodable("\(error)")] }
        }
        return results
    }

    mutating func reduceDifferently(
        _ step: Step, of store: String, from state: JSONValue, reached: JSONValue
    ) throws(Never) -> String? { nil }
}
