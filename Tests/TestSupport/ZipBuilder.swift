/// Writes zips byte by byte, so that a test can lie in any field.
///
/// What is not set is what an honest writer would write.
package struct ZipBuilder {
    package struct Entry {
        package var name: [UInt8]
        package var content: [UInt8]
        /// The bytes in the file; the content itself if `nil`.
        package var stored: [UInt8]?
        package var method: UInt16 = 0
        package var flags: UInt16 = 0
        package var version: UInt16 = 20
        package var crc: UInt32?
        package var size: UInt32?
        package var compressedSize: UInt32?
        package var extra: [UInt8] = []
        package var mode: UInt32 = 0o100644
        package var attributes: UInt32 = 0
        package var disk: UInt16 = 0
        package var offset: UInt32?
        package var descriptor: [UInt8] = []
        /// Changes the header before the content, which otherwise says what the directory says.
        package var local: (@Sendable (inout Entry) -> Void)?

        package init(_ name: String, _ content: String = "") { self.init(Array(name.utf8), Array(content.utf8)) }

        package init(_ name: [UInt8], _ content: [UInt8]) {
            self.name = name
            self.content = content
        }
    }

    package var entries: [Entry]
    package var prefix: [UInt8] = []
    package var beforeDirectory: [UInt8] = []
    package var comment: [UInt8] = []
    package var suffix: [UInt8] = []
    package var announcedEntries: UInt16?
    package var disk: UInt16 = 0

    package init(_ entries: Entry...) { self.entries = entries }
    package init(_ entries: [Entry]) { self.entries = entries }

    /// The file.
    package var bytes: [UInt8] {
        var file = prefix
        var directory: [UInt8] = []
        for entry in entries {
            let offset = entry.offset ?? UInt32(file.count)
            var local = entry
            entry.local?(&local)
            append(0x0403_4B50 as UInt32, to: &file)
            file += common(local) + local.name + local.extra + (local.stored ?? local.content) + local.descriptor
            append(0x0201_4B50 as UInt32, to: &directory)
            append(UInt16(3 << 8 | 20), to: &directory)
            directory += common(entry)
            append(UInt16(0), to: &directory)
            append(entry.disk, to: &directory)
            append(UInt16(0), to: &directory)
            append(entry.mode << 16 | entry.attributes, to: &directory)
            append(offset, to: &directory)
            directory += entry.name + entry.extra
        }
        file += beforeDirectory
        let start = UInt32(file.count)
        file += directory
        append(0x0605_4B50 as UInt32, to: &file)
        append(disk, to: &file)
        append(UInt16(0), to: &file)
        append(announcedEntries ?? UInt16(entries.count), to: &file)
        append(announcedEntries ?? UInt16(entries.count), to: &file)
        append(UInt32(directory.count), to: &file)
        append(start, to: &file)
        append(UInt16(comment.count), to: &file)
        return file + comment + suffix
    }

    private func common(_ entry: Entry) -> [UInt8] {
        var bytes: [UInt8] = []
        append(entry.version, to: &bytes)
        append(entry.flags, to: &bytes)
        append(entry.method, to: &bytes)
        append(UInt32(0x0021_0000), to: &bytes)
        append(entry.crc ?? crc32(entry.content), to: &bytes)
        append(entry.compressedSize ?? UInt32((entry.stored ?? entry.content).count), to: &bytes)
        append(entry.size ?? UInt32(entry.content.count), to: &bytes)
        append(UInt16(entry.name.count), to: &bytes)
        append(UInt16(entry.extra.count), to: &bytes)
        return bytes
    }
}

/// Appends an integer, the least significant byte first.
package func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
}

/// The CRC-32 of zip.
package func crc32(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { bytes in
        crcTable.withUnsafeBufferPointer { table in
            var crc = ~UInt32(0)
            for byte in bytes { crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8 }
            return ~crc
        }
    }
}

private let crcTable: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { word, _ in word & 1 == 1 ? word >> 1 ^ 0xEDB8_8320 : word >> 1 }
}

/// The bytes as a deflate stream of one block that is not compressed.
package func deflated(_ bytes: [UInt8], isLast: Bool = true) -> [UInt8] {
    var stream: [UInt8] = [isLast ? 1 : 0]
    append(UInt16(bytes.count), to: &stream)
    append(~UInt16(bytes.count), to: &stream)
    return stream + bytes
}
