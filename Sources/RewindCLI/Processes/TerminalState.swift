import RewindSystem

/// How our terminal was set before a child had it: one that is killed leaves it in raw mode, on its second screen, without a cursor.
struct TerminalState {
    private let settings: TerminalSettings

    /// The state as it is; `nil` where standard input is no terminal, or not ours to change.
    init?() {
        guard let settings = TerminalSettings() else { return nil }
        self.settings = settings
    }

    /// Undoes what the child left changed, if anything.
    ///
    /// That it left the settings changed is the sign that it had no time to leave its screen either: there is no asking for that.
    func putBack() {
        guard let left = TerminalSettings(), left != settings else { return }
        settings.apply()
        // Plain text, line wrapping, a visible cursor, the first screen, no mouse and no bracketed paste (xterm control sequences).
        let sequences = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?2004l\r"
        let stream: StandardStream = StandardStream.output.isTerminal ? .output : .error
        if stream.isTerminal { _ = stream.write(sequences.utf8) }
    }
}
