/// Reads the little-endian fields of zip headers, with bounds checks.
struct ZipFields {
    /// The bytes that are left to read.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) { rest = ArraySlice(bytes) }

    /// The next two bytes; `nil` past the end.
    mutating func uint16() -> UInt16? { integer() }

    /// The next four bytes; `nil` past the end.
    mutating func uint32() -> UInt32? { integer() }

    /// The next bytes, as many as asked for; `nil` past the end.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func integer<Value: FixedWidthInteger>() -> Value? {
        guard let bytes = bytes(MemoryLayout<Value>.size) else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | Value($1) }
    }
}

extension [UInt8] {
    /// Appends the bytes of an integer, the least significant byte first.
    mutating func append(littleEndian value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}

/// The signatures and sizes of the parts of a zip (APPNOTE.TXT, section 4.3).
enum ZipFormat {
    static let localSignature: UInt32 = 0x0403_4B50
    static let descriptorSignature: UInt32 = 0x0807_4B50
    static let centralSignature: UInt32 = 0x0201_4B50
    static let endSignature: UInt32 = 0x0605_4B50

    static let localSize = 30
    static let endSize = 22

    /// Bit 3 of the flags: checksum and sizes follow the content.
    static let descriptorFlag: UInt16 = 1 << 3
    /// Bits 0, 6 and 13: the content, or the directory, is encrypted.
    static let encryptionFlags: UInt16 = 1 << 0 | 1 << 6 | 1 << 13
    /// Flags that are accepted: compression effort (1, 2), descriptor (3), names in UTF-8 (11).
    static let knownFlags: UInt16 = 1 << 1 | 1 << 2 | descriptorFlag | 1 << 11
}
