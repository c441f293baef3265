@preconcurrency import CLibrary

/// How the terminal at standard input is set (termios(3)).
package struct TerminalSettings {
    private var values: termios

    /// The present settings; `nil` if standard input is not a terminal, or we are in its background: setting it from there would stop us.
    package init?() {
        values = termios()
        guard tcgetpgrp(STDIN_FILENO) == getpgrp(), tcgetattr(STDIN_FILENO, &values) == 0 else { return nil }
    }

    /// These settings without echo.
    package var withoutEcho: TerminalSettings {
        var settings = self
        settings.values.c_lflag &= ~tcflag_t(ECHO)
        return settings
    }

    /// Applies the settings, once pending output has gone out.
    package func apply() {
        var values = values
        tcsetattr(STDIN_FILENO, TCSADRAIN, &values)
    }
}

extension TerminalSettings: Equatable {
    package static func == (left: TerminalSettings, right: TerminalSettings) -> Bool {
        let (one, other) = (left.values, right.values)
        guard one.c_iflag == other.c_iflag, one.c_oflag == other.c_oflag, one.c_cflag == other.c_cflag, one.c_lflag == other.c_lflag
        else { return false }
        return withUnsafeBytes(of: one.c_cc) { one in withUnsafeBytes(of: other.c_cc) { one.elementsEqual($0) } }
    }
}
