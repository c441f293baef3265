import Synchronization

/// A user's request to stop the command at a prompt: conditions then have no value any more, so that queries soon end.
///
/// Work that runs beside other work has a request of its own (``own``), and nothing but that stops it. O(1), from any thread; ``make()``
/// from a signal handler, too.
enum StopRequest {
    private static let flag = Atomic(false)

    /// The request to stop what this thread does; `nil` where the process does one thing at a time.
    @TaskLocal static var own: OwnStopRequest?

    static var isMade: Bool { own?.isMade ?? flag.load(ordering: .relaxed) }

    /// Makes the request; returns whether it was not made before.
    static func make() -> Bool { !flag.exchange(true, ordering: .relaxed) }

    /// Withdraws the request; returns whether it was made.
    static func withdraw() -> Bool { flag.exchange(false, ordering: .relaxed) }
}

/// A request to stop one of several pieces of work that run at once; any thread.
final class OwnStopRequest: Sendable {
    private let flag = Atomic(false)
    private let bodies = Mutex<[@Sendable () -> Void]>([])

    var isMade: Bool { flag.load(ordering: .relaxed) }

    /// Makes the request.
    func make() {
        let bodies = bodies.withLock { bodies in
            defer { bodies = [] }
            flag.store(true, ordering: .relaxed)
            return bodies
        }
        for body in bodies { body() }
    }

    /// Calls a function once the request is made; at once if it was.
    func whenMade(_ body: @escaping @Sendable () -> Void) {
        let isMade = bodies.withLock { bodies in
            if !self.isMade { bodies.append(body) }
            return self.isMade
        }
        if isMade { body() }
    }
}
