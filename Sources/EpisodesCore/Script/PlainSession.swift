import RewindReplay
import RewindStore
import RewindSystem

/// Runs the app without a terminal: plays a script and prints its commands, and the screen wherever the script requests it, and at the end.
struct PlainSession {
    let store: Store<AppState, AppAction>

    func run(_ script: Script, clock: any Clock<Duration>) async throws {
        let runner = ScriptRunner(store: store, clock: clock) { command, state in
            StandardStream.output.write(description(of: command, in: state))
        }
        try await runner.run(script)
        StandardStream.output.write(plainScreen(store.state) + "\n")
    }

    /// Prints the recorded steps when they are reduced, and the last screen.
    func run(_ replay: Replay, clock: ContinuousClock) async throws {
        try await replay.run(in: store, clock: clock) { step in
            StandardStream.output.write(replay.row(of: step) + "\n")
        }
        StandardStream.output.write(plainScreen(store.state) + "\n")
    }
}

private func description(of command: ScriptCommand, in state: AppState) -> String {
    switch command {
    case .key(.character(let character)): "> key \(character)\n"
    case .key(let key): "> key \(key)\n"
    case .type(let text): "> type \(text)\n"
    case .wait(let condition): "> wait \(condition.rawValue)\n"
    case .sleep(let duration): "> sleep \(duration)\n"
    case .screen: plainScreen(state) + "\n"
    case .expect(let text): "> expect \(text)\n"
    }
}
