@preconcurrency import CLibrary
import CRewindCrash
import Dispatch
import Synchronization

/// Handles the interruption of a process in the middle of its work.
package enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// What takes C-c instead, as long as ``noticed(by:_:)`` runs.
    private static let notice = Mutex<(@convention(c) (Int32) -> Void)?>(nil)
    /// Gives the terminal back before a signal ends the process.
    private static let parting = Mutex<@Sendable () -> Void>({})

    /// Has the terminal given back before a signal ends the process; the function does nothing while the terminal is not taken.
    package static func part(with leave: @escaping @Sendable () -> Void) { parting.withLock { $0 = leave } }

    /// Does some work; a signal that ends the process meanwhile calls `clean` first, on a thread of its own.
    package static func cleaningUp<Result>(with clean: @escaping @Sendable () -> Void, _ work: () throws -> Result) rethrows -> Result {
        try handling(
            by: { number in
                clean()
                part(by: number)
            }, during: work)
    }

    /// Has a signal that ends the process call `clean` first, from now on; the first such function stays.
    package static func cleanUpFromNowOn(with clean: @escaping @Sendable () -> Void) {
        guard !cleansUp.exchange(true, ordering: .relaxed) else { return }
        let hasBegun = DispatchSemaphore(value: 0)
        DispatchQueue(label: "rewind.clean-up").async {
            cleaningUp(with: clean) {
                hasBegun.signal()
                DispatchSemaphore(value: 0).wait()
            }
        }
        hasBegun.wait()
    }

    private static let cleansUp = Atomic(false)

    /// Does some work; a signal that would end the process calls `notify`, on a thread of its own, and ends the process after the work.
    package static func postponed<Result>(
        notifying notify: @escaping @Sendable () -> Void, _ work: () throws -> Result
    ) rethrows -> Result {
        let last = Taken()
        defer { if case let number = last.number.load(ordering: .relaxed), number != 0 { part(by: number) } }
        return try handling(
            by: { number in
                last.number.store(number, ordering: .relaxed)
                notify()
            }, during: work)
    }

    /// Does some work; C-c meanwhile calls a function, as a signal handler, on whichever thread.
    package static func noticed<Result>(by notice: @escaping @convention(c) (Int32) -> Void, _ work: () throws -> Result) rethrows -> Result
    {
        if ProcessStandIn.current != nil { return try work() }
        let earlier = self.notice.withLock { here in
            defer { here = notice }
            return here
        }
        let before = signal(SIGINT, notice)
        defer {
            signal(SIGINT, before)
            self.notice.withLock { $0 = earlier }
        }
        return try work()
    }

    /// The signal that was received.
    private final class Taken: Sendable { let number = Atomic<Int32>(0) }

    private static func part(by number: Int32) {
        parting.withLock { $0 }()
        end(by: number)
    }

    /// Has ``noticed(by:_:)`` notice no more, so that the next C-c ends the process.
    ///
    /// O(1), from a signal handler, too.
    package static func noticeNoMore() { isIgnoringNotice.store(true, ordering: .relaxed) }

    private static let isIgnoringNotice = Atomic(false)

    /// Ends the process as C-c does by default.
    package static func endByInterrupt() { end(by: SIGINT) }

    /// Ends the process as an unhandled signal does.
    package static func end(by number: Int32) {
        signal(number, SIG_DFL)
        // The parent process may have blocked it, and then no other thread takes it.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, number)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        kill(getpid(), number)
    }

    /// Scopes in which signals are taken, and the signals that were ignored when the outermost began.
    private struct Scopes {
        var count = 0
        var ignored: Set<Int32> = []
    }

    private static let scopes = Mutex(Scopes())

    private static func handling<Result>(
        by handle: @escaping @Sendable (Int32) -> Void, during work: () throws -> Result
    ) rethrows -> Result {
        // Of a process that others share, the signals are not the command's.
        if ProcessStandIn.current != nil { return try work() }
        let queue = DispatchQueue(label: "rewind.interruption")
        let (registered, cancelled) = (DispatchGroup(), DispatchGroup())
        let ignored = scopes.withLock { scopes in
            // A signal that is ignored already, as below nohup, stays so.
            if scopes.count == 0 { scopes.ignored = Set(signals.filter(isIgnored)) }
            scopes.count += 1
            return scopes.ignored
        }
        let sources = signals.filter { !ignored.contains($0) }.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // Dispatch may see the signal before the handler that was set later.
                if number == SIGINT, !isIgnoringNotice.load(ordering: .relaxed), let notice = notice.withLock({ $0 }) {
                    notice(number)
                    if !isIgnoringNotice.load(ordering: .relaxed) { return }
                }
                handle(number)
            }
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            cancelled.enter()
            source.setCancelHandler { cancelled.leave() }
            source.resume()
            return source
        }
        // Until then, a signal ends the process as usual: none is lost.
        registered.wait()
        #if canImport(Darwin)
            // On Apple's systems, Dispatch sees a signal in addition to the process's own action; on Linux, Dispatch's handling is that
            // action.
            for source in sources { signal(Int32(source.handle), SIG_IGN) }
        #endif
        defer {
            for source in sources { source.cancel() }
            // As long as a source is there, even a cancelled one, Dispatch installs no handler for the next of the same signal.
            cancelled.wait()
            scopes.withLock { scopes in
                scopes.count -= 1
                if scopes.count == 0 { for source in sources { signal(Int32(source.handle), SIG_DFL) } }
            }
        }
        return try work()
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var now = sigaction()
        sigaction(number, nil, &now)
        #if canImport(Darwin)
            let handler = now.__sigaction_u.__sa_handler
        #elseif canImport(Musl)
            let handler = now.__sa_handler.sa_handler
        #else
            let handler = now.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// Unfinished files, which are removed if a trap ends the process in the middle of its work.
package enum TrapFiles {
    /// Has them removed from now on; only a command may ask for that, since an app's crash handler is its own.
    package static func removeAtTraps() { rewind_remove_files_at_traps() }

    /// One thread at a time adds and forgets.
    package static func add(_ path: String) { rewind_add_file_of_trap(path) }

    /// The file is complete or removed.
    package static func forget(_ path: String) { rewind_forget_file_of_trap(path) }
}
