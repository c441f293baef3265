package import RewindFormat
package import RewindSystem

/// A refusal of the system, as a recording's error.
extension RecordingError: SystemFailure {
    package init(_ refusal: SystemError) {
        let code: Code =
            switch refusal.kind {
            case .notFound: .notFound
            case .exists: .exists
            case .tooLarge: .limit
            case .refused: .system
            }
        self.init(code, refusal.message, path: refusal.path, advice: refusal.advice)
        mayPass = refusal.mayPass
    }

    /// A call that failed with one of the system's error numbers: with words for what failed, and the system's own for why.
    package init(systemError number: Int32, _ what: String, path: String) { self.init(SystemError(number: number, what, path: path)) }
}

/// Files and directories, with a recording's errors.
package typealias FileSystem = Files<RecordingError>

/// An open file, with a recording's errors.
typealias File = FileDescriptor<RecordingError>

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
