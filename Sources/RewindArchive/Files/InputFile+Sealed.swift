import RewindAge
import RewindFormat

extension InputFile {
    /// Opens a regular file; the contents of one that is sealed for recipients are decrypted, in memory only.
    ///
    /// Such a file needs as much memory as it has bytes, and is verified to its end before any of its contents is used.
    ///
    /// - Throws: `RecordingError` as ``init(path:)``; if no key that is known here opens the file, or if any of it was changed or cut off.
    static func opened(_ path: String, limits: ArchiveLimits) throws(RecordingError) -> InputFile {
        let file = try InputFile(path: path)
        guard try file.isSealedForRecipients() else { return file }
        do throws(RecordingError) {
            try limits.check(file.size, limits.bundleBytes, "bundleBytes", "a file size")
            let plain = try AgeFile.open(size: Int(file.size)) { (offset, count) throws(RecordingError) in
                try file.bytes(at: Int64(offset), count: count)
            } key: { (header) throws(RecordingError) in
                try Keyring.key(of: header)
            }
            return InputFile(bytes: plain, path: path)
        } catch {
            throw error.located(path: path)
        }
    }

    fileprivate func isSealedForRecipients() throws(RecordingError) -> Bool {
        AgeHeader.begins(try bytes(at: 0, count: Int(min(size, Int64(AgeHeader.signatureBytes)))))
    }
}

/// Whether a file is sealed for recipients: what is in it may then be in memory, and in what a command is asked to write, and nowhere else.
package func isSealedForRecipients(_ path: String) -> Bool {
    (try? InputFile(path: path).isSealedForRecipients()) ?? false
}
