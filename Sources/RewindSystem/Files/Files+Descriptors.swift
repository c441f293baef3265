import CLibrary

/// How ``Files/openFile(_:_:)`` opens a file.
package enum DescriptorMode: Sendable {
    case read
    /// A file that must not be there yet, readable by its owner only: a recording is private until its owner sends it.
    case createNew
}

/// Files by their descriptor numbers, for callers that pass those on; the opener closes them.
extension Files {
    /// Opens a file that a child process does not get.
    package static func openFile(_ path: String, _ mode: DescriptorMode) throws(Failure) -> Int32 {
        while true {
            let descriptor =
                switch mode {
                // Non-blocking, so that opening a named pipe does not wait for its writer; on files it has no effect.
                case .read: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
                case .createNew: open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
                }
            if descriptor >= 0 { return descriptor }
            switch (errno, mode) {
            case (EINTR, _): continue
            case (ENOENT, .read): throw Failure(SystemError(.notFound, "no such file or directory", path: path))
            case (_, .read): throw failure("open the file", path)
            case (_, .createNew): throw failure("create the file", path)
            }
        }
    }

    /// Takes the lock of an open file, if the file system has locks; `false` if another process has it.
    package static func lock(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

    package static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

    /// Reads at an offset until the buffer is full or the file ends; returns the number of bytes read.
    package static func readAll(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Failure) -> Int {
        var done = 0
        while done < buffer.count {
            let count = pread(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset) + off_t(done))
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("read the file", nil)
            }
            done += count
        }
        return done
    }

    /// The bytes at an offset; fewer than `count` only at the end of the file.
    package static func bytes(_ descriptor: Int32, at offset: Int64, count: Int) throws(Failure) -> [UInt8] {
        if count == 0 { return [] }
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            do throws(Failure) {
                initialized = try readAll(descriptor, into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    package static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("write the file", nil)
            }
            done += count
        }
    }

    package static func status(_ descriptor: Int32) throws(Failure) -> (kind: Kind, size: Int64) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("examine the file", nil) }
        return (kind(of: status), Int64(status.st_size))
    }

    /// The kind of file at a path, following symbolic links; `nil` if it is missing.
    package static func kind(_ path: String) throws(Failure) -> Kind? {
        var status = stat()
        if stat(path, &status) == 0 { return kind(of: status) }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw failure("examine that path", path)
    }

    /// Whether two paths lead to one file; `false` if either is missing.
    package static func isSameFile(_ left: String, _ right: String) -> Bool {
        var first = stat()
        var second = stat()
        guard stat(left, &first) == 0, stat(right, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Waits until the descriptor's bytes are on the disk itself.
    package static func synchronise(_ descriptor: Int32) throws(Failure) {
        #if canImport(Darwin)
            // Darwin's `fsync` leaves the bytes in the drive's cache.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        // A file system that can't synchronise (EINVAL, ENOTSUP) has nothing better to offer: that is no failure of ours.
        if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw failure("sync the file", nil) }
    }

    /// Checks that a path may be given to another file: it is free, or a file's, or a symbolic link's.
    package static func checkIsReplaceable(_ path: String) throws(Failure) {
        var status = stat()
        guard lstat(path, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else { return }
        throw Failure(SystemError(path, isNoFileBut: status))
    }

    package static func renameFile(_ old: String, to new: String) throws(Failure) {
        try checkIsReplaceable(new)
        if rename(old, new) != 0 { throw failure("rename the temporary file", new) }
    }

    /// Gives a file its final name unless that is taken; throws ``RecordingError/Code/exists`` if it is.
    package static func renameUnlessTaken(_ old: String, to new: String) throws(Failure) {
        if link(old, new) == 0 {
            removeFile(old)
            return
        }
        switch errno {
        case EEXIST: throw alreadyThere(new)
        case EPERM, ENOTSUP, ENOSYS, EMLINK:
            // File systems without hard links (FAT, some network shares): look first. Only the call above can tell two simultaneous writers
            // apart.
            if try kind(new) != nil { throw alreadyThere(new) }
            try renameFile(old, to: new)
        default: throw failure("create the file", new)
        }
    }

    /// Gives a directory its final name; an empty directory of that name is replaced, anything else is not.
    package static func renameDirectory(_ old: String, to new: String) throws(Failure) {
        if rename(old, new) == 0 { return }
        throw [EEXIST, ENOTEMPTY, ENOTDIR].contains(errno) ? alreadyThere(new) : failure("create the directory", new)
    }

    /// Makes one directory for the owner alone; it is an error if something is there.
    package static func makeOnlyDirectory(_ path: String) throws(Failure) {
        if mkdir(path, 0o700) == 0 { return }
        throw errno == EEXIST ? alreadyThere(path) : failure("create the directory", path)
    }

    /// Whether a folder is, or is below, a directory, links followed; false if either is not there.
    package static func path(_ folder: String, isInside directory: String) -> Bool {
        guard let inner = realpath(folder, nil), let outer = realpath(directory, nil) else { return false }
        defer {
            free(inner)
            free(outer)
        }
        return (String(cString: inner) + "/").hasPrefix(String(cString: outer) + "/")
    }

    /// The absolute path of an existing file; otherwise the path itself.
    package static func absolutePath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The refusal to put something where something is.
    package static func alreadyThere(_ path: String) -> Failure {
        var error = SystemError(.exists, "already exists", path: path)
        error.advice = "Name another path"
        return Failure(error)
    }

    /// The error of the call that has just failed, with the system's own words for it.
    private static func failure(_ action: String, _ path: String?) -> Failure {
        Failure(SystemError(number: errno, "can't \(action)", path: path))
    }
}
