package import RewindFormat
package import RewindSystem

extension FormatLimits {
    /// How many threads run at once on this machine.
    package var workers: Int { min(threads, Processors.count) }
}

extension FileMapping {
    /// Makes a mapped file anew if it was removed or cut; the mapping, which begins where the file does, stays where it is, and is zero.
    ///
    /// - Returns: whether the file was missing, so that the caller fills it.
    func restoreFile(at path: String) throws(RecordingError) -> Bool {
        if !hasFailed, FileSystem.size(of: path) == bytes.count { return false }
        FileSystem.removeFile(path)
        try move(to: File(opening: path, .createNew))
        return true
    }
}

extension File {
    /// Throws if the file was removed, or cut to fewer bytes.
    func checkIntact(with count: Int) throws(RecordingError) {
        if !isIntact(with: count) { throw RecordingError.fileIsGone(path) }
    }
}

extension RecordingError {
    static func fileIsGone(_ path: String) -> RecordingError {
        RecordingError(.system, "the file is gone: it was removed or cut, or its disk was", path: path)
    }
}
