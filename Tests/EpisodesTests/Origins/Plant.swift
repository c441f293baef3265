import RewindRecorder
import RewindReplay
import RewindValue

/// A wrong value in a session of an app, and where it truly came from: that is known from how the session was made.
struct Plant: Sendable, CustomStringConvertible {
    /// The way that the value went from its origin.
    enum Kind: String, CaseIterable, Sendable {
        /// From place to place of the state, as it was.
        case copy
        /// An id chose it.
        case id
        /// It is a sum or a count of many parts.
        case sum
        /// It is in an element that was moved.
        case move
        /// An effect's answer brought it.
        case answer
        /// A condition chose it.
        case condition
    }

    let app: String
    let kind: Kind
    let name: String
    /// The app's reducer, in this process.
    let reducer: AppReducer
    /// Plays the session, with an action or the first state changed if asked for.
    let play: @Sendable (Recorder, Change?) throws -> Played

    var description: String { "\(app): \(name)" }

    /// A session of an app; the script gives what is asked at its end.
    init<State, Action>(
        _ app: PlantedApp<State, Action>, _ kind: Kind, _ name: String, script: @escaping @Sendable (Tape<State, Action>) throws -> Asked
    ) {
        (self.app, self.kind, self.name) = (app.name, kind, name)
        reducer = AppReducer(app)
        play = { recorder, change in
            let tape = try Tape(app, recorder, change)
            let asked = try script(tape)
            return Played(asked: asked, step: tape.steps, state: try JSONValue(encoding: tape.state))
        }
    }

    static let all = episodes + shop + inbox + sheet
}

/// What is wrong at the end of a session, and why.
struct Asked: Sendable {
    /// The place of the wrong value.
    var place: String
    /// What the step that wrote the value, or moved it, took it from.
    var directly: [Origin]
    /// Where the wrong value came from.
    var origins: [Origin]

    init(_ place: String, directly: [Origin], from origins: Origin...) {
        (self.place, self.directly, self.origins) = (place, directly, origins)
    }
}

/// A part of a step's action, or of the state before the step.
struct Origin: Sendable, CustomStringConvertible {
    enum Part: Sendable {
        /// A place in the action; the whole action for the root.
        case action(String)
        /// A place in the state before the step, in which `*` stands for any one member.
        case state(String)
    }

    /// The step; 0 for the first state.
    var step: Int
    var part: Part

    /// A part of the first state.
    static func initial(_ place: String) -> Origin { Origin(step: 0, part: .state(place)) }

    var description: String {
        switch part {
        case .action(let place): "step \(step), action \(place)"
        case .state(let place): step == 0 ? "first state \(place)" : "before step \(step), state \(place)"
        }
    }
}

/// A change of one action of a session, or of its first state (step 0), before the rest is played.
struct Change: Sendable {
    var step: Int
    var place: JSONPointer
    /// Another value; `nil` leaves the action out.
    var edit: @Sendable (JSONValue) -> JSONValue?
}

/// A session that has been played.
struct Played: Sendable {
    var asked: Asked
    /// The number of steps.
    var step: Int
    /// The state at the end.
    var state: JSONValue

    var value: JSONValue? { (try? JSONPointer(parsing: asked.place)).flatMap { state[$0] } }
}
