@preconcurrency import CLibrary

#if os(macOS) || !canImport(Darwin)  // no app of a phone starts another program
    /// Runs another tool for its output.
    package enum ToolRun {
        /// The standard output of a command that ended with 0; `nil` if it is not there or failed.
        ///
        /// - Parameter errors: a file that is there, for its standard error; by default that is thrown away.
        package static func output(of command: [String], errors: String? = nil) -> [UInt8]? {
            let errors = Spawn.File.path(errors ?? "/dev/null", O_WRONLY | O_TRUNC)
            guard let (exit, said) = try? ended(Spawn(command), errors: errors) else { return nil }
            return exit == .status(0) ? said : nil
        }

        /// How a command without input ended, and what it wrote, to standard error as well.
        ///
        /// - Parameter environment: variables that it has besides ours.
        /// - Throws: ``ChildError`` if it can't be started.
        package static func ended(
            _ command: [String], environment: [String: String]
        ) throws(ChildError) -> (exit: ChildProcess.Exit, said: [UInt8]) {
            var spawn = Spawn(command)
            spawn.environment = environment
            return try ended(spawn, errors: .descriptor(1))
        }

        private static func ended(_ spawn: Spawn, errors: Spawn.File) throws(ChildError) -> (exit: ChildProcess.Exit, said: [UInt8]) {
            guard let pipe = try? Pipe(name: "standard output") else {
                throw ChildError(command: spawn.command[0], reason: String(cString: strerror(errno)))
            }
            var spawn = spawn
            spawn.files = [(1, .descriptor(pipe.input)), (0, .path("/dev/null", O_RDONLY)), (2, errors)]
            defer { close(pipe.output) }
            let processID: pid_t
            do {
                defer { close(pipe.input) }
                processID = try spawn.start()
            }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(pipe.output, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                bytes += buffer[..<count]
            }
            return (Spawn.wait(for: processID), bytes)
        }
    }
#endif
