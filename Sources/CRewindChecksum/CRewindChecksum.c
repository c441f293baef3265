#include "CRewindChecksum.h"

#include <stdbool.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <string.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif
#endif

// Two steps of four bits for each byte: the table of sixteen words is one line of a cache.
uint32_t rewind_crc32_portable(const void *bytes, size_t count) {
    static const uint32_t table[16] __attribute__((aligned(64))) = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
        0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    const uint8_t *next = bytes;
    uint32_t crc = 0xFFFFFFFF;
    for (; count > 0; count--) {
        crc ^= *next++;
        crc = table[crc & 15] ^ crc >> 4;
        crc = table[crc & 15] ^ crc >> 4;
    }
    return ~crc;
}

#if defined(__x86_64__)

// Folding by carry-less multiplication: V. Gopal and others, "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction",
// Intel 2009. The remainder does not change when 16 bytes are replaced by what they are congruent to some bytes further on: each half,
// multiplied by the power of x for that distance, reduced by P once and for all. Everything is in the reflected order of bits.

#define FOLDING __attribute__((target("pclmul,sse4.1")))

/// The numbers of the paper, and the shuffles that move 16 bytes by 0 to 15 places.
static const struct {
    uint64_t by64[2];  // x^(4·128±32) mod P
    uint64_t by16[2];  // x^(128±32) mod P
    uint64_t by8[2];   // x^64 mod P, and a mask of 32 bits
    uint64_t barrett[2];  // P, and the whole part of x^64 / P
    uint8_t shuffle[48];  // 16 zeros, 16 bytes in their places, 16 zeros
} folding __attribute__((aligned(64))) = {
    {0x154442BD4, 0x1C6E41596},
    {0x1751997D0, 0x0CCAA009E},
    {0x163CD6124, 0xFFFFFFFF},
    {0x1DB710641, 0x1F7011641},
    {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,  //
     0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,   11,   12,   13,   14,   15,    //
     0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80},
};

static inline __m128i load(const void *place) { return _mm_loadu_si128(place); }

/// What `block` is congruent to where `next` stands, and `next`.
FOLDING static inline __m128i fold(__m128i block, __m128i by, __m128i next) {
    __m128i low = _mm_clmulepi64_si128(block, by, 0x00);
    __m128i high = _mm_clmulepi64_si128(block, by, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

/// The remainder of the last 16 bytes.
FOLDING static inline uint32_t reduced(__m128i block) {
    const __m128i by16 = load(folding.by16), by8 = load(folding.by8), barrett = load(folding.barrett);
    const __m128i mask = _mm_srli_si128(by8, 8);
    // 128 bits to 96, to 64, and by Barrett's reduction to 32.
    block = _mm_xor_si128(_mm_srli_si128(block, 8), _mm_clmulepi64_si128(block, by16, 0x10));
    block = _mm_xor_si128(_mm_srli_si128(block, 4), _mm_clmulepi64_si128(_mm_and_si128(block, mask), by8, 0x00));
    __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(block, mask), barrett, 0x10);
    __m128i product = _mm_clmulepi64_si128(_mm_and_si128(quotient, mask), barrett, 0x00);
    return (uint32_t)_mm_extract_epi32(_mm_xor_si128(block, product), 1);
}

/// The checksum of at least 16 bytes.
FOLDING static uint32_t folded(const uint8_t *next, size_t count) {
    const __m128i by16 = load(folding.by16);
    const __m128i all = _mm_cvtsi32_si128(-1);
    // Zeros before a message change nothing. So the odd bytes come first, behind as many zeros as fill a block, and no look-up is needed
    // for them; the ones that the sum begins with move along with the first bytes.
    const size_t odd = count & 15;
    __m128i block = _mm_xor_si128(load(next), all);
    if (odd) {
        __m128i rest = _mm_shuffle_epi8(all, load(folding.shuffle + 16 + odd));
        block = _mm_shuffle_epi8(block, load(folding.shuffle + odd));
        next += odd;
        count -= odd;
        block = fold(block, by16, _mm_xor_si128(load(next), rest));
    }
    next += 16;
    count -= 16;
    if (count >= 112) {
        // Four at a time, none of which waits for another.
        const __m128i by64 = load(folding.by64);
        __m128i second = load(next), third = load(next + 16), fourth = load(next + 32);
        for (next += 48, count -= 48; count >= 64; next += 64, count -= 64) {
            block = fold(block, by64, load(next));
            second = fold(second, by64, load(next + 16));
            third = fold(third, by64, load(next + 32));
            fourth = fold(fourth, by64, load(next + 48));
        }
        block = fold(fold(fold(block, by16, second), by16, third), by16, fourth);
    }
    for (; count > 0; next += 16, count -= 16) block = fold(block, by16, load(next));
    return ~reduced(block);
}

static inline bool has_instructions(void) { return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1"); }

#elif defined(__aarch64__)

// ARMv8's instructions for this very polynomial, eight bytes at a time: a part of every Apple processor, and of nearly all others.

#if defined(__ARM_FEATURE_CRC32)
#define FOLDING
#else
#define FOLDING __attribute__((target("crc")))
#endif

/// The checksum of at least 16 bytes.
FOLDING static uint32_t folded(const uint8_t *next, size_t count) {
    uint32_t crc = 0xFFFFFFFF;
    uint64_t word;
    for (; count >= 8; next += 8, count -= 8) {
        memcpy(&word, next, 8);
        crc = __builtin_arm_crc32d(crc, word);
    }
    for (; count > 0; next++, count--) crc = __builtin_arm_crc32b(crc, *next);
    return ~crc;
}

#if defined(__ARM_FEATURE_CRC32) || defined(__APPLE__)
static inline bool has_instructions(void) { return true; }
#elif defined(__linux__)
static inline bool has_instructions(void) { return getauxval(AT_HWCAP) & 1 << 7; }  // HWCAP_CRC32
#else
static inline bool has_instructions(void) { return false; }
#endif

#else

static inline bool has_instructions(void) { return false; }
static inline uint32_t folded(const uint8_t *next, size_t count) { return rewind_crc32_portable(next, count); }

#endif

uint32_t rewind_crc32(const void *bytes, size_t count) {
    return count >= 16 && has_instructions() ? folded(bytes, count) : rewind_crc32_portable(bytes, count);
}
