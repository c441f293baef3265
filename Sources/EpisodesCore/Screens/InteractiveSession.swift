import RewindRendering
import RewindStore

/// Runs the app on a terminal: draws every state, and turns keys into actions, until the user quits.
struct InteractiveSession {
    private enum Event: Sendable { case draw, key(Key), driven(StoreMode), replaying(String), ended((any Error)?) }
    /// Plays in place of the user; `tell` shows the progress of a replay.
    private typealias Play = @Sendable (_ tell: @Sendable (String) -> Void) async throws -> Void

    let store: Store<AppState, AppAction>
    /// Who drives the app from now on: its user, or a tool of Rewind.
    let modes: AsyncStream<StoreMode>
    /// The text shown on the terminal if the app is ended from outside.
    var hint: String?

    /// Runs until the user quits, or until `play`, which acts in the user's place, ends; rethrows its errors.
    func run(_ play: (@Sendable () async throws -> Void)?) async throws {
        guard let play else { return try await run(nil as Play?, isReplay: false) }
        try await run({ _ in try await play() }, isReplay: false)
    }

    /// Replays a recorded session and shows the progress; keys can only leave, and the last screen stays until then.
    func show(_ replay: Replay, clock: ContinuousClock) async throws {
        try await run(
            { [store] tell in
                try await replay.run(in: store, clock: clock) { tell(replay.text(for: $0)) }
                tell(replay.textAtEnd)
            }, isReplay: true)
    }

    private func run(_ play: Play?, isReplay: Bool) async throws {
        let (events, continuation) = AsyncStream<Event>.makeStream()
        let terminal = try RawTerminal(onKey: { continuation.yield(.key($0)) }, onResize: { continuation.yield(.draw) })
        if hint != nil { RawTerminal.setExitMessage(hint) }
        defer {
            if hint != nil { RawTerminal.setExitMessage(nil) }
            terminal.close()
        }
        let drawing = store.subscribe { _ in continuation.yield(.draw) }
        defer { drawing.cancel() }
        let switching = Task { [modes] in for await mode in modes { continuation.yield(.driven(mode)) } }
        defer { switching.cancel() }
        let playing = play.map { play in
            Task {
                do {
                    try await play { words in
                        RawTerminal.setExitMessage(words)  // the step is reduced after this returns, and may crash
                        continuation.yield(.replaying(words))
                    }
                    continuation.yield(.ended(nil))
                } catch {
                    continuation.yield(.ended(error))
                }
            }
        }
        defer { playing?.cancel() }

        var canvas = Canvas(terminal: terminal)
        for await event in events {
            switch event {
            case .key(let key) where isReplay: if [.character("q"), .escape, .interrupt].contains(key) { return }
            case .key(.interrupt) where canvas.isPaused: return  // pausing the app must not keep its user from quitting
            case .key(let key): store.press(key)
            case .draw: canvas.draw(store.state)
            case .driven(let mode):
                canvas.isPaused = mode != .live && !isReplay
                canvas.draw(store.state)
            case .replaying(let words):
                canvas.replay = words
                canvas.draw(store.state)
            case .ended(let error):
                if let error { throw error }
                if !isReplay { return }
            }
            if store.state.navigation.hasQuit && !isReplay { return }
        }
    }
}

/// Draws screens.
private struct Canvas {
    let terminal: RawTerminal
    /// The progress of a replay, if this is one.
    var replay: String?
    /// Whether the app is paused from outside.
    var isPaused = false

    func draw(_ state: AppState) {
        let lines = render(state, size: terminal.size, replay: replay, isPaused: isPaused)
        terminal.write("\u{1B}[H" + lines.map { "\u{1B}[K\($0.coloured)" }.joined(separator: "\r\n"))
    }
}
