internal import CLibarchive
import RewindFormat

/// One entry of a checked zip behind our own header: libarchive never sees any more of a bundle.
///
/// The header before the content is built from values that the directory check has verified. No byte of a stranger's header therefore
/// reaches libarchive, and reading an entry takes time independent of the other entries. Used by one reading call, on one thread.
final class SingleEntryZip {
    /// The error that made reading fail; libarchive only learns that it failed.
    private(set) var failure: RecordingError?
    /// Whether libarchive asked for bytes past the end.
    private var isExhausted = false

    private let file: InputFile
    private let content: Range<Int64>
    private let head: [UInt8]
    private let tail: [UInt8]
    private let buffer: UnsafeMutableRawBufferPointer
    private var position: Int64 = 0
    /// The most bytes of the content that libarchive gets at a time, and the offset from which it gets them one by one.
    private var (pace, slow) = (Int.max, Int64.max)
    /// The offset in the content of the bytes that libarchive got last.
    private var lastStart: Int64 = 0

    /// The zip of an entry from the checked directory.
    convenience init(of entry: ZipEntry, in file: InputFile) {
        self.init(head: SingleEntryHeader(entry).bytes, content: entry.content, in: file)
    }

    /// The zip of the data after a header, in a file without a directory: libarchive determines where it ends.
    convenience init(after header: ZipHeader, from start: Int64, in file: InputFile) {
        // libarchive asks for 24 bytes where a descriptor has only 16, and would miss an entry at the very end of the file.
        let tail = [UInt8](repeating: 0, count: 24)
        self.init(head: SingleEntryHeader(header).bytes, content: start..<max(start, file.size), tail: tail, in: file)
    }

    /// The zip of a damaged content, which ends only where deflate ends it: its sizes and checksum are not trusted.
    ///
    /// - Parameter slow: the offset from which libarchive gets the content byte by byte.
    private convenience init(beginningAfter header: ZipHeader, from start: Int64, slowFrom slow: Int64, in file: InputFile) {
        self.init(head: SingleEntryHeader(unsized: header).bytes, content: start..<max(start, file.size), in: file)
        pace = 1 << 12
        self.slow = slow
    }

