import CLibrary
package import Dispatch

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

    /// Calls a function, on any thread, whenever the size has changed, until the source is cancelled.
    package static func changes(onChange: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
        source.setEventHandler(handler: onChange)
        source.activate()
        return source
    }
}
