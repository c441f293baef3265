import CRewindCrash
import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A thread with a large stack of its own, since an app's `encode(to:)` may recurse deeply on it, that sleeps until it is woken.
final class WriterThread: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let isAwake = Atomic<Bool>(true)

    private static let stackBytes = 16 << 20

    /// Runs `body` on a new thread.
    ///
    /// - Throws: the system's error number, if it can't make the thread.
    static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackBytes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = Unmanaged.passRetained(Body(run: body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let error = pthread_create(
            &thread, &attributes,
            { argument in
                #if canImport(Darwin)
                    let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                #else
                    guard let argument else { return nil }
                    let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                #endif
                rewind_crash_mark_writer_thread()
                rewind_crash_prepare_thread()
                body.run()
                return nil
            }, box.toOpaque())
        if error != 0 {
            box.release()
            throw SystemError(number: error)
        }
    }

    struct SystemError: Error { let number: Int32 }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Wakes the thread if it sleeps; an atomic exchange if it does not.
    func wake() {
        if !isAwake.exchange(true, ordering: .acquiringAndReleasing) { semaphore.signal() }
    }

    /// Sleeps until woken, or for that long.
    ///
    /// Call ``willSleep()`` and look for work once more before.
    func sleep(milliseconds: Int) {
        if semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut,
            isAwake.exchange(true, ordering: .acquiringAndReleasing)
        {
            semaphore.wait()  // a wake came between the time-out and now: take its signal
        }
    }

    /// Announces sleep: a wake from now on signals.
    func willSleep() { isAwake.store(false, ordering: .sequentiallyConsistent) }
}
