extension String {
    /// Whether both have the same bytes; `==` also holds two spellings of one character equal, which are two texts on disk.
    func isIdentical(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let result = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in Self.areSame(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
            }
        }
        return (result ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    private static func areSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        var position = 0
        while position + 8 <= left.count {
            if left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                != right.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            {
                return false
            }
            position += 8
        }
        while position < left.count {
            if left[position] != right[position] { return false }
            position += 1
        }
        return true
    }
}
