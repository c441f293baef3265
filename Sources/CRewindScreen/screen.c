#define _XOPEN_SOURCE_EXTENDED 1
#define _GNU_SOURCE
#include "CRewindScreen.h"
#include "CRewindTerminal.h"

#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#ifndef BUTTON5_PRESSED
#define BUTTON5_PRESSED 0  // Apple's curses counts four buttons: the wheel turns up only
#endif

// <term.h> makes macros of words such as `columns`.
extern char *tigetstr(const char *name);

static int has(const char *name) {
    const char *sequence = tigetstr(name);
    return sequence && sequence != (char *)-1;
}

/// What resets the terminal is known before it is needed: a handler of a signal may call next to nothing.
static void add_exit_text(const char *name) {
    if (has(name)) rewind_terminal_add_exit_text(tigetstr(name));
}

static void learn_parting(void) {
    // The mouse, the marks around what is pasted, the attributes, the cursor, the keypad, and the screen that was there before.
    rewind_terminal_add_exit_text("\033[?1000l\033[?1006l\033[?2004l");
    add_exit_text("sgr0");
    add_exit_text("cnorm");
    add_exit_text("rmkx");
    add_exit_text("rmcup");
}

static struct termios settings;
static int has_colour;

/// Keys of our own, behind those of curses: the terminal's marks around what is pasted.
enum { PASTE_BEGIN = KEY_MAX + 1, PASTE_END };

static void ask_for_paste(int wanted) { rewind_screen_send(wanted ? "\033[?2004h" : "\033[?2004l", 8); }

/// Set once the process goes on after it was stopped: whatever had the terminal meanwhile has left its own settings and text there.
static volatile sig_atomic_t was_stopped = 0;
static struct sigaction before;

static void go_on(int signal_number) {
    (void)signal_number;
    was_stopped = 1;
}

static void take_again(void) {
    was_stopped = 0;
    if (tcgetpgrp(STDIN_FILENO) != getpgrp()) return;
    endwin();
    rewind_screen_resume();
}

/// ncurses takes the widths and the encoding of characters from the locale; our texts are UTF-8 in all of them.
static void use_utf8(void) {
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
    if (!setlocale(LC_CTYPE, "C.UTF-8")) setlocale(LC_CTYPE, "UTF-8");  // the name on a Mac
}

int rewind_screen_begin(int wants_colour) {
    use_utf8();
    if (tcgetattr(STDIN_FILENO, &settings) != 0 || rewind_terminal_guard() != 0) return -1;
    // Unlike initscr(), this returns if the terminal is unknown. It leaves handlers of signals alone that are there already.
    if (!newterm(NULL, stdout, stdin) || !has("cup")) {
        rewind_screen_end();
        return -1;
    }
    learn_parting();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    // The bytes of an arrow key may come apart over a slow line; the user may know better.
    if (!getenv("ESCDELAY")) set_escdelay(300);
    define_key("\033[200~", PASTE_BEGIN);
    define_key("\033[201~", PASTE_END);
    ask_for_paste(1);
    struct sigaction action = {.sa_handler = go_on};
    sigaction(SIGCONT, &action, &before);
    has_colour = wants_colour && has_colors();
    if (has_colour) {
        start_color();
        use_default_colors();
        for (short colour = 1; colour < 8; colour++) init_pair(colour, colour, -1);
    }
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    return 0;
}

void rewind_screen_suspend(void) {
    def_prog_mode();
    ask_for_paste(0);
    endwin();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
}

void rewind_screen_resume(void) {
    reset_prog_mode();
    clearok(curscr, TRUE);
    refresh();
    ask_for_paste(1);
}

void rewind_screen_end(void) {
    if (stdscr) {
        ask_for_paste(0);
        endwin();
        sigaction(SIGCONT, &before, NULL);
    }
    rewind_terminal_unguard();
}

void rewind_screen_size(int *rows, int *columns) { getmaxyx(stdscr, *rows, *columns); }

void rewind_screen_erase(void) { erase(); }

