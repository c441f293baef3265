#include "CEpisodesTerminal.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// A trap in a reducer must leave a terminal that can be read, with the crash report on it. Everything below that a
// signal handler calls is async-signal-safe (POSIX.1-2008, 2.4.3).

static struct termios saved;
static char parting[512];
static volatile sig_atomic_t parting_length = 0;
static volatile sig_atomic_t active = 0;

static const int deadly[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE};
enum { deadly_count = sizeof deadly / sizeof deadly[0] };
static struct sigaction earlier[deadly_count];

static void put_back(void) {
    static const char leave[] = "\033[0m\033[?25h\033[?1049l";
    if (!active) return;
    active = 0;
    ssize_t written = write(STDOUT_FILENO, leave, sizeof leave - 1);
    tcsetattr(STDIN_FILENO, TCSANOW, &saved);
    if (parting_length > 0) written = write(STDOUT_FILENO, parting, (size_t)parting_length);
    (void)written;
}

static void handle(int signal_number, siginfo_t *info, void *context) {
    (void)context;
    int error = errno;
    put_back();
    for (int i = 0; i < deadly_count; i++) {
        if (deadly[i] == signal_number) sigaction(signal_number, &earlier[i], 0);
    }
    // A fault happens again when this returns, and reaches the earlier handler with its own details; a signal that was sent is sent again.
    if (info->si_code <= 0) raise(signal_number);
    errno = error;
}

void episodes_terminal_leave_behind(const char *text) {
    parting_length = 0; // a signal that comes in between finds nothing rather than a mixture
    size_t length = strnlen(text, sizeof parting);
    memcpy(parting, text, length);
    parting_length = (sig_atomic_t)length;
}

int episodes_terminal_enter(void) {
    static const char enter[] = "\033[?1049h\033[?25l";
    if (tcgetattr(STDIN_FILENO, &saved) != 0) return errno;
    struct termios raw = saved;
    cfmakeraw(&raw);
    raw.c_oflag |= OPOST | ONLCR; // a crash report from another thread stays readable
    if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) != 0) return errno;
    active = 1;

    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < deadly_count; i++) sigaction(deadly[i], &action, &earlier[i]);

    ssize_t written = write(STDOUT_FILENO, enter, sizeof enter - 1);
    (void)written;
    return 0;
}

void episodes_terminal_leave(void) {
    if (!active) return;
    put_back();
    for (int i = 0; i < deadly_count; i++) sigaction(deadly[i], &earlier[i], 0);
}
