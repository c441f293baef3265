import RewindFormat
import RewindSystem

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
