/// The header that we write before a content that libarchive reads.
struct SingleEntryHeader {
    private let flags: UInt16
    private let method: UInt16
    private let crc: UInt32
    private let compressedSize: UInt32
    private let size: UInt32
    private let name: [UInt8]

    /// For an entry of a checked directory; its sizes fit, because they were read from fields of the same width.
    init(_ entry: ZipEntry) {
        flags = 0
        method = entry.method.rawValue
        crc = entry.crc
        compressedSize = UInt32(truncatingIfNeeded: entry.compressedSize)
        size = UInt32(truncatingIfNeeded: entry.size)
        name = Array(entry.name.utf8)
    }

    /// For a single local header; its sizes may be in the descriptor after the content.
    init(_ header: ZipHeader) {
        flags = header.flags & ZipFormat.descriptorFlag
        method = header.method
        crc = header.crc
        compressedSize = header.compressedSize
        size = header.size
        name = Array(header.name)
    }

    /// For a local header of which only the name and the method are trusted: deflated content marks its own end.
    init(unsized header: ZipHeader) {
        let isDeflated = header.method == ZipEntry.Method.deflated.rawValue
        flags = isDeflated ? ZipFormat.descriptorFlag : 0
        method = header.method
        crc = 0
        compressedSize = isDeflated ? 0 : header.compressedSize
        size = isDeflated ? 0 : header.size
        name = Array(header.name)
    }

    /// The header's bytes, which precede the content.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: ZipFormat.localSignature)
        bytes.append(littleEndian: UInt16(20))  // needs version 2.0
        bytes.append(littleEndian: flags)
        bytes.append(littleEndian: method)
        bytes.append(littleEndian: UInt32(0x0021_0000))  // 1980-01-01, 0:00
        bytes.append(littleEndian: crc)
        bytes.append(littleEndian: compressedSize)
        bytes.append(littleEndian: size)
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: name.count))
        bytes.append(littleEndian: UInt16(0))  // extra fields
        return bytes + name
    }
}
