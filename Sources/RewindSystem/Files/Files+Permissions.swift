#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Files {
    /// Who may do what with a file, as chmod(2) counts it; `nil` where there is none.
    package static func permissions(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o777 : nil
    }

    /// Lets others do with a file what they may; where the system refuses, it stays as it is.
    package static func setPermissions(_ permissions: UInt32, of path: String) { _ = chmod(path, mode_t(permissions)) }
}
