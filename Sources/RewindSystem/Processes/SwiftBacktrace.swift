import CLibrary

/// The backtrace that the Swift runtime itself prints when a process crashes: hundreds of lines, after which a terminal waits for a key.
package enum SwiftBacktrace {
    /// The variable that controls the runtime's backtraces; the runtime reads it when a process begins.
    package static let variable = "SWIFT_BACKTRACE"

    /// Whether the user has set the variable.
    package static var isDecided: Bool { SystemFacts.environment(variable) != nil }

    /// Turns the runtime's backtraces off in this process, unless the user has decided: a crash then ends the process as the system does
    /// it.
    ///
    /// Removes the handlers of the signals that the runtime handles, a recorder's too. Call it when a program begins, never in a library or
    /// a test.
    package static func forgo() {
        if isDecided { return }
        for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
            // The parent process may have made this one ignore some.
            let before = signal(number, SIG_DFL)
            if before.map({ unsafeBitCast($0, to: Int.self) }) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
        }
    }
}
