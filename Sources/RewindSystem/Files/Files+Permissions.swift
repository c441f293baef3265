import CLibrary

extension Files {
    /// A file's permissions, as in chmod(2); `nil` if the file is missing.
    package static func permissions(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o777 : nil
    }

    /// Lets others do with a file what they may; where the system refuses, it stays as it is.
    package static func setPermissions(_ permissions: UInt32, of path: String) { _ = chmod(path, mode_t(permissions)) }

    /// When a file was written or moved to its path, in nanoseconds since 1970; `nil` if the file is missing.
    ///
    /// No program can set that time, so it orders what two programs did to a file.
    package static func timeOfChange(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let changed = status.st_ctimespec
        #else
            let changed = status.st_ctim
        #endif
        return Int(changed.tv_sec) &* 1_000_000_000 &+ Int(changed.tv_nsec)
    }

    /// Identifies a file and its last change, to tell later whether both are still the same; `nil` if the file is missing.
    package static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        return FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino), size: Int(status.st_size),
            changed: Int(changed.tv_sec) &* 1_000_000_000 &+ Int(changed.tv_nsec))
    }
}

/// Which file it is, and when it was last written.
package struct FileIdentity: Equatable, Sendable {
    let device: UInt64
    let number: UInt64
    let size: Int
    let changed: Int
}
