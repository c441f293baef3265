package import RewindFormat
import RewindSystem

/// Checks on an output path, made before the work so that it is not done in vain.
package enum OutputPlace {
    /// Checks that the parent directory of `path` exists.
    ///
    /// Throws ``RecordingError/Code/notFound`` that names the directory.
    package static func check(_ path: String) throws(RecordingError) {
        guard let folder = folder(of: path), FileSystem.kind(of: folder) != .directory else { return }
        throw RecordingError(
            .notFound, "the directory \(folder) does not exist", path: path, advice: "Make the directory, or name another path")
    }

    /// Checks that a file may be written at `path`: it is not an input or inside one, it is not taken, and its directory exists.
    ///
    /// Every command that derives an output from inputs calls this before any work. Throws ``RecordingError/Code/invalidRequest`` for the
    /// path of an input, whether `replacing` or not; ``RecordingError/Code/exists``, and as ``check(_:)``.
    package static func check(_ path: String, outside inputs: [String], replacing: Bool) throws(RecordingError) {
        try check(path, outside: inputs)
        if !replacing, FileSystem.kindOfItself(path) != nil { throw FileSystem.alreadyThere(path) }
        try FileSystem.checkIsReplaceable(path)
        try check(path)
    }

    /// Checks that `path` is not an input or inside one, even if some of its directories do not exist yet.
    package static func check(_ path: String, outside inputs: [String]) throws(RecordingError) {
        for input in inputs where FileSystem.isSameFile(path, input) || lies(path, in: input) {
            throw RecordingError(
                .invalidRequest, "the output is the input, or inside it", path: path, advice: "Name another output path")
        }
    }

    /// Whether the nearest existing directory above a path is another one or lies inside it.
    private static func lies(_ path: String, in input: String) -> Bool {
        var parent = folder(of: path)
        while let folder = parent, FileSystem.kindOfItself(folder) == nil { parent = self.folder(of: folder) }
        return FileSystem.path(parent ?? (path.hasPrefix("/") ? "/" : "."), isInside: input)
    }

    /// The parent directory of a path, without a trailing slash; `nil` if it is the current directory or the root.
    private static func folder(of path: String) -> String? {
        var name = path[...]
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        guard var slash = name.lastIndex(of: "/") else { return nil }
        while slash > name.startIndex, name[name.index(before: slash)] == "/" { slash = name.index(before: slash) }
        return slash == name.startIndex ? nil : String(name[..<slash])
    }
}
