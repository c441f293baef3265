import RewindSystem

/// Ends the process.
func endProcess(_ status: ExitStatus) -> Never { endProcess(status: status.rawValue) }
