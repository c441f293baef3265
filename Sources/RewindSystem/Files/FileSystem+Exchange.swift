import CLibrary

extension FileSystem {
    package static func parts(of path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = String(path[..<slash])
        return (directory.isEmpty ? "/" : directory, String(path[path.index(after: slash)...]))
    }

    /// The target of a symbolic link; `nil` if the path is not one.
    package static func linkTarget(of path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let count = readlink(path, base, buffer.count)
            return count <= 0 ? nil : String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self)
        }
    }

    /// The file that a path finally leads to; it need not exist.
    package static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<8 {
            guard let target = linkTarget(of: path) else { break }
            path = target.hasPrefix("/") ? target : "\(parts(of: path).directory)/\(target)"
        }
        return path
    }

    /// Exchanges the names of two existing files in one go; `false` if the disk can't do that.
    package static func exchange(_ one: String, _ other: String) -> Bool {
        #if canImport(Darwin)
            return renamex_np(one, other, UInt32(RENAME_SWAP)) == 0
        #else
            guard let renameat2 = Renaming.renameat2 else { return false }
            let exchange: UInt32 = 2  // RENAME_EXCHANGE
            return renameat2(AT_FDCWD, one, AT_FDCWD, other, exchange) == 0
        #endif
    }
}

#if !canImport(Darwin)
    /// A call that Swift's module of the C library doesn't show, and that older libraries don't have.
    private enum Renaming {
        typealias Function = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

        /// `unsafeBitCast`: the library's function of that name has this type; it's documented in rename(2).
        static let renameat2: Function? = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Function.self) }
    }
#endif