void rewind_screen_put(int row, int column, const uint32_t *scalars, int count, int width, int look, int colour) {
    attr_t attributes = A_NORMAL;
    if (look & REWIND_LOOK_STRONG) attributes |= A_BOLD;
    if (look & REWIND_LOOK_FAINT) attributes |= A_DIM;
    if (look & REWIND_LOOK_REVERSED) attributes |= A_REVERSE;
    attr_set(attributes, has_colour ? (short)colour : 0, NULL);
    wchar_t text[count + 1];
    int columns = 0;
    for (int i = 0; i < count; i++) {
        text[i] = (wchar_t)scalars[i];
        int taken = wcwidth(text[i]);
        columns = taken < 0 ? -count : columns + taken;
    }
    text[count] = 0;
    if (columns == width) {
        mvaddnwstr(row, column, text, count);
    } else {
        for (int i = 0; i < width; i++) mvaddnwstr(row, column + i, i == 0 ? L"?" : L" ", 1);
    }
}

void rewind_screen_show(int row, int column) {
    curs_set(row >= 0);
    if (row >= 0) move(row, column);
    refresh();
}

/// Whether nothing can come from the terminal any more.
static int is_gone(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    // To poll(2) of a Mac, /dev/tty is no file that is open; to fcntl(2) it is.
    return fcntl(STDIN_FILENO, F_GETFD) < 0 || (poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR)));
}

static struct rewind_key mouse(void) {
    MEVENT event;
    struct rewind_key key = {.kind = REWIND_KEY_OTHER};
    if (getmouse(&event) != OK) return key;
    key.row = event.y;
    key.column = event.x;
    if (event.bstate & BUTTON1_PRESSED) key.kind = REWIND_KEY_CLICK;
    if (event.bstate & BUTTON4_PRESSED) key.kind = REWIND_KEY_WHEEL_UP;
    if (event.bstate & BUTTON5_PRESSED) key.kind = REWIND_KEY_WHEEL_DOWN;
    return key;
}

struct rewind_key rewind_screen_key(int milliseconds) {
    struct rewind_key key = {.kind = REWIND_KEY_NONE};
    wint_t got;
    if (was_stopped) {
        take_again();
        key.kind = REWIND_KEY_RESIZE;
        return key;
    }
    timeout(milliseconds);
    switch (get_wch(&got)) {
    case ERR:
        if (is_gone()) key.kind = REWIND_KEY_GONE;
        return key;
    case OK:
        key.kind = got == '\r' || got == '\n' ? REWIND_KEY_ENTER : got == 127 || got == 8 ? REWIND_KEY_BACKSPACE : REWIND_KEY_CHARACTER;
        key.scalar = (uint32_t)got;
        return key;
    }
    switch (got) {
    case KEY_UP: key.kind = REWIND_KEY_UP; break;
    case KEY_DOWN: key.kind = REWIND_KEY_DOWN; break;
    case KEY_LEFT: key.kind = REWIND_KEY_LEFT; break;
    case KEY_RIGHT: key.kind = REWIND_KEY_RIGHT; break;
    case KEY_PPAGE: key.kind = REWIND_KEY_PAGE_UP; break;
    case KEY_NPAGE: key.kind = REWIND_KEY_PAGE_DOWN; break;
    case KEY_HOME: key.kind = REWIND_KEY_HOME; break;
    case KEY_END: key.kind = REWIND_KEY_END; break;
    case KEY_ENTER: key.kind = REWIND_KEY_ENTER; break;
    case KEY_BACKSPACE: key.kind = REWIND_KEY_BACKSPACE; break;
    case KEY_DC: key.kind = REWIND_KEY_DELETE; break;
    case KEY_BTAB: key.kind = REWIND_KEY_BACK_TAB; break;
    case KEY_RESIZE: key.kind = REWIND_KEY_RESIZE; break;
    case KEY_MOUSE: return mouse();
    case PASTE_BEGIN: key.kind = REWIND_KEY_PASTE_BEGIN; break;
    case PASTE_END: key.kind = REWIND_KEY_PASTE_END; break;
    default: key.kind = REWIND_KEY_OTHER;
    }
    return key;
}

void rewind_screen_send(const char *bytes, int count) {
    fflush(stdout);
    if (write(STDOUT_FILENO, bytes, (size_t)count) < 0) {}
}
