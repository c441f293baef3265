import CLibrary

extension FileSystem {
    /// A file's permissions, as in chmod(2); `nil` if the file is missing.
    package static func permissions(of path: String) -> UInt32? { status(of: path).map { UInt32($0.st_mode) & 0o777 } }

    /// Lets others do with a file what they may; where the system refuses, it stays as it is.
    package static func setPermissions(_ permissions: UInt32, of path: String) { _ = chmod(path, mode_t(permissions)) }

    /// When a file was written or moved to its path, in nanoseconds since 1970; `nil` if the file is missing.
    ///
    /// No program can set that time, so it orders what two programs did to a file.
    package static func timeOfChange(of path: String) -> Int? {
        guard let status = status(of: path) else { return nil }
        #if canImport(Darwin)
            return status.st_ctimespec.nanoseconds
        #else
            return status.st_ctim.nanoseconds
        #endif
    }

    /// Identifies a file and its last change, to tell later whether both are still the same; `nil` if the file is missing.
    package static func identity(of path: String) -> FileIdentity? {
        guard let status = status(of: path) else { return nil }
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        return FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
            modificationTime: modified.nanoseconds)
    }
}

extension timespec {
    fileprivate var nanoseconds: Int { Int(tv_sec) &* 1_000_000_000 &+ Int(tv_nsec) }
}

/// Which file it is, and when it was last written.
package struct FileIdentity: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let modificationTime: Int
}
