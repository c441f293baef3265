#define _XOPEN_SOURCE_EXTENDED 1
#define _GNU_SOURCE
#include "CRewindScreen.h"

#include <curses.h>
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

// <term.h> makes macros of words such as `columns`.
extern char *tigetstr(const char *name);

static int has(const char *name) {
    const char *sequence = tigetstr(name);
    return sequence && sequence != (char *)-1;
}

// MARK: The terminal is given back, whatever ends the process

static const int fatal[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };
static struct sigaction former[fatal_count];
static struct termios settings;
/// What resets the terminal, made before it is needed: a handler of a signal may call next to nothing.
static char reset[512];
static size_t reset_size;

void rewind_screen_abandon(int number) {
    if (write(STDOUT_FILENO, reset, reset_size) < 0) {}
    tcsetattr(STDIN_FILENO, TCSANOW, &settings);
    for (int i = 0; i < fatal_count; i++) {
        if (fatal[i] == number) sigaction(number, &former[i], NULL);
    }
    raise(number);
}

static void add_reset(const char *sequence) {
    if (!sequence || sequence == (char *)-1 || reset_size + strlen(sequence) > sizeof reset) return;
    memcpy(reset + reset_size, sequence, strlen(sequence));
    reset_size += strlen(sequence);
}

static void guard(void) {
    reset_size = 0;
    // The mouse, the attributes, the cursor, the keypad, and the screen that was there before.
    add_reset("\033[?1000l\033[?1006l");
    add_reset(tigetstr("sgr0"));
    add_reset(tigetstr("cnorm"));
    add_reset(tigetstr("rmkx"));
    add_reset(tigetstr("rmcup"));
    struct sigaction action = {.sa_handler = rewind_screen_abandon, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < fatal_count; i++) {
        struct sigaction now;
        sigaction(fatal[i], NULL, &now);
        // ncurses has put its own handlers for these two, which end the process in another way.
        if (fatal[i] == SIGINT || fatal[i] == SIGTERM) continue;
        former[i] = now;
        if (now.sa_handler != SIG_IGN) sigaction(fatal[i], &action, NULL);
    }
    for (int i = 0; i < fatal_count; i++) {
        if (fatal[i] == SIGINT || fatal[i] == SIGTERM) sigaction(fatal[i], &action, NULL);
    }
}

static void unguard(void) {
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &former[i], NULL);
}

// MARK: The screen

static int has_colour;

/// ncurses takes the widths and the encoding of characters from the locale; our texts are UTF-8 in all of them.
static void use_utf8(void) {
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

int rewind_screen_begin(int wants_colour) {
    use_utf8();
    if (tcgetattr(STDIN_FILENO, &settings) != 0) return -1;
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], NULL, &former[i]);
    // Unlike initscr(), this returns if the terminal is unknown.
    if (!newterm(NULL, stdout, stdin)) return -1;
    if (!has("cup")) {
        endwin();
        return -1;
    }
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    has_colour = wants_colour && has_colors();
    if (has_colour) {
        start_color();
        use_default_colors();
        for (short colour = 1; colour < 8; colour++) init_pair(colour, colour, -1);
    }
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    guard();
    return 0;
}

void rewind_screen_suspend(void) {
    def_prog_mode();
    endwin();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
}

void rewind_screen_resume(void) {
    reset_prog_mode();
    clearok(curscr, TRUE);
    refresh();
}

void rewind_screen_end(void) {
    endwin();
    unguard();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
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
    return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL));
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
    default: key.kind = REWIND_KEY_OTHER;
    }
    return key;
}

void rewind_screen_send(const char *bytes, int count) {
    fflush(stdout);
    if (write(STDOUT_FILENO, bytes, (size_t)count) < 0) {}
}
