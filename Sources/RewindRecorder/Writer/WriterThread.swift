import CRewindCrash

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes the thread that the writer runs on: with a large stack of its own, since an app's `encode(to:)` may recurse deeply on it.
enum WriterThread {
    private static let stackBytes = 16 << 20

    /// Runs `body` on a new thread.
    ///
    /// - Throws: the system's error number, if it can't make the thread.
    static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        pthread_attr_setstacksize(attributes, stackBytes)
        pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = Unmanaged.passRetained(Body(run: body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let error = pthread_create(
            &thread, attributes,
            { argument in
                #if canImport(Darwin)
                    let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                #else
                    guard let argument else { return nil }
                    let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                #endif
                rewind_crash_mark_writer_thread()
                rewind_crash_prepare_thread()
                WriterThread.letOthersGoFirst()
                body.run()
                return nil
            }, box.toOpaque())
        if error != 0 {
            box.release()
            throw SystemError(number: error)
        }
    }

    struct SystemError: Error { let number: Int32 }

    /// Gives the calling thread a lower priority than the app's threads have.
    ///
    /// Where there are fewer processors than threads with work, who dispatches would else wait for whole time slices of the system, four
    /// milliseconds each, while the writer has one.
    private static func letOthersGoFirst() {
        #if canImport(Darwin)
            pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #else
            _ = nice(5)  // on Linux that of the calling thread alone
        #endif
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
