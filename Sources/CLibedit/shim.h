#pragma once

#include <histedit.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

// What Swift can't call: functions of a variable number of arguments, and the streams of C.

/// An editor for the terminal at standard input and output, with a history; null if there is no memory for it.
static inline EditLine *edit_line_new(HistoryW *history) {
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere) return NULL;
    EditLine *editor = el_init("rewind", stdin, stdout, nowhere);
    if (editor) {
        // Nearly every terminal that the system does not know is like this one.
        if (el_set(editor, EL_TERMINAL, getenv("TERM")) != 0) el_set(editor, EL_TERMINAL, "xterm");
        el_set(editor, EL_SETFP, 2, stderr);
    }
    fclose(nowhere);
    if (!editor) return NULL;
    HistEventW event;
    history_w(history, &event, H_SETSIZE, 1000);
    history_w(history, &event, H_SETUNIQUE, 1);
    el_wset(editor, EL_EDITOR, L"emacs");
    el_wset(editor, EL_SIGNAL, 0);
    el_wset(editor, EL_HIST, history_w, history);
    el_set(editor, EL_SETTY, "-d", "intr=", "quit=", NULL); // C-c is a key
    return editor;
}

/// Frees an editor, and leaves the terminal as it is.
static inline void edit_line_free(EditLine *editor) {
    el_wset(editor, EL_EDITMODE, 0);
    el_end(editor);
}

static inline void edit_line_set_owner(EditLine *editor, void *owner) { el_wset(editor, EL_CLIENTDATA, owner); }

static inline void *edit_line_owner(EditLine *editor) {
    void *owner = NULL;
    el_wget(editor, EL_CLIENTDATA, &owner);
    return owner;
}

/// Reads the user's own settings (editrc(5)); editing stays switched on.
static inline void edit_line_read_settings(EditLine *editor) {
    el_source(editor, NULL);
    el_wset(editor, EL_EDITMODE, 1);
}

static inline void edit_line_set_prompt(EditLine *editor, wchar_t *(*prompt)(EditLine *)) { el_wset(editor, EL_PROMPT, prompt); }

static inline void edit_line_set_input(EditLine *editor, int (*next)(EditLine *, wchar_t *)) { el_wset(editor, EL_GETCFN, next); }

static inline void edit_line_add(EditLine *editor, const char *name, unsigned char (*function)(EditLine *, int)) {
    el_set(editor, EL_ADDFN, name, name, function);
}

static inline void edit_line_bind(EditLine *editor, const char *key, const char *function) {
    el_set(editor, EL_BIND, key, function, NULL);
}

/// Draws the prompt and the line from the beginning of the row that the cursor is in.
static inline void edit_line_redraw(EditLine *editor) { el_wset(editor, EL_REFRESH); }

static inline void edit_line_remember(HistoryW *history, const wchar_t *line) {
    HistEventW event;
    history_w(history, &event, H_ENTER, line);
}

/// A locale whose characters are those of Unicode, for a thread that edits; null if the system has none.
static inline locale_t edit_line_locale(void) {
    const char *names[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
    for (int i = 0; i < 3; i++) {
        locale_t found = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
        if (found) return found;
    }
    return (locale_t)0;
}
