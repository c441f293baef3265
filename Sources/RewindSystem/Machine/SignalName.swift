import CLibrary

/// Signals by name, and which of them a process brings upon itself.
package enum SignalName {
    private static let names: [Int32: String] = [
        SIGABRT: "SIGABRT", SIGALRM: "SIGALRM", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL", SIGINT: "SIGINT",
        SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT", SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS", SIGTERM: "SIGTERM",
        SIGTRAP: "SIGTRAP", SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    ]

    private static let crashes: Set<Int32> = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]

    /// The signal's name, or its number where it has no common one.
    package static func name(_ signal: Int32) -> String { names[signal] ?? "signal \(signal)" }

    /// Whether a process that died of it crashed, rather than being ended by another.
    package static func isCrash(_ signal: Int32) -> Bool { crashes.contains(signal) }

    /// The signal that a shell means by an exit status: `sh -c` and the like report the death of their child so.
    package static func signal(ofShellStatus status: Int32) -> Int32? { status > 128 && names[status - 128] != nil ? status - 128 : nil }
}
