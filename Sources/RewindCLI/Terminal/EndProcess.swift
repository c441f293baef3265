import RewindSystem

/// Ends the process after all output is written and the user has left the pager.
func endProcess(_ status: ExitStatus) -> Never { finish(status: status.rawValue) }

/// Ends the process with any status after all output is written and the user has left the pager.
func finish(status: Int32) -> Never {
    StandardOutput.close()
    endProcess(status: status)
}
