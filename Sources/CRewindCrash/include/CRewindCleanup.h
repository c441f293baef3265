#ifndef CREWIND_CLEANUP_H
#define CREWIND_CLEANUP_H

/// Has a fatal signal of this process remove the files that were added, before it takes the effect that it had.
///
/// For a command, which has no crash handler of its own; a process may call it once.
void rewind_remove_files_at_traps(void);

/// Adds a file. Those of more than 64 at once are not removed. One thread at a time adds and forgets.
void rewind_add_file_of_trap(const char *path);

/// Takes a file out again, which is complete or removed.
void rewind_forget_file_of_trap(const char *path);

#endif
