import CLibrary
package import RewindFormat

/// The few operations on files and directories that recordings need, without Foundation.
package enum FileSystem {
    /// What can be at a path.
    package enum Kind: Sendable { case file, directory, other }

    /// The kind of file at a path, following links; `nil` if it is missing.
    package static func kind(of path: String) -> Kind? { status(of: path).map(kind) }

    /// What the system knows of the file at a path, following links; `nil` if it is missing.
    static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Whether nothing is at a path, not even a file that may not be examined.
    package static func isMissing(_ path: String) -> Bool { status(of: path) == nil && errno == ENOENT }

    /// The kind of file at a path itself; `nil` if it is missing.
    ///
    /// A symbolic link is `other`, wherever it points.
    package static func kindOfItself(_ path: String) -> Kind? {
        var status = stat()
        return lstat(path, &status) == 0 ? kind(of: status) : nil
    }

    /// Whether a symbolic link is at a path, wherever it leads.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func kind(of status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        default: .other
        }
    }

    /// Makes a directory for the owner alone, and the ones above it where they are missing.
    package static func makeDirectory(_ path: String) throws(RecordingError) {
        if kind(of: path) == .directory { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeDirectory(String(path[..<slash])) }
        guard !SystemCall.makeDirectory.isRefused && mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw RecordingError(systemError: errno, "can't create the directory", path: path)
        }
        guard kind(of: path) == .directory else { throw RecordingError(.exists, "not a directory", path: path) }
    }

    /// Makes one new directory for the owner alone; `false` if something is there already.
    package static func makeNewDirectory(_ path: String) throws(RecordingError) -> Bool {
        if !SystemCall.makeDirectory.isRefused, mkdir(path, 0o700) == 0 { return true }
        if errno == EEXIST { return false }
        throw RecordingError(systemError: errno, "can't create the directory", path: path)
    }

    /// The names in a directory, sorted, without `.` and `..`.
    package static func names(in path: String) throws(RecordingError) -> [String] {
        guard !SystemCall.list.isRefused, let directory = opendir(path) else {
            throw RecordingError(systemError: errno, "can't list the directory", path: path)
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    package static func read(_ path: String, limit: Int) throws(RecordingError) -> [UInt8] {
        try File(opening: path, .read).readAll(limit: limit)
    }

    /// The first bytes of a file, at most `count`; `nil` if it can't be read.
    package static func head(of path: String, count: Int) -> [UInt8]? {
        try? File(opening: path, .read).read(at: 0, count: count)
    }

    /// Waits until the disk has the names in a directory.
    package static func synchroniseDirectory(_ path: String) throws(RecordingError) {
        try File(opening: path, .directory).sync(isOptional: true)
    }

    /// Replaces a file in one go: writes a temporary file next to it, and renames that over it.
    ///
    /// - Parameter isDurable: whether the disk must have the bytes before they get the name.
    package static func replace(_ path: String, with bytes: [UInt8], isDurable: Bool = false) throws(RecordingError) {
        let temporary = path + ".new"
        let file = try File(opening: temporary, .replace)
        do throws(RecordingError) {
            try file.write(bytes)
            if isDurable { try file.sync() }
            try moveFile(temporary, onto: path)
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Checks that a path may be given to another file: it is free, or a file's, or a symbolic link's.
    package static func checkIsReplaceable(_ path: String) throws(RecordingError) {
        var status = stat()
        guard lstat(path, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else { return }
        throw RecordingError(path, isNoFileBut: status)
    }

    /// Renames a file, replacing any file that has the new name.
    package static func moveFile(_ path: String, onto place: String) throws(RecordingError) {
        try checkIsReplaceable(place)
        if SystemCall.rename.isRefused || rename(path, place) != 0 {
            throw RecordingError(systemError: errno, "can't rename the temporary file", path: place)
        }
    }

    /// Gives a file its final name, unless something has that name.
    package static func moveFile(_ path: String, toFree place: String) throws(RecordingError) {
        if link(path, place) == 0 { return removeFile(path) }
        switch errno {
        case EEXIST: throw alreadyThere(place)
        case EPERM, ENOTSUP, ENOSYS, EMLINK:
            // File systems without hard links (FAT, some network shares): look first. Only the call above can tell two simultaneous writers
            // apart.
            if kindOfItself(place) != nil { throw alreadyThere(place) }
            try moveFile(path, onto: place)
        default: throw RecordingError(systemError: errno, "can't create the file", path: place)
        }
    }

    /// The refusal to put something where something is.
    package static func alreadyThere(_ path: String) -> RecordingError {
        RecordingError(.exists, "already exists", path: path, advice: "Name another path")
    }

    /// Gives a file a second name; if the disk has no hard links or is another one, copies it.
    package static func duplicate(_ path: String, to copy: String) throws(RecordingError) {
        if !SystemCall.link.isRefused, link(path, copy) == 0 { return }
        try duplicate(path, to: copy, count: size(of: path) ?? 0)
    }

    /// Copies the first bytes of a file into a new one.
    package static func duplicate(_ path: String, to copy: String, count: Int) throws(RecordingError) {
        let (from, to) = (
            try File(opening: path, .read), try File(opening: copy, .createNew)
        )
        var done = 0
        while done < count {
            let bytes = try from.read(at: done, count: min(1 << 20, count - done))
            if bytes.isEmpty { break }
            try to.write(bytes)
            done += bytes.count
        }
    }

    /// Gives a directory its final name, unless something has that name.
    package static func moveDirectory(_ path: String, to place: String) throws(RecordingError) {
        if kindOfItself(place) != nil { throw alreadyThere(place) }
        if SystemCall.rename.isRefused || rename(path, place) != 0 {
            throw RecordingError(systemError: errno, "can't move the directory there", path: place)
        }
    }

    /// Removes a file, or a symbolic link itself; does nothing if it is missing.
    package static func removeFile(_ path: String) { if !SystemCall.removeFile.isRefused { unlink(path) } }

    /// Removes a directory that is empty.
    package static func removeDirectory(_ path: String) throws(RecordingError) {
        if SystemCall.removeFile.isRefused || rmdir(path) != 0 {
            throw RecordingError(systemError: errno, "can't remove the directory", path: path)
        }
    }

    /// Removes a directory with all that is in it; links in it are removed, and not followed.
    package static func removeTree(_ path: String) throws(RecordingError) {
        for name in try names(in: path) {
            let inner = "\(path)/\(name)"
            if kindOfItself(inner) == .directory { try removeTree(inner) } else { removeFile(inner) }
        }
        try removeDirectory(path)
    }

    /// Whether no permission forbids reading a path.
    package static func mayRead(_ path: String) -> Bool { access(path, R_OK) == 0 || errno != EACCES }

    /// Whether this process may write to a path.
    package static func mayWrite(_ path: String) -> Bool { access(path, W_OK) == 0 }

    /// The size of a file in bytes; `nil` for nothing.
    package static func size(of path: String) -> Int? { status(of: path).map { Int($0.st_size) } }

    /// When a file was last changed, in seconds since 1970; 0 if it is missing.
    package static func modificationTime(of path: String) -> Int { (identity(of: path)?.modificationTime ?? 0) / 1_000_000_000 }

    /// Whether two paths lead to one file; `false` if either is missing.
    package static func isSameFile(_ left: String, _ right: String) -> Bool {
        guard let first = identity(of: left), let second = identity(of: right) else { return false }
        return first.device == second.device && first.inode == second.inode
    }

    /// Whether a folder is, or is below, a directory, links followed; false if either is not there.
    package static func path(_ folder: String, isInside directory: String) -> Bool {
        guard let inner = canonical(folder), let outer = canonical(directory) else { return false }
        return (inner + "/").hasPrefix(outer + "/")
    }

    /// The absolute path of an existing file; otherwise the path itself.
    package static func absolutePath(_ path: String) -> String { canonical(path) ?? path }

    private static func canonical(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Removes the unfinished files `.NAME.PID-NUMBER.partial` that dead processes left in a folder; living ones hold locks on theirs.
    ///
    /// - Parameter name: the file that was to be made; without it, any.
    package static func removeAbandonedFiles(in folder: String, of name: String? = nil) {
        for file in (try? names(in: folder)) ?? [] where isPartial(file, of: name) && kind(of: "\(folder)/\(file)") == .file {
            let path = "\(folder)/\(file)"
            guard let lock = try? File(opening: path, .update), (try? lock.tryLock()) == true else { continue }
            unlink(path)
        }
    }

    private static func isPartial(_ file: String, of name: String?) -> Bool {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].isEmpty, parts[parts.count - 1] == "partial" else { return false }
        let numbers = parts[parts.count - 2].split(separator: "-")
        guard numbers.count == 2, numbers.allSatisfy({ Int($0) != nil }) else { return false }
        return name.map { $0 == parts[1..<(parts.count - 2)].joined(separator: ".") } ?? true
    }
}
