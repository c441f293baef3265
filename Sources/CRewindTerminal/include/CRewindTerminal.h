#ifndef REWIND_TERMINAL_H
#define REWIND_TERMINAL_H

/// Puts the terminal back as it is now before a signal or a crash ends the process, until it is unguarded.
///
/// Returns 0, or the system's error number; we may also be in the terminal's background. One thread at a time.
int rewind_terminal_guard(void);

/// Adds to the text that is written to standard output whenever the terminal is put back; at most 512 bytes in all.
void rewind_terminal_add_exit_text(const char *text);

/// Forgets that text.
void rewind_terminal_clear_exit_text(void);

/// Puts the terminal back for a while, as before the process is stopped; from a handler of a signal as well.
void rewind_terminal_put_back(void);

/// Puts the terminal back, and sends the process a signal, as its handler; C-c may have another handler meanwhile.
void rewind_terminal_abandon(int signal_number);

/// Sets the terminal as it was, writes nothing, and leaves signals alone from now on. Does nothing if that is done already.
void rewind_terminal_unguard(void);

/// Sets the terminal at standard input for reading key by key, until it is left: at a signal, a crash or the end of the process it is put
/// back first, and so it is while the process is stopped.
///
/// `parting` is written to standard output whenever the terminal is put back. Returns 0, or the system's error number; we
/// may also be in the terminal's background. One thread at a time.
int rewind_terminal_enter(const char *parting);

/// Puts the terminal back as it was. Does nothing if that is done already.
void rewind_terminal_leave(void);

enum {
    rewind_terminal_input = 1,      ///< there is something to read, the end included
    rewind_terminal_resized = 2,    ///< the window has another size
    rewind_terminal_continued = 4,  ///< the process was stopped, and goes on
};

/// Waits until something happens, at most this many nanoseconds, or any time if negative. Returns what happened as a sum; 0 after the time
/// or, rarely, before.
int rewind_terminal_wait(long long nanoseconds);

/// Whether standard input has something to read within this many nanoseconds, the end included: 1 or 0. The terminal need not be entered.
int rewind_terminal_has_input(long long nanoseconds);

/// For how many nanoseconds the process was stopped by the terminal (C-z) since the terminal was entered.
long long rewind_terminal_stopped(void);

#endif
