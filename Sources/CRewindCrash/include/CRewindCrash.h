#ifndef C_REWIND_CRASH_H
#define C_REWIND_CRASH_H

#include "CRewindCleanup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a recorder does in the moment its process dies, and the two things that only C can do before: healing a mapped page whose disk is
// gone, and knowing that one is a forked child.
//
// Everything that runs inside a signal handler is async-signal-safe: system calls, atomics and stores into memory that was mapped before.

/// The crash page: a file of REWIND_CRASH_PAGE_BYTES, mapped before, written by the handler, little-endian.
///
/// On a page without a crash, `signal` is 0. `signal` is stored last.
struct rewind_crash_page {
    char magic[8];  // RWCRASH1
    uint32_t signal;
    int32_t code;          // si_code
    uint64_t address;      // si_addr: what could not be read, or where the trap is; or REWIND_CRASH_NO_ADDRESS
    int64_t time;          // monotonic nanoseconds
    uint64_t thread;       // the system's number of the thread
    char thread_name[32];  // zero-filled
    uint32_t waited;       // milliseconds that the handler waited for the writer
    uint32_t frame_count;
    uint32_t in_recorder;  // 1 if the thread is a recorder's own
    uint32_t is_sent;      // 1 if another process sent the signal
    uint64_t frames[500];  // program counters, innermost first: all of them in code that is mapped
};

#define REWIND_CRASH_PAGE_BYTES 4096

/// The value for an address that is not recorded: nothing is mapped there, so it may be text that was taken for a pointer; or the signal
/// was sent (`code` is not above 0), and has no address.
#define REWIND_CRASH_NO_ADDRESS UINT64_MAX

/// Makes the handler write to `page` and wait for the states that `status` (the recording's status page) lists as handed over: as long as
/// the writer makes progress, `grace` milliseconds at most. Without `names_thread` the name of the thread, which is the app's, is not
/// written, and an address is written only if it refers to memory.
///
/// The first call installs the handlers; later ones only add a recording. Returns a slot, or -1 when eight are in use.
int rewind_crash_register(struct rewind_crash_page *page, const void *status, int lock_fd, uint32_t grace,
                          bool names_thread);

/// Forgets a recording: a crash from now on does not concern it. The handlers stay, and pass everything on.
void rewind_crash_unregister(int slot);

/// Gives the calling thread a stack for the handler, so that an overflow of its own can be recorded. Cheap after the first call.
void rewind_crash_prepare_thread(void);

/// Whether a signal is ending the process at this moment: the handler records it, and gives the writers their time.
bool rewind_crash_is_under_way(void);

/// Marks the calling thread as a recorder's own: when it crashes, the handler does not wait for it. Signals that others send to end the
/// process go to another thread, so that this one can write meanwhile.
void rewind_crash_mark_writer_thread(void);

/// Guards mapped memory: a SIGBUS in it (the disk is gone, the file was cut) puts anonymous memory there and the app goes on.
///
/// Returns a guard's number, or -1 when all are in use.
int rewind_guard(void *base, size_t count);

/// Ends a guard, before its memory is unmapped.
void rewind_unguard(int guard);

/// Marks a guarded range as having a file again.
void rewind_guard_heals(int guard);

/// Whether a guarded range lost its file.
bool rewind_guard_failed(int guard);

/// A program or library that is loaded into the process.
struct rewind_image {
    const char *path;               // empty for the program itself on Linux
    uint64_t base;                  // what to subtract from an address to get the offset that its symbols are listed under
    uint64_t count;                 // bytes from base that belong to it
    const unsigned char *build_id;  // the linker's id of this build, NULL if it has none
    size_t build_id_count;
};

/// Calls `visitor` for every image that is loaded now. Not for a signal handler.
void rewind_images(void (*visitor)(const struct rewind_image *image, void *context), void *context);

/// The path that the running program was loaded from, where the system is Apple's; NULL elsewhere.
const char *rewind_program(void);

/// Bytes of memory that the system counts as this process's, which on a phone has a limit; 0 where the system is not Apple's.
uint64_t rewind_memory_footprint(void);

/// Lets a debugger that is no parent of this process attach to it, where the system asks for that.
void rewind_allow_debuggers(void);

extern volatile bool rewind_halts;

/// What `rewind_is_forked` does where recording does not simply go on.
bool rewind_halt(void);

/// Whether this process is a fork of the one that began to record: it must not write into the parent's recording.
///
/// While a signal is ending the process, a thread that asks waits here until the writers have had their time: what it recorded meanwhile
/// would only keep them from the states before the end.
static inline bool rewind_is_forked(void) { return rewind_halts && rewind_halt(); }

extern volatile bool rewind_scheduled;

/// Whether a test's scheduler replaces the machine: never in an app.
static inline bool rewind_is_scheduled(void) { return rewind_scheduled; }

/// Sets that, for good.
static inline void rewind_schedule(void) { rewind_scheduled = true; }

#endif
