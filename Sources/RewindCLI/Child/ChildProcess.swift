// Starts another process, and deals in signals.
#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A command that runs in our place: it has our terminal, our standard input and output, and our process group.
///
/// It stays in our process group so that it is the terminal's foreground job: it may read keys, switch to raw mode, and be stopped and
/// interrupted from the keyboard as if it had been started by the shell. Keyboard signals therefore reach it by themselves. We leave
/// them alone, and pass on only what another process sent to us.
struct ChildProcess {
    private let processID: pid_t

    /// What became of it.
    enum Exit: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    /// Signals that we take care of while the child runs, rather than end by them.
    private static let handled = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD]

    /// Starts a command with additional environment variables, and its standard error going to `standardError`.
    ///
    /// From here on the signals that could end us are held back for good: we have a recording to seal. Call it before there are other
    /// threads, which would take the signals in our place.
    ///
    /// - Throws: ``ChildError`` if the command can't be started.
    init(_ command: [String], environment: [String: String], standardError: Int32) throws(ChildError) {
        var held = sigset_t()
        var before = sigset_t()
        sigemptyset(&held)
        for signal in Self.handled { sigaddset(&held, signal) }
        pthread_sigmask(SIG_BLOCK, &held, &before)

        let variables = ProcessInfo.processInfo.environment.merging(environment) { _, added in added }
        let arguments = CStrings(command)
        let pairs = CStrings(variables.map { "\($0.key)=\($0.value)" })
        var processID: pid_t = 0
        let error = Self.withAttributes(mask: before) { attributes in
            Self.withActions(standardError: standardError) { actions in
                posix_spawnp(&processID, command[0], actions, attributes, arguments.pointers, pairs.pointers)
            }
        }
        guard error == 0 else { throw ChildError(command: command[0], reason: systemWords(for: error)) }
        self.processID = processID
    }

    /// Waits until the child has ended, passing signals on to it.
    func wait() -> Exit {
        var held = sigset_t()
        sigemptyset(&held)
        for signal in Self.handled { sigaddset(&held, signal) }
        while true {
            var status: Int32 = 0
            let ended = waitpid(processID, &status, WNOHANG)
            if ended == processID { return Self.exit(of: status) }
            if ended < 0, errno != EINTR { return .status(2) }
            let (signal, isFromProcess) = Self.next(of: &held)
            if signal != SIGCHLD, isFromProcess { kill(processID, signal) }
        }
    }

    /// Waits for one of the signals, and tells whether a process sent it rather than the terminal.
    private static func next(of held: inout sigset_t) -> (signal: Int32, isFromProcess: Bool) {
        #if canImport(Darwin)
            // There is no telling who sent it: a keyboard sends INT and QUIT, another process more likely TERM and HUP.
            var signal: Int32 = 0
            guard sigwait(&held, &signal) == 0 else { return (SIGCHLD, false) }
            return (signal, signal == SIGTERM || signal == SIGHUP)
        #else
            var info = siginfo_t()
            let signal = sigwaitinfo(&held, &info)
            return signal > 0 ? (signal, info.si_code <= 0) : (SIGCHLD, false)
        #endif
    }

    /// The status of waitpid(2), taken apart as WIFEXITED and WTERMSIG do, which Swift does not import.
    static func exit(of status: Int32) -> Exit {
        status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    #if canImport(Darwin)
        private typealias Attributes = posix_spawnattr_t?
        private typealias Actions = posix_spawn_file_actions_t?
    #else
        private typealias Attributes = posix_spawnattr_t
        private typealias Actions = posix_spawn_file_actions_t
    #endif

    /// The child gets the signal mask that we had, and dies of a broken pipe as usual.
    private static func withAttributes(mask: sigset_t, _ body: (UnsafePointer<Attributes>) -> Int32) -> Int32 {
        #if canImport(Darwin)
            var attributes: Attributes = nil
        #else
            var attributes = Attributes()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = mask
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        return body(&attributes)
    }

    private static func withActions(standardError: Int32, _ body: (UnsafePointer<Actions>) -> Int32) -> Int32 {
        #if canImport(Darwin)
            var actions: Actions = nil
        #else
            var actions = Actions()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardError, 2)
        return body(&actions)
    }
}

extension ChildProcess.Exit {
    /// The status that a shell would report.
    var shellStatus: Int32 {
        switch self {
        case .status(let status): status
        case .signal(let signal): 128 + signal
        }
    }
}

/// Why a command could not be started.
struct ChildError: Error, CustomStringConvertible {
    let command: String
    let reason: String

    var description: String {
        "can't start '\(command)': \(reason). Give the command as you would to a shell: rewind record -- COMMAND ARGUMENTS"
    }
}

/// Strings as C wants them: an array of pointers that ends with a null pointer.
final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}
