import RewindFormat
import RewindSystem

extension FileMapping {
    /// Makes the file of a mapping that begins with it anew where somebody removed or cut it; the mapping stays where it is, and is zero.
    ///
    /// - Returns: whether the file was missing, so that the caller fills it.
    func restoreFile(at path: String) throws(RecordingError) -> Bool {
        if !hasFailed, FileSystem.size(of: path) == bytes.count { return false }
        FileSystem.removeFile(path)
        try move(to: File(opening: path, .createNew))
        return true
    }
}
