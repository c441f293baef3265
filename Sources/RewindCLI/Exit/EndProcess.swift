#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends the process.
func endProcess(_ status: ExitStatus) -> Never { exit(status.rawValue) }

/// Ends the process with another process's status.
func endProcess(status: Int32) -> Never { exit(status) }
