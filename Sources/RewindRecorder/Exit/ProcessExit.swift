import RewindFormat
import RewindSystem
import Synchronization

/// The recorders to notify when the process exits: by `exit`, or because `main` has returned.
enum ProcessExit {
    private static let recorders = Mutex<[ObjectIdentifier: RecorderCore]>([:])

    /// Registered once, when the first recorder begins.
    private static let registration: Void = {
        SystemThread.atExit { ProcessExit.notifyAll() }
    }()

    /// Notifies all recorders, and waits for them together.
    private static func notifyAll() {
        let waiting = recorders.withLock { Array($0.values) }.compactMap { core in core.processWillExit().map { (core, $0) } }
        let now = SystemFacts.monotonicNanoseconds()
        for (core, settled) in waiting { core.wait(for: settled, until: now.saturatingSum(core.configuration.grace.exit.nanoseconds)) }
    }

    /// Calls ``RecorderCore/processWillExit()`` when the process exits.
    static func willCall(_ core: RecorderCore) {
        _ = registration
        recorders.withLock { $0[ObjectIdentifier(core)] = core }
    }

    /// Forgets a recorder that has finished.
    static func willNotCall(_ core: RecorderCore) { _ = recorders.withLock { $0.removeValue(forKey: ObjectIdentifier(core)) } }
}

extension Int {
    /// The sum, or the largest number on overflow.
    fileprivate func saturatingSum(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
