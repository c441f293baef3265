#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How our terminal was set before a child had it: one that is killed leaves it in raw mode, on its second screen, without a cursor.
struct TerminalState {
    private let settings: termios

    /// The settings as they are; `nil` where standard input is no terminal, or not ours to change.
    init?() {
        guard let settings = Self.current() else { return nil }
        self.settings = settings
    }

    /// Undoes what the child left changed, if anything.
    ///
    /// That it left the settings changed is the sign that it had no time to leave its screen either: there is no asking for that.
    func putBack() {
        guard let left = Self.current(), !Self.isEqual(left, settings) else { return }
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        // Plain text, line wrapping, a visible cursor, the first screen, no mouse and no bracketed paste (xterm control sequences).
        let sequences = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?2004l\r"
        let stream: StandardStream = StandardStream.output.isTerminal ? .output : .error
        if stream.isTerminal { _ = stream.write(sequences.utf8) }
    }

    /// The settings, as long as we are in the terminal's foreground: from the background, setting them would stop us.
    private static func current() -> termios? {
        var settings = termios()
        guard tcgetpgrp(STDIN_FILENO) == getpgrp(), tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        return settings
    }

    private static func isEqual(_ left: termios, _ right: termios) -> Bool {
        guard left.c_iflag == right.c_iflag, left.c_oflag == right.c_oflag, left.c_cflag == right.c_cflag, left.c_lflag == right.c_lflag
        else { return false }
        return withUnsafeBytes(of: left.c_cc) { left in withUnsafeBytes(of: right.c_cc) { left.elementsEqual($0) } }
    }
}
