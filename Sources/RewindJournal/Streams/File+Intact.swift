import RewindFormat
import RewindSystem

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
