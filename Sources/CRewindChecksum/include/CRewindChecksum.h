#ifndef C_REWIND_CHECKSUM_H
#define C_REWIND_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

// The CRC-32 of ISO 3309, as in zip, PNG and zlib: polynomial 0xEDB88320. Every live line is checksummed in the app that writes it, one
// short line at a time, so what matters is the time of some ninety bytes, and that nothing of the app's falls out of the caches for it.

/// The checksum of `count` bytes, by the processor's own instructions where it has them.
///
/// Thread-safe; nothing is read beyond the bytes.
uint32_t rewind_crc32(const void *bytes, size_t count);

/// The same by C alone: for processors without such instructions, for a few bytes, and to test the other way against.
uint32_t rewind_crc32_portable(const void *bytes, size_t count);

#endif
