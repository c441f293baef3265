import RewindSystem

/// The terminal's settings before a child used it: a child that is killed leaves it in raw mode, on the alternate screen, without a cursor.
struct TerminalState {
    private let settings: TerminalSettings

    /// Reads the current settings; `nil` if standard input is not a terminal, or not under our control.
    init?() {
        guard let settings = TerminalSettings() else { return nil }
        self.settings = settings
    }

    /// Restores the settings if the child has left them changed.
    ///
    /// Changed settings are the sign that the child did not leave the alternate screen either, which can't be queried.
    func putBack() {
        guard let left = TerminalSettings(), left != settings else { return }
        settings.apply()
        // Plain text, line wrapping, a visible cursor, the first screen, no mouse and no bracketed paste (xterm control sequences).
        let sequences = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?2004l\r"
        let stream: StandardStream = StandardStream.output.isTerminal ? .output : .error
        if stream.isTerminal { _ = stream.write(sequences.utf8) }
    }
}
