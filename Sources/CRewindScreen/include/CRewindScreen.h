#pragma once

#include <stdint.h>

/// The whole terminal as a screen, by ncurses; one at a time, used from one thread.
///
/// Until rewind_screen_end() is called, the terminal is also given back if a signal ends the process, a crash included. Suspending and
/// resuming are ncurses' own.

/// What a key or a button of the mouse was.
enum rewind_key_kind {
    /// Nothing happened in time.
    REWIND_KEY_NONE,
    /// A character, in `scalar`; control characters too.
    REWIND_KEY_CHARACTER,
    REWIND_KEY_UP,
    REWIND_KEY_DOWN,
    REWIND_KEY_LEFT,
    REWIND_KEY_RIGHT,
    REWIND_KEY_PAGE_UP,
    REWIND_KEY_PAGE_DOWN,
    REWIND_KEY_HOME,
    REWIND_KEY_END,
    REWIND_KEY_ENTER,
    REWIND_KEY_BACKSPACE,
    REWIND_KEY_DELETE,
    REWIND_KEY_BACK_TAB,
    /// The window has another size now.
    REWIND_KEY_RESIZE,
    /// The terminal begins or ends to send what a person pastes.
    REWIND_KEY_PASTE_BEGIN,
    REWIND_KEY_PASTE_END,
    /// A click, or a turn of the wheel, at `row` and `column`.
    REWIND_KEY_CLICK,
    REWIND_KEY_WHEEL_UP,
    REWIND_KEY_WHEEL_DOWN,
    /// A key that has no meaning here.
    REWIND_KEY_OTHER,
    /// The terminal has gone.
    REWIND_KEY_GONE,
};

struct rewind_key {
    enum rewind_key_kind kind;
    uint32_t scalar;
    int row, column;
};

/// How text looks.
enum rewind_look {
    REWIND_LOOK_STRONG = 1,
    REWIND_LOOK_FAINT = 2,
    REWIND_LOOK_REVERSED = 4,
};

/// Takes the terminal; returns 0, or -1 if the terminal can't show a screen.
///
/// - wants_colour: whether colours are used, if the terminal has any.
int rewind_screen_begin(int wants_colour);
/// Gives the terminal back for a while, to something else, and takes it again.
void rewind_screen_suspend(void);
void rewind_screen_resume(void);
/// Gives the terminal back as it was.
void rewind_screen_end(void);
/// The rows and columns now.
void rewind_screen_size(int *rows, int *columns);
/// Clears what is put on the screen from now on.
void rewind_screen_erase(void);
/// Puts text of known width at a place: scalars, of which all but the first of a character take no column.
///
/// - width: the columns that the text takes; where the system's table says otherwise, a question mark is put instead.
/// - colour: 0 for the terminal's own, or 1 to 7 as in ANSI.
void rewind_screen_put(int row, int column, const uint32_t *scalars, int count, int width, int look, int colour);
/// Shows what was put, with the cursor at a place; without one if the row is negative.
void rewind_screen_show(int row, int column);
/// Waits for a key.
struct rewind_key rewind_screen_key(int milliseconds);
/// Sends bytes that ncurses does not know to the terminal, such as a text for the clipboard.
void rewind_screen_send(const char *bytes, int count);
