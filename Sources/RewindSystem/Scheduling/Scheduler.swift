import CLibrary
import CRewindCrash

/// Replaces the machine while a test runs the recorder: it decides which thread goes on, what time it is, and which calls the system
/// refuses.
///
/// The threads that it started, and those that set ``current``, ask the scheduler; all other threads, and every app, use the machine
/// itself, at the cost of a look at a flag that is never set.
package protocol Scheduler: AnyObject, Sendable {
    /// Monotonic nanoseconds.
    var now: Int { get }

    /// The calling thread has reached a place where another one may go on first.
    func reachSwitchPoint()

    /// The calling thread can't go on by itself before a time; returns when another thread has had its turn, or the time has come.
    func wait(until deadline: Int?)

    /// The error number that a system call fails with; 0 has the machine carry it out.
    func refusal(of call: SystemCall) -> Int32

    /// How many of `count` bytes a call writes.
    func writable(of count: Int) -> Int

    func start(_ body: @escaping @Sendable () -> Void)
}

/// The scheduler of the calling thread.
package enum Scheduling {
    @TaskLocal private static var scheduler: (any Scheduler)?

    /// The scheduler of the calling thread; `nil` in an app.
    @inline(__always)
    package static var current: (any Scheduler)? { rewind_is_scheduled() ? scheduler : nil }

    /// Runs a function on the calling thread under a scheduler, or without one again.
    package static func run(under present: (any Scheduler)?, _ body: () -> Void) {
        rewind_schedule()
        $scheduler.withValue(present, operation: body)
    }
}

/// The system calls that a recorder makes and that a scheduler can have refused.
package enum SystemCall: String, Sendable, CaseIterable {
    case open, write, truncate, reserve, map, synchronise, makeDirectory, list, rename, removeFile, link

    /// Whether a scheduler refuses this call; `errno` then has the reason.
    @inline(__always)
    var isRefused: Bool {
        guard let scheduler = Scheduling.current else { return false }
        return scheduler.refuses(self)
    }
}

extension Scheduler {
    /// Whether a call is refused, which others may go before.
    fileprivate func refuses(_ call: SystemCall) -> Bool {
        reachSwitchPoint()
        let number = refusal(of: call)
        if number != 0 { errno = number }
        return number != 0
    }
}
