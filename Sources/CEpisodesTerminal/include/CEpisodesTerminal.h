#ifndef EPISODES_TERMINAL_H
#define EPISODES_TERMINAL_H

/// Switches the terminal to raw mode and its second screen, and sees to it that deadly signals put it back first.
/// Returns 0, or the system's error number.
int episodes_terminal_enter(void);

/// Puts the terminal back as it was. Does nothing if that is done already.
void episodes_terminal_leave(void);

/// Keeps a text, cut after 511 bytes, that is written when the terminal is put back, also by a signal.
void episodes_terminal_leave_behind(const char *text);

#endif
