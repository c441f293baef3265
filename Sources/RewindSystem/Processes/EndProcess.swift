import CLibrary

/// Ends the process with a status.
package func endProcess(status: Int32) -> Never { exit(status) }
