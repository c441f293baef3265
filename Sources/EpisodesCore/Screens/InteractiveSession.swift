import RewindStore

/// The app on a terminal: draws every state, and turns keys into actions, until the user quits.
struct InteractiveSession {
    private enum Event: Sendable { case draw, key(Key), signal(Signal), replaying(String), ended((any Error)?) }
    /// Plays in the user's place; tells the words of a replay as it goes.
    private typealias Play = @Sendable (_ tell: @Sendable (String) -> Void) async throws -> Void

    let store: Store<AppState, AppAction>
    let signals: Triggers<Signal>
    /// What the terminal shows in the end if something ends the app that is none of its own ends.
    var lastWords: String?

    /// Runs until the user quits, or whoever plays in the user's place, if anybody, has ended; throws what that throws.
    func run(_ play: (@Sendable () async throws -> Void)?) async throws {
        guard let play else { return try await run(nil as Play?, isReplay: false) }
        try await run({ _ in try await play() }, isReplay: false)
    }

    /// Shows a recorded session, saying where it is; keys do nothing but leave, and the last screen stays until then.
    func show(_ replay: Replay, clock: ContinuousClock) async throws {
        try await run(
            { [store] tell in
                try await replay.run(in: store, clock: clock) { tell(replay.words(for: $0)) }
                tell(replay.wordsAtEnd)
            }, isReplay: true)
    }

    private func run(_ play: Play?, isReplay: Bool) async throws {
        let (events, continuation) = AsyncStream<Event>.makeStream()
        let terminal = try RawTerminal(onKey: { continuation.yield(.key($0)) }, onResize: { continuation.yield(.draw) })
        if lastWords != nil { RawTerminal.leaveBehind(lastWords) }
        defer {
            if lastWords != nil { RawTerminal.leaveBehind(nil) }
            terminal.close()
        }
        let drawing = store.subscribe { _ in continuation.yield(.draw) }
        defer { drawing.cancel() }
        let ringing = Task { [signals = signals.stream] in for await signal in signals { continuation.yield(.signal(signal)) } }
        defer { ringing.cancel() }
        let playing = play.map { play in
            Task {
                do {
                    try await play { words in
                        RawTerminal.leaveBehind(words)  // the step is reduced as soon as this returns, and may be the one that crashes
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
            case .key(.interrupt) where canvas.isPaused: return  // whoever paused the app does not keep its user in it
            case .key(let key): store.press(key)
            case .draw: canvas.draw(store.state)
            case .signal(.bell): terminal.write("\u{7}")
            case .signal(.driven(let mode)):
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

/// Draws screens, writing only the rows that have changed.
private struct Canvas {
    let terminal: RawTerminal
    private var size = ScreenSize(rows: 0, columns: 0)
    private var rows: [Line] = []
    /// Where a replay is, if this is one.
    var replay: String?
    /// Whether another drives the app.
    var isPaused = false

    init(terminal: RawTerminal) { self.terminal = terminal }

    mutating func draw(_ state: AppState) {
        var output = ""
        let now = terminal.size
        if now != size {
            (size, rows) = (now, [])
            output += "\u{1B}[2J"
        }
        let new = render(state, size: size, replay: replay, isPaused: isPaused)
        for (row, line) in new.enumerated() where !rows.indices.contains(row) || rows[row] != line {
            output += "\u{1B}[\(row + 1);1H\(line.ansiText)\u{1B}[K"
        }
        rows = new
        if !output.isEmpty { terminal.write(output) }
    }
}
