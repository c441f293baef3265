package import RewindFormat
import RewindJournal
import RewindSystem

/// Where something is going to be written: asked before the work, so that nobody waits for it in vain.
package enum OutputPlace {
    /// Makes sure that the directory is there that `path` would be in.
    ///
    /// Throws ``RecordingError/Code/notFound`` that names the directory.
    package static func check(_ path: String) throws(RecordingError) {
        guard let folder = folder(of: path), FileSystem.kind(of: folder) != .directory else { return }
        throw RecordingError(
            .notFound, "the directory \(folder) does not exist", path: path, advice: "Make the directory, or name another path")
    }

    /// Makes sure that a file may be written at `path`: it is none of the inputs, lies in none of them, is not taken, and its directory is there.
    ///
    /// Whatever writes by what it reads asks this before any work. Throws ``RecordingError/Code/invalidRequest`` for a place of an input, whether
    /// `replacing` or not; ``RecordingError/Code/exists``, and as ``check(_:)``.
    package static func check(_ path: String, isOutside inputs: [String], replacing: Bool) throws(RecordingError) {
        try check(path, isOutside: inputs)
        if !replacing, FileSystem.kindOfItself(path) != nil { throw FileSystem.alreadyThere(path) }
        try check(path)
    }

    /// Makes sure that `path` is none of the inputs and lies in none of them, though some of its directories may have to be made.
    package static func check(_ path: String, isOutside inputs: [String]) throws(RecordingError) {
        for input in inputs where FileSystem.isSameFile(path, input) || lies(path, in: input) {
            throw RecordingError(
                .invalidRequest, "the output is the input, or inside it", path: path, advice: "Name another output path")
        }
    }

    /// Whether the nearest directory above a path that is there is, or is in, another one.
    private static func lies(_ path: String, in input: String) -> Bool {
        var parent = folder(of: path)
        while let folder = parent, FileSystem.kindOfItself(folder) == nil { parent = self.folder(of: folder) }
        return FileSystem.path(parent ?? (path.hasPrefix("/") ? "/" : "."), isInside: input)
    }

    /// The directory that a path is in, without a slash at its end; `nil` where that is the current one or the root.
    private static func folder(of path: String) -> String? {
        var name = path[...]
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        guard var slash = name.lastIndex(of: "/") else { return nil }
        while slash > name.startIndex, name[name.index(before: slash)] == "/" { slash = name.index(before: slash) }
        return slash == name.startIndex ? nil : String(name[..<slash])
    }
}
