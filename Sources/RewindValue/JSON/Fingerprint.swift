extension UnsafeRawBufferPointer {
    /// A number that is the same for equal bytes, and hardly ever for others: for telling the few keys of an object apart.
    @inlinable package var fingerprint: UInt64 {
        var hash = UInt64(count)
        var position = 0
        while position + 8 <= count {
            hash = (hash ^ loadUnaligned(fromByteOffset: position, as: UInt64.self)) &* 0x9e37_79b9_7f4a_7c15
            position += 8
        }
        while position < count {
            hash = (hash ^ UInt64(self[position])) &* 0x100_0000_01b3
            position += 1
        }
        return hash
    }

    /// Whether both have the same bytes; eight at a time.
    @inlinable package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        var position = 0
        while position + 8 <= count {
            if loadUnaligned(fromByteOffset: position, as: UInt64.self) != other.loadUnaligned(fromByteOffset: position, as: UInt64.self) {
                return false
            }
            position += 8
        }
        while position < count {
            if self[position] != other[position] { return false }
            position += 1
        }
        return true
    }

    /// Whether no byte is above 0x7f.
    @inlinable package var isASCII: Bool {
        var position = 0
        while position + 8 <= count {
            if loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            position += 8
        }
        while position < count {
            if self[position] >= 0x80 { return false }
            position += 1
        }
        return true
    }
}
