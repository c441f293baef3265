#define _DEFAULT_SOURCE
#include "CRewindHeap.h"

#if defined(__linux__)
#include <stdint.h>
#include <stdlib.h>
#endif

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

/// The addresses that the heap takes at once: nothing of them is used before it is needed.
static const int reserved = 256 << 20;
/// Larger blocks than that come from the kernel one by one, whatever is set.
static const int largest = 32 << 20;

void rewind_prefer_huge_pages(void) {
    if (!mallopt(M_MMAP_THRESHOLD, largest) || !mallopt(M_TOP_PAD, reserved)) return;
    char *start = sbrk(0);
    void *volatile block = malloc(1 << 20);  // does not fit into what the heap has so far, so that it grows
    free(block);
    char *end = sbrk(0);
    if (start == (char *)-1 || end <= start) return;
    uintptr_t page = (uintptr_t)getpagesize(), first = ((uintptr_t)start + page - 1) & ~(page - 1);
    madvise((void *)first, (uintptr_t)end - first, MADV_HUGEPAGE);
}
#else
void rewind_prefer_huge_pages(void) {}
#endif
