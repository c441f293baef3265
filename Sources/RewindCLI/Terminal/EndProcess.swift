import RewindSystem

/// Ends the process, once everything is written and the pager was left.
func endProcess(_ status: ExitStatus) -> Never { finish(status: status.rawValue) }

/// Ends the process with any status, once everything is written and the pager was left.
func finish(status: Int32) -> Never {
    StandardOutput.close()
    endProcess(status: status)
}
