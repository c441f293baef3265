@preconcurrency import CLibrary
import Dispatch
import Synchronization

extension ProcessStandIn {
    /// Runs a command to its end, on a thread of its own with the stack of a process's first, and returns its status.
    ///
    /// - Throws: ``ThreadError`` if the system makes no thread.
    package func run(_ command: @escaping @Sendable () -> Int32) throws(ThreadError) -> Int32 {
        let ended = Ended()
        try SystemThread.start(stackBytes: 8 << 20) { [self] in
            Self.holdBackBrokenPipes()
            ended.set(during(command))
        }
        return ended.wait()
    }

    /// Makes a write to a closed pipe an error of that write on the calling thread, for good.
    private static func holdBackBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

/// The status of a command that runs on another thread.
private final class Ended: Sendable {
    private let status = Atomic<Int32>(0)
    private let isSet = DispatchSemaphore(value: 0)

    func set(_ number: Int32) {
        status.store(number, ordering: .relaxed)
        isSet.signal()
    }

    func wait() -> Int32 {
        isSet.wait()
        return status.load(ordering: .relaxed)
    }
}
