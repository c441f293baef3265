#include "CRewindTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// Everything below that a signal handler calls is async-signal-safe (POSIX.1-2008, 2.4.3). guard.c puts the terminal back at the end.

static struct termios keys;
static volatile sig_atomic_t active = 0;
static atomic_llong stopped = 0;
static int events[2] = {-1, -1};
static struct sigaction earlier_stop, earlier_continue, earlier_resize;

static void tell(char event) {
    ssize_t written = write(events[1], &event, 1); // a full pipe tells it already
    (void)written;
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void stop(int signal_number) {
    int error = errno;
    struct sigaction usual, ours;
    sigset_t this_one, before;
    rewind_terminal_put_back();
    memset(&usual, 0, sizeof usual);
    usual.sa_handler = SIG_DFL;
    sigaction(signal_number, &usual, &ours);
    long long start = now();
    sigemptyset(&this_one);
    sigaddset(&this_one, signal_number);
    raise(signal_number);
    pthread_sigmask(SIG_UNBLOCK, &this_one, &before); // here it stops
    pthread_sigmask(SIG_SETMASK, &before, 0);
    atomic_fetch_add(&stopped, now() - start);
    sigaction(signal_number, &ours, 0);
    if (active) tcsetattr(STDIN_FILENO, TCSANOW, &keys);
    tell('c');
    errno = error;
}

static void go_on(int signal_number) {
    (void)signal_number;
    int error = errno;
    if (active) tcsetattr(STDIN_FILENO, TCSANOW, &keys);
    tell('c');
    errno = error;
}

static void resize(int signal_number) {
    (void)signal_number;
    int error = errno;
    tell('r');
    errno = error;
}

static void install_handler(int signal_number, void (*handler)(int), struct sigaction *before) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signal_number, &action, before);
}

static int make_pipe(void) {
    if (events[0] >= 0) return 0;
    if (pipe(events) != 0) return errno;
    if (events[0] >= FD_SETSIZE) {
        close(events[0]), close(events[1]);
        events[0] = -1;
        return EMFILE;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(events[i], F_SETFD, FD_CLOEXEC);
        fcntl(events[i], F_SETFL, O_NONBLOCK);
    }
    atexit(rewind_terminal_leave);
    return 0;
}

int rewind_terminal_enter(const char *text) {
    int error = rewind_terminal_guard();
    if (error) return error;
    rewind_terminal_add_exit_text(text);
    error = make_pipe();
    if (error) {
        rewind_terminal_unguard();
        return error;
    }
    atomic_store(&stopped, 0);

    tcgetattr(STDIN_FILENO, &keys);
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    keys.c_lflag |= ISIG; // C-z stops
    keys.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
    keys.c_oflag |= OPOST | ONLCR;
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    keys.c_cc[VINTR] = (cc_t)fpathconf(STDIN_FILENO, _PC_VDISABLE); // C-c is a key
    keys.c_cc[VQUIT] = keys.c_cc[VINTR];

    active = 1;
    install_handler(SIGTSTP, stop, &earlier_stop);
    install_handler(SIGCONT, go_on, &earlier_continue);
    install_handler(SIGWINCH, resize, &earlier_resize);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
    return 0;
}

void rewind_terminal_leave(void) {
    if (!active) return;
    rewind_terminal_put_back();
    active = 0;
    rewind_terminal_unguard();
    sigaction(SIGTSTP, &earlier_stop, 0);
    sigaction(SIGCONT, &earlier_continue, 0);
    sigaction(SIGWINCH, &earlier_resize, 0);
}

// Not poll(2): on a Mac it refuses /dev/tty at once, again and again.

int rewind_terminal_has_input(long long nanoseconds) {
    fd_set ready;
    FD_ZERO(&ready);
    FD_SET(STDIN_FILENO, &ready);
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    return pselect(STDIN_FILENO + 1, &ready, NULL, NULL, &time, NULL) > 0;
}

int rewind_terminal_wait(long long nanoseconds) {
    fd_set ready;
    FD_ZERO(&ready);
    FD_SET(STDIN_FILENO, &ready);
    FD_SET(events[0], &ready);
    if (nanoseconds > 1000000000000000) nanoseconds = 1000000000000000;
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    if (pselect(events[0] + 1, &ready, NULL, NULL, nanoseconds < 0 ? NULL : &time, NULL) <= 0) return 0;
    int happened = FD_ISSET(STDIN_FILENO, &ready) ? rewind_terminal_input : 0;
    char told[64];
    ssize_t count = FD_ISSET(events[0], &ready) ? read(events[0], told, sizeof told) : 0;
    for (ssize_t i = 0; i < count; i++) happened |= told[i] == 'r' ? rewind_terminal_resized : rewind_terminal_continued;
    return happened;
}

long long rewind_terminal_stopped(void) { return atomic_load(&stopped); }
