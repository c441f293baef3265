internal import CLibarchive

/// One entry, cut out of a checked zip and dressed as a zip of its own: the only thing that libarchive ever sees of a bundle.
///
/// The headers around the content are written here, from what the directory check made sure of. So no byte of a stranger's header reaches
/// libarchive, and any entry is read in time that does not depend on the others. Used by one reading call, on one thread.
final class EntryCutout {
    /// Why the file could not be read: libarchive only learns that it could not.
    private(set) var failure: ArchiveError?

    private let file: InputFile
    private let content: Range<Int64>
    private let head: [UInt8]
    private let tail: [UInt8]
    private let buffer: UnsafeMutableRawBufferPointer
    private var position: Int64 = 0

    init(of entry: ZipEntry, in file: InputFile) {
        self.file = file
        content = entry.content
        head = EntryCutout.localHeader(entry)
        tail = EntryCutout.directory(entry, at: Int64(head.count) + entry.compressedSize)
        let size = Int64(head.count + tail.count) + entry.compressedSize
        buffer = .allocate(byteCount: Int(min(size, 1 << 18)), alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The size of the whole small zip.
    private var size: Int64 { Int64(head.count) + Int64(content.count) + Int64(tail.count) }

    /// The next bytes, which stay valid until the next call; none at the end, `nil` after a failure.
    private func next() -> UnsafeRawBufferPointer? {
        let inContent = position - Int64(head.count)
        let inTail = inContent - Int64(content.count)
        let count: Int
        if inContent < 0 {
            count = copy(head, from: Int(position))
        } else if inTail < 0 {
            let wanted = min(-inTail, Int64(buffer.count))
            do throws(ArchiveError) {
                count = try file.read(into: .init(rebasing: buffer[..<Int(wanted)]), at: content.lowerBound + inContent)
            } catch {
                failure = error
                return nil
            }
        } else {
            count = copy(tail, from: Int(inTail))
        }
        position += Int64(count)
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }

    private func copy(_ bytes: [UInt8], from start: Int) -> Int {
        let part = bytes[min(start, bytes.count)...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }

    private func seek(_ offset: Int64, from origin: Int32) -> Int64? {
        let base: Int64? =
            switch origin {
            case 0: 0  // SEEK_SET
            case 1: position  // SEEK_CUR
            case 2: size  // SEEK_END
            default: nil
            }
        guard let base, case (let target, let overflow) = base.addingReportingOverflow(offset), !overflow, target >= 0 else { return nil }
        position = min(target, size)
        return position
    }
}

extension EntryCutout {
    /// Makes libarchive read this zip.
    ///
    /// The cutout must outlive the handle.
    func attach(to handle: borrowing ArchiveHandle) throws(ArchiveError) {
        try handle.check(archive_read_support_format_zip_seekable(handle.pointer), "open")
        archive_read_set_callback_data(handle.pointer, Unmanaged.passUnretained(self).toOpaque())
        archive_read_set_read_callback(handle.pointer) { archive, context, bytes in
            guard let context, let found = Unmanaged<EntryCutout>.fromOpaque(context).takeUnretainedValue().next() else {
                rewind_archive_set_error(archive, ARCHIVE_FATAL, "the file could not be read")
                return Int(ARCHIVE_FATAL)
            }
            bytes?.pointee = found.baseAddress
            return found.count
        }
        archive_read_set_seek_callback(handle.pointer) { _, context, offset, origin in
            guard let context else { return Int64(ARCHIVE_FATAL) }
            return Unmanaged<EntryCutout>.fromOpaque(context).takeUnretainedValue().seek(offset, from: origin) ?? Int64(ARCHIVE_FATAL)
        }
        try handle.check(archive_read_open1(handle.pointer), "open")
    }

    private static func localHeader(_ entry: ZipEntry) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: ZipFormat.localSignature)
        appendCommon(entry, to: &bytes)
        bytes += entry.name.utf8
        return bytes
    }

    private static func directory(_ entry: ZipEntry, at offset: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: ZipFormat.centralSignature)
        bytes.append(littleEndian: UInt16(3 << 8 | 20))  // made on Unix, by version 2.0
        appendCommon(entry, to: &bytes)
        bytes.append(contentsOf: repeatElement(0, count: 6))  // comment, disk, internal attributes
        bytes.append(littleEndian: UInt32(0o100644) << 16)  // a regular file
        bytes.append(littleEndian: UInt32(0))  // the local header is at the start
        bytes += entry.name.utf8

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

    /// The fields from "version needed" to "extra length".
    ///
    /// The sizes fit: the directory check read them from fields of the same width.
    private static func appendCommon(_ entry: ZipEntry, to bytes: inout [UInt8]) {
        bytes.append(littleEndian: UInt16(20))
        bytes.append(littleEndian: UInt16(0))  // flags
        bytes.append(littleEndian: entry.method.rawValue)
        bytes.append(littleEndian: UInt32(0x0021_0000))  // 1980-01-01, 0:00
        bytes.append(littleEndian: entry.crc)
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: entry.compressedSize))
        bytes.append(littleEndian: UInt32(truncatingIfNeeded: entry.size))
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: entry.name.utf8.count))
        bytes.append(littleEndian: UInt16(0))  // extra fields
    }
}
