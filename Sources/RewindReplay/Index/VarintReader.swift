extension [UInt8] {
    /// Appends a number that is not negative, seven bits a byte, lowest first.
    mutating func append(varint number: Int) {
        var rest = UInt(bitPattern: Swift.max(0, number))
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Appends bytes, preceded by their count.
    mutating func append(counted other: [UInt8]) {
        append(varint: other.count)
        self += other
    }
}

/// Reads what ``Swift/Array/append(varint:)`` wrote; the bytes may be damaged.
struct VarintReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// Reads bytes that must stay valid while the reader is used.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// The bytes that were not read yet.
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

    /// The next number; `nil` at the end or if it is damaged.
    mutating func next() -> Int? {
        var number: UInt = 0
        var shift: UInt = 0
        while position < bytes.count, shift < 63 {
            let byte = bytes[position]
            position += 1
            number |= UInt(byte & 0x7f) << shift
            if byte < 0x80 { return Int(bitPattern: number) }
            shift += 7
        }
        return nil
    }

    /// The next bytes, preceded by their count.
    mutating func nextBytes() -> [UInt8]? {
        guard let count = next(), count >= 0, count <= bytes.count - position else { return nil }
        defer { position += count }
        return Array(bytes[position..<(position + count)])
    }
}