    private init(head: [UInt8], content: Range<Int64>, tail: [UInt8] = [], in file: InputFile) {
        self.file = file
        self.content = content
        self.head = head
        self.tail = tail
        buffer = .allocate(byteCount: Int(min(Int64(head.count + tail.count + content.count), 1 << 18)), alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The next bytes, valid until the next call; empty at the end, `nil` after a failure.
    private func next() -> UnsafeRawBufferPointer? {
        let inContent = position - Int64(head.count)
        let inTail = inContent - Int64(content.count)
        let count: Int
        if inContent < 0 {
            count = copy(head, from: Int(position))
        } else if inTail < 0 {
            lastStart = inContent
            let wanted = min(-inTail, Int64(buffer.count), inContent < slow ? min(Int64(pace), slow - inContent) : 1)
            do throws(RecordingError) {
                count = try file.read(into: .init(rebasing: buffer[..<Int(wanted)]), at: content.lowerBound + inContent)
            } catch {
                failure = error
                return nil
            }
        } else {
            count = copy(tail, from: Int(inTail))
        }
        isExhausted = isExhausted || count == 0
        position += Int64(count)
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }

    private func copy(_ bytes: [UInt8], from start: Int) -> Int {
        let part = bytes[min(start, bytes.count)...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}

extension SingleEntryZip {
    /// Inflates the entry and passes it on in chunks, each valid during the call; returns the number of bytes of the content and the data
    /// after it that libarchive used.
    ///
    /// Only the streaming reader is enabled: it trusts the local header, which is ours, and needs no directory behind the content.
    func inflate(_ body: (UnsafeRawBufferPointer) throws(RecordingError) -> Void) throws(RecordingError) -> Int64 {
        let handle = try ArchiveHandle(for: .reading)
        do throws(RecordingError) {
            try attach(to: handle)
            var header: OpaquePointer?
            try handle.check(archive_read_next_header(handle.pointer, &header), "read")
            try SingleEntryZip.readBlocks(from: handle, body)
        } catch {
            throw failure ?? error
        }
        return archive_filter_bytes(handle.pointer, 0) - Int64(head.count)
    }

    private static func readBlocks(
        from handle: borrowing ArchiveHandle, _ body: (UnsafeRawBufferPointer) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        var delivered: Int64 = 0
        while true {
            var start: UnsafeRawPointer?
            var count = 0
            var offset: Int64 = 0
            let status = archive_read_data_block(handle.pointer, &start, &count, &offset)
            if status == ARCHIVE_EOF { return }
            try handle.check(status, "read")
            guard offset == delivered else { throw RecordingError(.damaged, "the content is not contiguous") }
            delivered += Int64(count)
            if count > 0 { try body(UnsafeRawBufferPointer(start: start, count: count)) }
        }
    }

    /// Inflates as much as possible of a damaged content, and passes it on in chunks, each valid during the call.
    ///
    /// libarchive returns nothing of the piece in which it detects the damage. Everything is then inflated again, with that piece passed
    /// byte by byte, so that no data before the damage is missing.
    ///
    /// - Parameter body: receives a chunk, and whether it is the first one, at which everything starts over.
    /// - Returns: whether the end of the file cuts the content off.
    static func inflateBeginning(
        after header: ZipHeader, from start: Int64, in file: InputFile,
        _ body: (UnsafeRawBufferPointer, _ isFirst: Bool) throws(RecordingError) -> Void
    ) throws(RecordingError) -> Bool {
        var slow = Int64.max
        while true {
            let zip = SingleEntryZip(beginningAfter: header, from: start, slowFrom: slow, in: file)
            let isAll = try zip.inflateBeginning(body)
            if isAll || slow != .max { return zip.isExhausted }
            slow = zip.lastStart
        }
    }

    /// - Returns: whether no output of a damaged piece was held back.
    private func inflateBeginning(_ body: (UnsafeRawBufferPointer, Bool) throws(RecordingError) -> Void) throws(RecordingError) -> Bool {
        let handle = try ArchiveHandle(for: .reading)
        try attach(to: handle)
        var header: OpaquePointer?
        guard archive_read_next_header(handle.pointer, &header) == ARCHIVE_OK else { return true }
        var isFirst = true
        while true {
            var start: UnsafeRawPointer?
            var count = 0
            var offset: Int64 = 0
            let status = archive_read_data_block(handle.pointer, &start, &count, &offset)
            if let failure { throw failure }
            // With the last piece, libarchive reports wrong sizes or a wrong checksum, which is already known.
            if let start, count > 0 {
                try body(UnsafeRawBufferPointer(start: start, count: count), isFirst)
                isFirst = false
            }
            if status != ARCHIVE_OK { return status == ARCHIVE_EOF || count > 0 }
        }
    }

    /// Makes libarchive read this zip, through callbacks that hold only its address.
    private func attach(to handle: borrowing ArchiveHandle) throws(RecordingError) {
        try handle.check(archive_read_support_format_zip_streamable(handle.pointer), "open")
        archive_read_set_callback_data(handle.pointer, Unmanaged.passUnretained(self).toOpaque())
        archive_read_set_read_callback(handle.pointer) { archive, context, bytes in
            guard let context, let found = Unmanaged<SingleEntryZip>.fromOpaque(context).takeUnretainedValue().next() else {
                rewind_archive_set_error(archive, ARCHIVE_FATAL, "the file could not be read")
                return Int(ARCHIVE_FATAL)
            }
            bytes?.pointee = found.baseAddress
            return found.count
        }
        try handle.check(archive_read_open1(handle.pointer), "open")
    }
}
