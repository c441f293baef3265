#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import RewindFormat

extension FileSystem {
    /// Takes a directory away if nothing is in it.
    static func removeEmptyDirectory(_ path: String) { rmdir(path) }
}
