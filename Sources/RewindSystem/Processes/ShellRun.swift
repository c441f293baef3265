@preconcurrency import CLibrary

#if os(macOS) || !canImport(Darwin)  // no app of a phone starts another program
    /// Runs a shell command with a file as its standard input; its output goes to our standard error, since our output is the result.
    package enum ShellRun {
        /// Runs the line to its end; keyboard signals end it and not us, so that we can clean up.
        ///
        /// - Throws: ``ChildError`` if there is no shell to run it.
        package static func run(_ line: String, input: String, environment: [String: String]) throws(ChildError) -> ChildProcess.Exit {
            try run(line, environment, files: [(0, .path(input, O_RDONLY)), (1, .descriptor(2))])
        }

        /// Runs a line that has our terminal, input and output to its end; keyboard signals are for it and not for us.
        ///
        /// - Throws: ``ChildError`` if there is no shell to run it.
        package static func inForeground(_ line: String) throws(ChildError) -> ChildProcess.Exit { try run(line, [:], files: []) }

        private static func run(
            _ line: String, _ environment: [String: String], files: [(Int32, Spawn.File)]
        ) throws(ChildError) -> ChildProcess.Exit {
            var spawn = Spawn(shell: line)
            (spawn.environment, spawn.files) = (environment, files)
            let interrupt = signal(SIGINT, SIG_IGN)
            let quit = signal(SIGQUIT, SIG_IGN)
            defer {
                signal(SIGINT, interrupt)
                signal(SIGQUIT, quit)
            }
            return Spawn.wait(for: try spawn.start())
        }
    }
#endif
