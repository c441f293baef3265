import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The recorders that still have to be told when the process exits: by `exit`, or because `main` has returned.
enum ProcessExit {
    private static let recorders = Mutex<[ObjectIdentifier: RecorderCore]>([:])

    /// Registered once, when the first recorder begins.
    private static let registration: Void = {
        atexit { for core in ProcessExit.recorders.withLock({ Array($0.values) }) { core.processWillExit() } }
    }()

    /// Calls ``RecorderCore/processWillExit()`` when the process exits.
    static func willCall(_ core: RecorderCore) {
        _ = registration
        recorders.withLock { $0[ObjectIdentifier(core)] = core }
    }

    /// Forgets a recorder that has finished.
    static func willNotCall(_ core: RecorderCore) { _ = recorders.withLock { $0.removeValue(forKey: ObjectIdentifier(core)) } }
}
