import CLibrary

/// The system's threads, and the end of their process.
package enum SystemThread {
    /// Runs `body` on a new thread with a stack of that size.
    ///
    /// - Throws: the system's error number, if it can't make the thread.
    package static func start(stackBytes: Int, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        if let scheduler = Scheduling.current { return scheduler.start(body) }
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
                body.run()
                return nil
            }, box.toOpaque())
        if error != 0 {
            box.release()
            throw ThreadError(number: error)
        }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Gives the calling thread a lower priority than the others of the process have.
    ///
    /// Where there are fewer processors than threads with work, the others would else wait for whole time slices of the system, four
    /// milliseconds each, while this one works.
    package static func letOthersGoFirst() {
        #if canImport(Darwin)
            pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #else
            _ = nice(5)  // on Linux that of the calling thread alone
        #endif
    }

    /// Makes the calling thread wait.
    package static func sleep(microseconds: UInt32) {
        guard let scheduler = Scheduling.current else {
            usleep(microseconds)
            return
        }
        let end = scheduler.now + Int(microseconds) * 1_000
        while scheduler.now < end { scheduler.wait(until: end) }
    }

    /// Registers a function to call when the process exits of its own will: by `exit` or `quick_exit`, or because `main` has returned.
    package static func atExit(_ body: @escaping @convention(c) () -> Void) {
        atexit(body)
        #if canImport(Glibc)
            at_quick_exit(body)
        #endif
    }
}

/// The system would not make a thread, and its number for why.
package struct ThreadError: Error {
    package let number: Int32
}

package func endProcess(status: Int32) -> Never { exit(status) }
