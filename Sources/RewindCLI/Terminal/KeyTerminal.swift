import CRewindTerminal
import RewindSystem

/// The terminal at standard input, read key by key: no echo, and C-c is a key like any other.
///
/// It is put back when this value ends, before the process ends, by whatever signal, and while it is stopped. One at a time.
struct KeyTerminal: ~Copyable {
    /// What a wait has ended with.
    struct Events: OptionSet {
        let rawValue: Int32

        /// There is something to read, the end of the input included.
        static let input = Events(rawValue: Int32(rewind_terminal_input))
        /// The window has another size.
        static let resized = Events(rawValue: Int32(rewind_terminal_resized))
        /// The process was stopped, and goes on: another program has the screen.
        static let continued = Events(rawValue: Int32(rewind_terminal_continued))
    }

    /// Sets the terminal; `nil` without a terminal, or in the background of one.
    ///
    /// - Parameter parting: What is written to standard output when the terminal is put back; at most 63 bytes.
    init?(parting: String = "") {
        Interruption.part(with: rewind_terminal_put_back)
        guard rewind_terminal_enter(parting) == 0 else { return nil }
    }

    deinit { rewind_terminal_leave() }

    /// Waits for events, at most for a time, which is rounded up to milliseconds; may return early, with none.
    func wait(for time: Duration?) -> Events {
        Events(rawValue: rewind_terminal_wait(time.map { Int64(max($0, .zero).nanoseconds) } ?? -1))
    }

    /// How long the process was stopped so far.
    var stopped: Duration { .nanoseconds(rewind_terminal_stopped()) }
}
