import CRewindCrash

/// Unfinished files, which are removed if a trap ends the process in the middle of its work.
package enum TrapFiles {
    /// Has them removed from now on; only a command may ask for that, since an app's crash handler is its own.
    package static func removeAtTraps() { rewind_remove_files_at_traps() }

    /// One thread at a time adds and forgets.
    package static func add(_ path: String) { rewind_add_file_of_trap(path) }

    /// The file is complete or removed.
    package static func forget(_ path: String) { rewind_forget_file_of_trap(path) }
}
