// Runs a command of the user's by the shell, again and again.
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

/// Runs a line of shell with a file as its standard input; what it writes goes to our standard error, since our output is the result.
enum ShellRun {
    /// Runs the line to its end; keyboard signals end it and not us, so that we can clean up.
    ///
    /// - Throws: ``ChildError`` if there is no shell to run it.
    static func run(_ line: String, input: String, environment: [String: String]) throws(ChildError) -> ChildProcess.Exit {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t? = nil
            var attributes: posix_spawnattr_t? = nil
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let variables = ProcessInfo.processInfo.environment.merging(environment) { _, added in added }
        let arguments = CStrings(["/bin/sh", "-c", line])
        let pairs = CStrings(variables.map { "\($0.key)=\($0.value)" })
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
        }
        var processID: pid_t = 0
        let error = posix_spawn(&processID, "/bin/sh", &actions, &attributes, arguments.pointers, pairs.pointers)
        guard error == 0 else { throw ChildError(command: "/bin/sh", reason: systemWords(for: error)) }
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        return ChildProcess.exit(of: status)
    }
}
