#ifndef SECOND_STACK_H
#define SECOND_STACK_H

#include <signal.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

/// sigaltstack(2), where there is one: a handler runs on such a stack when the thread's own has overflowed. Returns -1 on an Apple TV.
static inline int second_stack(const stack_t *stack, stack_t *before) {
#if defined(__APPLE__) && TARGET_OS_TV
    (void)stack, (void)before;
    return -1;
#else
    return sigaltstack(stack, before);
#endif
}

#endif
