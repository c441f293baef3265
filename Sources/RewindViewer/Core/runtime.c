// What Embedded Swift expects of a C library, for a page that has none: memory, comparison, rounding, numbers.
// WebAssembly whose pointers have 64 bits, and of these at last only 32 count; one thread.

#include <stddef.h>
#include <stdint.h>

#define IMPORT(name) __attribute__((import_module("page"), import_name(name)))

// Memory. Blocks have a header of 16 bytes with their class. A free block waits in the list of its class for the next block of that class:
// classes are multiples of 16 up to 1 KiB, and above that four for each power of two, so that at most a fifth of a block is unused.

enum { small_classes = 64, classes = small_classes + 4 * 30 };

typedef struct block {
    uint64_t class;
    struct block *next;
} block;

static block *free_blocks[classes];
extern uint8_t __heap_base;
static uintptr_t heap_end;

static unsigned class_of(size_t size, size_t *rounded) {
    if (size <= 1024) {
        unsigned class = size == 0 ? 0 : (unsigned)((size - 1) >> 4);
        *rounded = ((size_t)class + 1) << 4;
        return class;
    }
    unsigned shift = 61 - (unsigned)__builtin_clzll(size - 1);  // of the two bits below the highest
    size_t quarter = (size - 1) >> shift;                        // 4...7
    *rounded = (quarter + 1) << shift;
    return small_classes + (shift - 8) * 4 + (unsigned)(quarter - 4);
}

static void *allocate(size_t size) {
    if (size > (size_t)1 << 36) __builtin_trap();
    size_t rounded;
    unsigned class = class_of(size, &rounded);
    block *found = free_blocks[class];
    if (found) {
        free_blocks[class] = found->next;
    } else {
        if (heap_end == 0) heap_end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
        found = (block *)heap_end;
        heap_end += sizeof(block) + rounded;
        size_t pages = __builtin_wasm_memory_size(0);
        size_t needed = (heap_end + 65535) >> 16;
        // At least an eighth more at a time: growing is slow.
        if (needed > pages) {
            size_t step = needed - pages > pages >> 3 ? needed - pages : pages >> 3;
            // Whether it grew is seen by its size: once addresses are narrowed, no answer is -1.
            __builtin_wasm_memory_grow(0, step);
            if (__builtin_wasm_memory_size(0) < needed) __builtin_wasm_memory_grow(0, needed - pages);
            if (__builtin_wasm_memory_size(0) < needed) __builtin_trap();  // the browser gives no more: the page fails, and says so
        }
        found->class = class;
    }
    found->next = NULL;
    return found + 1;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment <= 16) {
        *result = allocate(size);
        return 0;
    }
    // A header right before the aligned place leads to the block.
    uintptr_t start = (uintptr_t)allocate(size + alignment + sizeof(block));
    uintptr_t place = (start + sizeof(block) + alignment - 1) & ~(alignment - 1);
    block *header = (block *)place - 1;
    header->class = UINT64_MAX;
    header->next = (block *)start - 1;
    *result = (void *)place;
    return 0;
}

void free(void *place) {
    if (!place) return;
    block *freed = (block *)place - 1;
    if (freed->class == UINT64_MAX) freed = freed->next;
    freed->next = free_blocks[freed->class];
    free_blocks[freed->class] = freed;
}

int memcmp(const void *left, const void *right, size_t count) {
    const uint8_t *a = left, *b = right;
    while (count >= 8) {
        uint64_t x, y;
        __builtin_memcpy(&x, a, 8);
        __builtin_memcpy(&y, b, 8);
        if (x != y) break;
        a += 8, b += 8, count -= 8;
    }
    for (; count; a++, b++, count--) if (*a != *b) return *a - *b;
    return 0;
}

// Numbers.

double round(double value) {
    double whole = __builtin_trunc(value);
    return __builtin_fabs(value - whole) >= 0.5 ? whole + __builtin_copysign(1, value) : whole;
}

// The high half of a product: Karatsuba's four parts, as in every compiler's runtime.
__int128 __multi3(__int128 left, __int128 right) {
    uint64_t a = (uint64_t)left, b = (uint64_t)right;
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, cross = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)cross;
    uint64_t high = a1 * b1 + (cross >> 32) + (other >> 32);
    high += (uint64_t)(left >> 64) * b + a * (uint64_t)(right >> 64);
    return (__int128)((unsigned __int128)high << 64 | (other << 32 | (uint32_t)low));
}

// The browser rounds a decimal to the nearest double, as IEEE 754 asks.
IMPORT("number") double page_number(const char *text, size_t count);

const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
    size_t count = 0;
    while (text[count]) count++;
    *value = page_number(text, count);
    return *value == *value ? text + count : NULL;
}

// Swift's hashes begin with random bytes.
IMPORT("random") void page_random(void *bytes, size_t count);
void arc4random_buf(void *bytes, size_t count) { page_random(bytes, count); }

uintptr_t __stack_chk_guard = 0x5bd1e995c3a5c85cULL;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
