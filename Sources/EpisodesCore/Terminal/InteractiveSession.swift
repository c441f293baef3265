import RewindStore

/// The app on a terminal: draws every state, and turns keys into actions, until the user quits.
struct InteractiveSession {
    private enum Event: Sendable { case draw, key(Key), scriptEnded((any Error)?) }

    let store: Store<AppState, AppAction>

    /// Runs until the user quits, or the script, if there is one, has ended; throws what the script throws.
    func run(_ script: Script?, clock: any Clock<Duration>) async throws {
        let (events, continuation) = AsyncStream<Event>.makeStream()
        let terminal = try RawTerminal(onKey: { continuation.yield(.key($0)) }, onResize: { continuation.yield(.draw) })
        defer { terminal.close() }
        let drawing = store.subscribe { _ in continuation.yield(.draw) }
        defer { drawing.cancel() }
        let playing = script.map { script in
            Task {
                do {
                    try await ScriptRunner(store: store, clock: clock, show: { _, _ in }).run(script)
                    continuation.yield(.scriptEnded(nil))
                } catch {
                    continuation.yield(.scriptEnded(error))
                }
            }
        }
        defer { playing?.cancel() }

        var canvas = Canvas(terminal: terminal)
        for await event in events {
            switch event {
            case .key(let key): store.press(key)
            case .draw: canvas.draw(store.state)
            case .scriptEnded(let error):
                if let error { throw error }
                return
            }
            if store.state.navigation.hasQuit { return }
        }
    }
}

/// Draws screens, writing only the rows that have changed.
private struct Canvas {
    let terminal: RawTerminal
    private var size = ScreenSize(rows: 0, columns: 0)
    private var rows: [Line] = []

    init(terminal: RawTerminal) { self.terminal = terminal }

    mutating func draw(_ state: AppState) {
        var output = ""
        let now = terminal.size
        if now != size {
            (size, rows) = (now, [])
            output += "\u{1B}[2J"
        }
        let new = render(state, size: size)
        for (row, line) in new.enumerated() where !rows.indices.contains(row) || rows[row] != line {
            output += "\u{1B}[\(row + 1);1H\(line.ansiText)\u{1B}[K"
        }
        rows = new
        if !output.isEmpty { terminal.write(output) }
    }
}
