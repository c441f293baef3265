import CRewindCrash
import RewindSystem

/// Makes the thread that the writer runs on: with a large stack of its own, since an app's `encode(to:)` may recurse deeply on it.
enum WriterThread {
    private static let stackBytes = 16 << 20

    /// Runs `body` on a new thread.
    ///
    /// - Throws: the system's error number, if it can't make the thread.
    static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        try SystemThread.start(stackBytes: stackBytes) {
            rewind_crash_mark_writer_thread()
            rewind_crash_prepare_thread()
            SystemThread.letOthersGoFirst()
            body()
        }
    }
}
