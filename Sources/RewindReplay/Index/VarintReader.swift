extension [UInt8] {
    /// Appends a number that is not negative, seven bits a byte, the lowest first.
    mutating func append(varint number: Int) {
        var rest = UInt(bitPattern: Swift.max(0, number))
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Appends bytes, after their number.
    mutating func append(counted other: [UInt8]) {
        append(varint: other.count)
        self += other
    }
}

/// Reads what ``Swift/Array/append(varint:)`` wrote, from bytes that may be anything.
struct VarintReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// Reads bytes that stay where they are as long as this is used.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// What is left.
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

    /// As many bytes as the next number says.
    mutating func nextBytes() -> [UInt8]? {
        guard let count = next(), count >= 0, count <= bytes.count - position else { return nil }
        defer { position += count }
        return Array(bytes[position..<(position + count)])
    }
}
