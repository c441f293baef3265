/// A hash of a number and bytes under a key of 128 bits, without which it looks like noise: SipHash-1-3, by Aumasson and Bernstein.
///
/// `Hasher` is the same function, but it adds a buffer and its own seed, which cost several times as much as hashing a short text.
struct SipHash {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    /// The hash of eight bytes, the number's lowest first, and of the bytes after them.
    @inline(__always)
    static func hash(key: (UInt64, UInt64), _ number: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = SipHash(key)
        hash.mix(number)
        var (index, count) = (0, bytes.count)
        while count >= 8 {
            hash.mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            index += 8
            count -= 8
        }
        var last = UInt64(truncatingIfNeeded: bytes.count + 8) << 56
        while count > 0 {
            count -= 1
            last |= UInt64(bytes[index + count]) << UInt64(8 * count)
        }
        hash.mix(last)
        return hash.finish()
    }

    private init(_ key: (UInt64, UInt64)) {
        v0 = key.0 ^ 0x736f_6d65_7073_6575
        v1 = key.1 ^ 0x646f_7261_6e64_6f6d
        v2 = key.0 ^ 0x6c79_6765_6e65_7261
        v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    @inline(__always)
    private mutating func mix(_ word: UInt64) {
        v3 ^= word
        turn()
        v0 ^= word
    }

    @inline(__always)
    private mutating func finish() -> UInt64 {
        v2 ^= 0xff
        turn()
        turn()
        turn()
        return v0 ^ v1 ^ v2 ^ v3
    }

    @inline(__always)
    private mutating func turn() {
        v0 &+= v1
        v2 &+= v3
        v1 = (v1 &<< 13 | v1 &>> 51) ^ v0
        v3 = (v3 &<< 16 | v3 &>> 48) ^ v2
        v0 = v0 &<< 32 | v0 &>> 32
        v2 &+= v1
        v0 &+= v3
        v1 = (v1 &<< 17 | v1 &>> 47) ^ v2
        v3 = (v3 &<< 21 | v3 &>> 43) ^ v0
        v2 = v2 &<< 32 | v2 &>> 32
    }
}
