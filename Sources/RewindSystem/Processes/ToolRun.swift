@preconcurrency import CLibrary

#if os(macOS) || !canImport(Darwin)  // no app of a phone starts another program
    /// Runs another tool for its output.
    package enum ToolRun {
        /// The standard output of a command that ended with 0; `nil` if it is not there or failed.
        ///
        /// - Parameter errors: a file that is there, for its standard error; by default that is thrown away.
        package static func output(of command: [String], errors: String? = nil) -> [UInt8]? {
            guard let pipe = try? Pipe(name: "standard output") else { return nil }
            var spawn = Spawn(command)
            spawn.files = [
                (1, .descriptor(pipe.input)), (0, .path("/dev/null", O_RDONLY)), (2, .path(errors ?? "/dev/null", O_WRONLY | O_TRUNC)),
            ]
            let processID = try? spawn.start()
            close(pipe.input)
            defer { close(pipe.output) }
            guard let processID else { return nil }

            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(pipe.output, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                bytes += buffer[..<count]
            }
            return Spawn.wait(for: processID) == .status(0) ? bytes : nil
        }
    }
#endif
