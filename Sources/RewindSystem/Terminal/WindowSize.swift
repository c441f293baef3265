import CLibrary

/// The size of a terminal's window, in characters.
package struct WindowSize: Equatable, Sendable {
    package var rows: Int
    package var columns: Int

    /// The size now; `nil` without a terminal, or if the terminal does not report it.
    package init?(of stream: StandardStream) {
        var size = winsize()
        guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
        (rows, columns) = (Int(size.ws_row), Int(size.ws_col))
    }
}
