import RewindRecorder
import RewindValue

/// An app of the planted values: a state and a reducer.
struct PlantedApp<State: Codable & Equatable & Sendable, Action: Codable & Sendable>: Sendable {
    let name: String
    let initial: State
    /// What its user does that has nothing to do with the matter.
    let idle: @Sendable (Int) -> Action
    /// Throws ``WouldCrash`` where the app's reducer crashes.
    let reduce: @Sendable (inout State, Action) throws -> Void
}

/// The error in the place of a reducer's crash.
struct WouldCrash: Error {}

/// A session of an app, recorded as it is played.
///
/// A script takes what users see, and what effects know, from the state and from the actions that were sent, so a changed action
/// changes what follows from it.
final class Tape<State: Codable & Equatable & Sendable, Action: Codable & Sendable> {
    /// An action as it was sent.
    struct Sent {
        let step: Int
        let action: Action

        /// A part of the action.
        func action(_ place: String) -> Origin { Origin(step: step, part: .action(place)) }
        /// A part of the state before the step.
        func before(_ place: String) -> Origin { Origin(step: step, part: .state(place)) }
    }

    private(set) var state: State
    private(set) var steps = 0
    private let app: PlantedApp<State, Action>
    private let recorder: StoreRecorder<State>
    private let change: Change?
    private var idled = 0

    init(_ app: PlantedApp<State, Action>, _ recorder: Recorder, _ change: Change?) throws {
        var state = app.initial
        if let change, change.step == 0 { state = try Self.changed(state, change) ?? state }
        (self.state, self.app, self.change) = (state, app, change)
        self.recorder = recorder.store(initialState: state)
    }

    /// Reduces an action that a user sent, or an effect, or a step's work without an effect of its own.
    @discardableResult
    func send(_ action: Action, from effect: EffectInProgress? = nil, by cause: Sent? = nil) throws -> Sent {
        steps += 1
        guard let action = change?.step == steps ? try change.flatMap({ try Self.changed(action, $0) }) : action else {
            return Sent(step: steps, action: action)
        }
        try recorder.reduce(action, in: &state, cause: effect?.cause ?? cause.map { Cause(step: $0.step) }) { state, action in
            try app.reduce(&state, action)
        }
        return Sent(step: steps, action: action)
    }

    /// Begins an effect of a step.
    func begin(_ name: EffectName, by sent: Sent) -> EffectInProgress { recorder.beginEffect(name, cause: Cause(step: sent.step)) }

    /// Sends the one answer of an effect, which ends it.
    @discardableResult
    func answer(_ effect: EffectInProgress, _ action: Action) throws -> Sent {
        defer { recorder.endEffect(effect) }
        return try send(action, from: effect)
    }

    /// Does what has nothing to do with the matter.
    func idle(_ count: Int) throws {
        for _ in 0..<count {
            try send(app.idle(idled))
            idled += 1
        }
    }

    private static func changed<Value: Codable>(_ value: Value, _ change: Change) throws -> Value? {
        let json = try JSONValue(encoding: value)
        guard let other = change.edit(try json[change.place].there()) else { return nil }
        return try json.replacing(change.place, with: other).decode()
    }
}

/// The error that a script finds nothing where it looks.
struct NothingThere: Error {}

extension Optional {
    /// The value, which has to be there.
    func there() throws(NothingThere) -> Wrapped {
        guard let self else { throw NothingThere() }
        return self
    }
}

extension JSONValue {
    /// This value with another one in a place that is there.
    func replacing(_ place: JSONPointer, with other: JSONValue) throws -> JSONValue {
        var value = self
        try JSONPatch([.replace(place, other)]).apply(to: &value)
        return value
    }
}
