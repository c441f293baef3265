// How many tests run at once.
//
// By itself, the testing library starts all of them. A test that waits then waits behind all others, so that no time limit means
// anything, and a thousand tests hold files, sockets and memory at the same time.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void setTestWidth(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    char width[16];
    snprintf(width, sizeof width, "%ld", processors < 2 ? 4 : 4 * processors);
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);  // unless it is set
}
