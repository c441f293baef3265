import RewindRendering
import RewindStore

/// Plays a script in the app, as fast as its conditions come true.
struct ScriptRunner: Sendable {
    /// The maximum time for a condition to come true.
    var patience = Duration.seconds(20)
    let store: Store<AppState, AppAction>
    let clock: any Clock<Duration>
    /// Called with each line after its command was executed, and with the state then.
    let show: @Sendable (Script.Line, AppState) -> Void

    /// Runs the script until it ends or the app quits; throws ``ScriptError`` if a condition does not come true.
    func run(_ script: Script) async throws {
        for line in script.lines where !store.state.navigation.hasQuit {
            switch line.command {
            case .key(let key): store.press(key)
            case .type(let text): for character in text { store.press(.character(character)) }
            case .sleep(let duration): try await clock.sleep(for: duration)
            case .wait(let condition):
                guard try await comesTrue(condition) else {
                    let screen = plainScreen(store.state)
                    throw ScriptError(
                        line: line.number, text: line.text,
                        advice: "that did not happen within \(patience). The screen was:\n\(screen)")
                }
            case .screen: break
            case .expect(let text):
                let screen = plainScreen(await stateInTurn)
                guard screen.contains(text) else {
                    throw ScriptError(line: line.number, text: line.text, advice: "that is not on the screen, which is:\n\(screen)")
                }
            }
            show(line, await stateInTurn)
        }
    }

    /// The state after all actions that were dispatched before.
    private var stateInTurn: AppState {
        get async { await store.firstState { _ in true } ?? store.state }
    }

    private func comesTrue(_ condition: WaitCondition) async throws -> Bool {
        try await withThrowingTaskGroup { group in
            group.addTask {
                if condition == .idle { await store.finish() } else { _ = await store.firstState { condition.holds(in: $0) } }
                return !Task.isCancelled
            }
            group.addTask {
                try await clock.sleep(for: patience)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }
}

/// The screen as text, without styles and trailing spaces.
func plainScreen(_ state: AppState) -> String {
    render(state).map(\.trimmed.text).joined(separator: "\n")
}
