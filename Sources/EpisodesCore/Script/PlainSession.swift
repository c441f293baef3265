import RewindReplay
import RewindStore
import RewindSystem

/// Runs the app without a terminal: plays a script and prints its commands, and the screen wherever the script requests it, and at the end.
struct PlainSession {
    let store: Store<AppState, AppAction>

    func run(_ script: Script, clock: any Clock<Duration>) async throws {
        let runner = ScriptRunner(store: store, clock: clock) { line, state in
            StandardStream.output.write(line.command == .screen ? plainScreen(state) + "\n" : "> \(line.text)\n")
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
