package import RewindFormat

/// Where something is going to be written: asked before the work, so that nobody waits for it in vain.
package enum OutputPlace {
    /// Makes sure that the directory is there that `path` would be in.
    ///
    /// Throws ``RecordingError/Code/notFound`` that names the directory.
    package static func check(_ path: String) throws(RecordingError) {
        guard let folder = folder(of: path), FileSystem.kind(of: folder) != .directory else { return }
        throw RecordingError(
            .notFound, "there is no directory \(folder) to write it to", path: path, advice: "Make the directory, or name another path")
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
