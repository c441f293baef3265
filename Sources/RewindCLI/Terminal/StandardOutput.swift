import RewindRendering
import RewindSystem
import Synchronization

/// Standard output, buffered into large writes; a closed pipe means that the reader has seen enough.
///
/// With a pager, output is held back until it is longer than the screen, and goes to the pager from then on.
enum StandardOutput {
    private static let state = Mutex(State())
    private static let bufferSize = 1 << 16
    /// The maximum time that output is buffered.
    private static let patience = Duration.milliseconds(100)

    private struct State {
        var pending: [UInt8] = []
        var lastSent = ContinuousClock.now
        /// The pager to start when the output exceeds the screen.
        var wanted: Pager?
        var rows = 0
        var pager: ShellPipe?
    }

    /// Uses a pager from now on, if the output becomes long.
    ///
    /// - Parameter isAtPrompt: whether the pager returns to a prompt, so that this process ignores interrupts.
    static func usePager(isAtPrompt: Bool = false) {
        var wanted = Pager.wanted()
        wanted?.isAtPrompt = isAtPrompt
        state.withLock { ($0.wanted, $0.rows) = (wanted, 0) }
    }

    /// Whether messages on the terminal should join the output, because it is held back or a pager has the screen.
    static var isPaged: Bool { state.withLock { $0.wanted != nil || $0.pager != nil } }

    /// Whether the output goes to a terminal as it is, so that messages come between its rows unless it is flushed before them.
    static var isOnTerminal: Bool { ProcessStandIn.current == nil && !isPaged && StandardStream.output.isTerminal }

    static var hasPager: Bool { state.withLock { $0.pager != nil } }

    /// Appends bytes to the output.
    static func write(_ bytes: some Collection<UInt8>) {
        // What is held back is the process's, and nobody waits here.
        if ProcessStandIn.current != nil {
            _ = StandardStream.output.write(bytes)
            return
        }
        let isDue = state.withLock { state in
            state.pending.append(contentsOf: bytes)
            if state.wanted != nil {
                state.rows += Self.rows(of: bytes)
                return state.rows >= StandardStream.output.rows ?? .max
            }
            return state.pending.count >= bufferSize || ContinuousClock.now - state.lastSent >= patience
        }
        if isDue { flush() }
    }

    /// The maximum number of screen rows for a text; colour sequences are counted as text.
    private static func rows(of bytes: some Collection<UInt8>) -> Int {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
            .reduce(0) { $0 + 1 + $1.count / (StandardStream.output.columns ?? .max) }
    }

    /// Appends bytes that may come from a stranger: a terminal gets them escaped, a pipe or a file unchanged.
    static func write(foreign bytes: [UInt8]) {
        guard StandardStream.output.isTerminal else { return write(bytes) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        write(lines.map { TerminalText.escaped(String($0)) }.joined(separator: "\n").utf8)
    }

    /// Writes the buffered output; output that may need a pager is kept until it is longer than the screen.
    static func flush() {
        if let wanted = state.withLock({ $0.rows >= StandardStream.output.rows ?? .max ? $0.wanted.take() : nil }) { start(wanted) }
        let (bytes, pager) = state.withLock { state in
            defer { if state.wanted == nil { (state.pending, state.lastSent) = ([], .now) } }
            return (state.wanted == nil ? state.pending : [], state.pager)
        }
        send(bytes, to: pager)
    }

    /// Writes a text immediately, such as a prompt.
    static func show(_ text: String) {
        write(text.utf8)
        flush()
    }

    /// Writes all output, and waits until the user leaves the pager; later output is written directly.
    static func close() {
        state.withLock { $0.wanted = nil }
        flush()
        state.withLock { $0.pager.take() }?.finish()
    }

    private static func start(_ wanted: Pager) {
        do throws(ChildError) {
            let pager = try ShellPipe(wanted.line, environment: wanted.environment, endsByInterrupt: !wanted.isAtPrompt)
            state.withLock { $0.pager = pager }
        } catch {
            Diagnostics.say("can't start the pager '\(wanted.line)': \(error.reason)")
        }
    }

    private static func send(_ bytes: [UInt8], to pager: ShellPipe?) {
        guard !bytes.isEmpty else { return }
        Activity.clearCount()
        let error = pager?.write(bytes) ?? StandardStream.output.write(bytes)
        if error == 0 { return }
        if isBrokenPipe(error) { endProcess(.done) }
        Diagnostics.say("can't write the output: \(systemWords(for: error))")
        endProcess(.failed)
    }
}
