@preconcurrency import CLibrary
import Dispatch
import Synchronization

#if os(macOS) || !canImport(Darwin)  // no app of a phone starts another program
    /// A shell command that reads what we write, and has our terminal meanwhile: a pager.
    ///
    /// The command handles an interrupt from the keyboard. We end by that interrupt, as we would have, but only after the command has restored
    /// the terminal; or not at all, if there is a prompt to return to.
    package final class ShellPipe: Sendable {
        private let input: Int32
        private let isClosed = Mutex(false)
        private let hasEnded = DispatchSemaphore(value: 0)
        private let endsByInterrupt: Bool
        /// Whether an interrupt ended the process before.
        private let restoresDefault: Bool

        /// Whether the keyboard interrupted us; a signal handler sets it, so it is there before the handler is.
        private static let wasInterrupted = Atomic(false)

        /// Starts the line with some variables besides ours.
        ///
        /// - Parameter endsByInterrupt: whether an interrupt that comes meanwhile ends us, too, once the other process is gone.
        /// - Throws: ``ChildError`` if there is no shell to run it, or no pipe to be had.
        package init(_ line: String, environment: [String: String], endsByInterrupt: Bool = true) throws(ChildError) {
            self.endsByInterrupt = endsByInterrupt
            guard let pipe = try? Pipe(name: line) else { throw ChildError(command: line, reason: String(cString: strerror(errno))) }
            defer { close(pipe.output) }
            var spawn = Spawn(shell: line)
            spawn.environment = environment
            spawn.files = [(0, .descriptor(pipe.output))]
            _ = Self.wasInterrupted.load(ordering: .relaxed)
            // Before the other process starts: a user who sees it may interrupt it at once.
            let before = signal(SIGINT) { _ in ShellPipe.wasInterrupted.store(true, ordering: .relaxed) }
            restoresDefault = before == nil
            // One that is ignored, as below nohup, stays so.
            if before.map({ unsafeBitCast($0, to: Int.self) }) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGINT, SIG_IGN) }
            let processID: pid_t
            do {
                processID = try spawn.start()
            } catch {
                if restoresDefault { signal(SIGINT, SIG_DFL) }
                close(pipe.input)
                throw error
            }
            input = pipe.input
            DispatchQueue(label: "rewind.pager").async { [hasEnded] in
                _ = Spawn.wait(for: processID)
                if endsByInterrupt { Self.endIfInterrupted() }
                hasEnded.signal()
            }
        }

        /// Writes all bytes; returns the system's error number on failure, 0 otherwise.
        package func write(_ bytes: some Collection<UInt8>) -> Int32 { StandardStream.write(bytes, to: input) }

        /// Ends the other process's input, and waits until that process has ended; then ends by the interrupt that came meanwhile, if any.
        package func finish() {
            let isFirst = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return !isClosed
            }
            guard isFirst else { return }
            close(input)
            hasEnded.wait()
            if endsByInterrupt { return Self.endIfInterrupted() }
            Self.wasInterrupted.store(false, ordering: .relaxed)
            if restoresDefault { signal(SIGINT, SIG_DFL) }
        }

        private static func endIfInterrupted() { if wasInterrupted.load(ordering: .relaxed) { Interruption.end(by: SIGINT) } }
    }
#endif
