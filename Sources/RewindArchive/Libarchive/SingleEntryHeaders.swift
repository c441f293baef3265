/// The headers that we write around a content before libarchive reads it.
struct SingleEntryHeaders {
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

    /// The bytes before the content.
    var localHeader: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: ZipFormat.localSignature)
        appendCommon(to: &bytes)
        return bytes + name
    }

    /// The bytes after the content: a directory with this one entry, beginning at an offset, and the end record.
    func directory(at offset: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: ZipFormat.centralSignature)
        bytes.append(littleEndian: UInt16(3 << 8 | 20))  // made on Unix, by version 2.0
        appendCommon(to: &bytes)
        bytes.append(contentsOf: repeatElement(0, count: 6))  // comment, disk, internal attributes
        bytes.append(littleEndian: UInt32(0o100644) << 16)  // a regular file
        bytes.append(littleEndian: UInt32(0))  // the local header is at the start
        bytes += name

        let size = UInt32(bytes.count)
        bytes.append(littleEndian: ZipFormat.endSignature)
        bytes.append(littleEndian: UInt32(0))  // disks
        bytes.append(littleEndian: UInt16(1))
        bytes.append(littleEndian: UInt16(1))
        bytes.append(littleEndian: size)
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: offset))
        bytes.append(littleEndian: UInt16(0))  // comment
        return bytes
    }

    /// Appends the fields from "version needed" to "extra length", which both headers share.
    private func appendCommon(to bytes: inout [UInt8]) {
        bytes.append(littleEndian: UInt16(20))
        bytes.append(littleEndian: flags)
        bytes.append(littleEndian: method)
        bytes.append(littleEndian: UInt32(0x0021_0000))  // 1980-01-01, 0:00
        bytes.append(littleEndian: crc)
        bytes.append(littleEndian: compressedSize)
        bytes.append(littleEndian: size)
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: name.count))
        bytes.append(littleEndian: UInt16(0))  // extra fields
    }
}
