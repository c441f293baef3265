@preconcurrency import Dispatch
import Synchronization

// Hands what we write to a command of the user's.
#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A line of shell that reads what we write, and has our terminal meanwhile: a pager.
///
/// An interrupt from the keyboard is its affair: we end by it, as we would have, but not before the other process has put the terminal in order.
@available(tvOS, unavailable)
@available(watchOS, unavailable)
package final class ShellPipe: Sendable {
    private let processID: pid_t
    private let input: Int32
    private let source: any DispatchSourceSignal
    private let state = Mutex(State())

    private struct State {
        var isClosed = false
        var hasEnded = false
        var isInterrupted = false
    }

    /// Starts the line with some variables besides ours.
    ///
    /// - Throws: ``ChildError`` if there is no shell to run it, or no pipe to be had.
    package init(_ line: String, environment: [String: String]) throws(ChildError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw ChildError(command: line, reason: String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var spawn = Spawn(["/bin/sh", "-c", line])
        spawn.environment = environment
        spawn.files = [(0, .descriptor(ends[0]))]
        spawn.defaults = [SIGINT, SIGQUIT, SIGPIPE]
        do {
            processID = try spawn.start()
        } catch {
            close(ends[1])
            throw error
        }
        input = ends[1]
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: DispatchQueue(label: "rewind.pager"))
        source.setEventHandler { [self] in
            state.withLock { $0.isInterrupted = true }
            wait()
        }
        source.resume()
    }

    /// Writes all bytes; returns the system's error number where that fails, 0 otherwise.
    package func write(_ bytes: some Collection<UInt8>) -> Int32 { StandardStream.write(bytes, to: input) }

    /// Tells the other process that this was all, and waits until it has ended; ends by the interrupt that came meanwhile, if one did.
    package func finish() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { close(input) }
        wait()
    }

    private func wait() {
        // Another thread may wait too: whoever comes second is told that there is no such process any more.
        if !state.withLock({ $0.hasEnded }) { _ = Spawn.wait(for: processID) }
        state.withLock { $0.hasEnded = true }
        guard state.withLock({ $0.isInterrupted }) else { return }
        signal(SIGINT, SIG_DFL)
        var interrupt = sigset_t()
        sigemptyset(&interrupt)
        sigaddset(&interrupt, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)  // whoever started us may have held it back
        kill(getpid(), SIGINT)
    }
}
