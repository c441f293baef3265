#define _DEFAULT_SOURCE
#include "CRewindCleanup.h"
#include "SecondStack.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { slots = 64 };
static _Atomic(char *) paths[slots];

static const int fatal[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { fatals = sizeof fatal / sizeof fatal[0] };
static struct sigaction before[fatals];
/// A recursion without end leaves no room on the stack.
static char stack[64 << 10];

/// Only what may be called from a signal handler: a slot that is taken here is never given back to the heap.
static void remove_and_end(int number) {
    for (int slot = 0; slot < slots; slot++) {
        char *path = atomic_exchange(&paths[slot], NULL);
        if (path) unlink(path);
    }
    for (int index = 0; index < fatals; index++) {
        if (fatal[index] == number) sigaction(number, &before[index], NULL);
    }
    raise(number);  // held back until this returns
}

void rewind_remove_files_at_traps(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = remove_and_end;
    sigemptyset(&action.sa_mask);
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    if (second_stack(&alternate, NULL) == 0) action.sa_flags = SA_ONSTACK;
    for (int index = 0; index < fatals; index++) sigaction(fatal[index], &action, &before[index]);
}

void rewind_add_file_of_trap(const char *path) {
    char *copy = strdup(path);
    for (int slot = 0; copy && slot < slots; slot++) {
        char *none = NULL;
        if (atomic_compare_exchange_strong(&paths[slot], &none, copy)) return;
    }
    free(copy);
}

void rewind_forget_file_of_trap(const char *path) {
    for (int slot = 0; slot < slots; slot++) {
        char *known = atomic_load(&paths[slot]);
        if (!known || strcmp(known, path) != 0) continue;
        if (atomic_compare_exchange_strong(&paths[slot], &known, NULL)) free(known);
        return;
    }
}
