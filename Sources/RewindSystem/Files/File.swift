import CLibrary
package import RewindFormat

/// An open file, closed when the last owner goes: the few calls that a recording needs, with errors that name the file.
package final class File: Sendable {
    /// The system's number for it.
    package let number: Int32
    /// The path it was opened by, for errors.
    package let path: String

    /// Opens a file that a child process does not get.
    package init(opening path: String, _ mode: OpenMode) throws(RecordingError) {
        self.path = path
        number = SystemCall.open.isRefused ? -1 : open(path, mode.flags | O_CLOEXEC, 0o600)
        if number < 0 {
            if mode == .regularFile, errno == ENOENT, FileSystem.linkTarget(of: path) != nil {
                throw RecordingError(isDanglingLink: path)
            }
            throw RecordingError(systemError: errno, "can't open the \(mode == .directory ? "directory" : "file")", path: path)
        }
        guard mode == .regularFile else { return }
        var status = stat()
        guard fstat(number, &status) == 0 else { throw RecordingError(systemError: errno, "can't examine the file", path: path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw RecordingError(path, isNoFileBut: status) }
    }

    deinit { close(number) }

    /// Appends all bytes to what was written so far.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(RecordingError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = SystemCall.write(rest, to: number, at: nil)
            if count < 0 {
                if errno == EINTR { continue }
                throw RecordingError(systemError: errno, "can't write \(rest.count) bytes to the file", path: path)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Appends all bytes to what was written so far.
    package func write(_ bytes: [UInt8]) throws(RecordingError) {
        var failure: RecordingError?
        bytes.withUnsafeBytes { buffer in
            do throws(RecordingError) { try write(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Writes all bytes at an offset, wherever the file's own place is.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RecordingError) {
        var done = 0
        while done < bytes.count {
            let count = SystemCall.write(UnsafeRawBufferPointer(rebasing: bytes[done...]), to: number, at: offset + done)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { throw RecordingError(systemError: errno, "can't write \(bytes.count - done) bytes to the file", path: path) }
            done += count
        }
    }

    /// Overwrites a range with zero bytes, as far as the system allows.
    package func clear(from offset: Int, count: Int) {
        let end = min(offset + count, (try? size()) ?? offset)
        guard end > offset else { return }
        let zeros = [UInt8](repeating: 0, count: end - offset)
        zeros.withUnsafeBytes { try? write($0, at: offset) }
    }

    /// Reads from an offset until the buffer is full or the file ends; returns the number of bytes read.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(RecordingError) -> Int {
        var done = 0
        while done < buffer.count {
            let count = pread(number, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw RecordingError(systemError: errno, "can't read the file", path: path) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Reads up to `count` bytes from an offset; fewer at the end of the file.
    package func read(at offset: Int, count: Int) throws(RecordingError) -> [UInt8] {
        if count == 0 { return [] }
        var failure: RecordingError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            do throws(RecordingError) {
                initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// The file's size in bytes.
    package func size() throws(RecordingError) -> Int {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw RecordingError(systemError: errno, "can't tell the file's size", path: path) }
        return Int(status.st_size)
    }

    /// Whether this very file is at a path: not another one, and not a link to it.
    ///
    /// Where that can't be looked at for now, the file is taken to be there.
    package func isStill(at path: String) -> Bool {
        var (open, there) = (stat(), stat())
        guard fstat(number, &open) == 0 else { return false }
        guard lstat(path, &there) == 0 else { return errno != ENOENT && errno != ENOTDIR && errno != ELOOP }
        return open.st_dev == there.st_dev && open.st_ino == there.st_ino
    }

    /// Whether the file still has a name in some directory, and at least this many bytes.
    package func isIntact(with count: Int) -> Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_nlink > 0 && Int(status.st_size) >= count
    }

    /// Throws unless it is intact so.
    package func checkIntact(with count: Int) throws(RecordingError) {
        if !isIntact(with: count) { throw RecordingError(fileIsGone: path) }
    }

    /// Makes this number refer to another open file, with its lock, from now on.
    package func redirect(to other: File) throws(RecordingError) {
        guard dup2(other.number, number) >= 0 else {
            throw RecordingError(systemError: errno, "can't open the file in another's place", path: path)
        }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    /// Moves the position of the next ``write(_:)-([UInt8])``.
    package func seek(to offset: Int) { lseek(number, off_t(offset), SEEK_SET) }

    /// Cuts the file, or extends it with zero bytes.
    package func truncate(to count: Int) throws(RecordingError) {
        guard !SystemCall.truncate.isRefused, withinFileSizeLimit({ Int(ftruncate(number, off_t(count))) }) == 0 else {
            throw RecordingError(systemError: errno, "can't truncate the file to \(count) bytes", path: path)
        }
    }

    /// Extends the file to `count` bytes with blocks reserved on the disk, so that later stores into a mapping can't run out of space.
    package func reserve(from offset: Int, count: Int) throws(RecordingError) {
        #if canImport(Darwin)
            // Reserved behind the file's end, wherever that is. A disk that reserves nothing, such as one of a network, says so by another
            // error: there a store into the mapping may still find the disk full, as where a file is sparse.
            let missing = offset + count - (try size())
            if missing <= 0 { return }
            var request = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(missing), fst_bytesalloc: 0)
            if fcntl(number, F_PREALLOCATE, &request) == -1, errno == ENOSPC {
                throw RecordingError(systemError: errno, "can't reserve \(missing) bytes for the file", path: path)
            }
            try truncate(to: offset + count)
        #else
            var error: Int32
            repeat {
                error = SystemCall.reserve.isRefused ? errno : withinFileSizeLimit { posix_fallocate(number, off_t(offset), off_t(count)) }
            } while error == EINTR
            if error != 0 { throw RecordingError(systemError: error, "can't reserve \(count) bytes for the file", path: path) }
        #endif
    }

    /// Makes the system write the file to the disk; for a directory, the names in it: that the disk has a file does not mean that it has the
    /// file's name.
    ///
    /// - Parameter isOptional: whether a file system that can't do that has nothing better to offer, so that it is no failure of ours.
    package func sync(isOptional: Bool = false) throws(RecordingError) {
        while SystemCall.synchronise.isRefused || fsync(number) != 0 {
            switch errno {
            case EINTR: continue
            case EINVAL where isOptional, ENOTSUP where isOptional: return
            default: throw RecordingError(systemError: errno, "can't sync it to the disk", path: path)
            }
        }
    }

    /// The same, and makes the disk itself keep the bytes: Darwin's `fsync` leaves them in the drive's cache.
    package func syncThroughCaches() throws(RecordingError) {
        #if canImport(Darwin)
            if fcntl(number, F_FULLFSYNC) == 0 { return }
        #endif
        try sync(isOptional: true)
    }

    /// Takes the advisory lock of flock(2) without waiting; `false` if another process has it.
    ///
    /// - Parameter shared: whether others may share the lock, so that two who only look do not see each other.
    package func tryLock(shared: Bool = false) throws(RecordingError) -> Bool {
        if flock(number, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw RecordingError(systemError: errno, "can't lock the file", path: path)
    }

    /// Takes the advisory lock of flock(2), retrying for this many milliseconds; `false` if another process still has it.
    package func lock(within milliseconds: Int) throws(RecordingError) -> Bool {
        for _ in 0..<milliseconds {
            if try tryLock() { return true }
            usleep(1_000)
        }
        return try tryLock()
    }

    package func unlock() { _ = flock(number, LOCK_UN) }

    /// Reads the whole file, with no more memory than `limit` bytes.
    ///
    /// A file that is not regular has no size and is read to its end: a pipe, or a device, of which at most 64 MiB are read, since it may
    /// never end.
    package func readAll(limit: Int) throws(RecordingError) -> [UInt8] {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw RecordingError(systemError: errno, "can't tell the file's size", path: path) }
        let isDevice = status.st_mode & S_IFMT == S_IFCHR
        let size = Int(status.st_size)
        // Files that the system generates while they are read have no size either.
        guard status.st_mode & S_IFMT == S_IFREG, size > 0 else { return try readToEnd(limit: isDevice ? min(limit, deviceLimit) : limit) }
        guard size <= limit else {
            throw RecordingError(.limit, "the file has \(size) bytes, over the limit of \(limit)", path: path)
        }
        return try read(at: 0, count: size)
    }

    /// Reads until the end, wherever that is.
    private func readToEnd(limit: Int) throws(RecordingError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = systemRead(number, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw RecordingError(systemError: errno, "can't read the file", path: path) }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else {
                throw RecordingError(.limit, "there is more to read than the limit of \(limit) bytes", path: path)
            }
            bytes += piece[..<count]
        }
    }
}

/// The most that is read of a device: some never end.
private let deviceLimit = 64 << 20

/// How a file is opened; new ones are for the owner alone.
package enum OpenMode: Sendable {
    case read
    /// For reading, if it is a regular file: what a person or another program may put at a path, where a named pipe would be waited for.
    case regularFile
    /// A directory, to have its names synchronised.
    case directory
    /// For reading and writing.
    case update
    /// For reading and writing, made if it is not there.
    case create
    /// For reading and writing, and refused if it is there.
    case createNew
    /// For writing, made if it is not there and emptied if it is.
    case replace
    /// For writing at its end, made if it is not there.
    case append

    fileprivate var flags: Int32 {
        switch self {
        case .read: O_RDONLY
        case .regularFile: O_RDONLY | O_NONBLOCK | O_NOCTTY
        case .directory: O_RDONLY | O_DIRECTORY
        case .update: O_RDWR
        case .create: O_RDWR | O_CREAT
        case .createNew: O_RDWR | O_CREAT | O_EXCL
        case .replace: O_WRONLY | O_CREAT | O_TRUNC
        case .append: O_WRONLY | O_CREAT | O_APPEND
        }
    }
}
