#include "CRewindTerminal.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Whatever ends the process, the terminal behind it must be usable. Everything that a signal handler calls here is async-signal-safe
// (POSIX.1-2008, 2.4.3).

static struct termios saved;
static char parting[512];
static volatile sig_atomic_t parting_length = 0;
static volatile sig_atomic_t active = 0;

static const int deadly[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE};
enum { deadly_count = sizeof deadly / sizeof deadly[0] };
static struct sigaction earlier[deadly_count];

void rewind_terminal_put_back(void) {
    if (!active) return;
    ssize_t written = write(STDOUT_FILENO, parting, (size_t)parting_length);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &saved);
}

static void die(int signal_number, siginfo_t *info, void *context) {
    (void)context;
    int error = errno;
    rewind_terminal_put_back();
    active = 0;
    for (int i = 0; i < deadly_count; i++) {
        if (deadly[i] == signal_number) sigaction(signal_number, &earlier[i], 0);
    }
    // A fault happens again when this returns, and reaches the earlier handler with its own details; a signal that was sent is sent again.
    if (info->si_code <= 0) raise(signal_number);
    errno = error;
}

void rewind_terminal_abandon(int signal_number) {
    siginfo_t sent = {.si_code = SI_USER};
    die(signal_number, &sent, 0);
}

int rewind_terminal_guard(void) {
    if (active) return EBUSY;
    if (tcgetpgrp(STDIN_FILENO) != getpgrp()) return ENOTTY;
    if (tcgetattr(STDIN_FILENO, &saved) != 0) return errno;
    parting_length = 0;
    active = 1;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = die;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < deadly_count; i++) {
        sigaction(deadly[i], &action, &earlier[i]);
        // What is ignored, as below nohup, stays so.
        if (!(earlier[i].sa_flags & SA_SIGINFO) && earlier[i].sa_handler == SIG_IGN) sigaction(deadly[i], &earlier[i], 0);
    }
    return 0;
}

void rewind_terminal_clear_exit_text(void) { parting_length = 0; }

void rewind_terminal_add_exit_text(const char *text) {
    size_t length = strnlen(text, sizeof parting - (size_t)parting_length);
    memcpy(parting + parting_length, text, length);
    parting_length += (sig_atomic_t)length;
}

void rewind_terminal_unguard(void) {
    if (!active) return;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &saved);
    active = 0;
    for (int i = 0; i < deadly_count; i++) sigaction(deadly[i], &earlier[i], 0);
}
