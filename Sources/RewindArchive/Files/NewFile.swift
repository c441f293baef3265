package import RewindFormat

/// An ``AtomicFile`` that closures can share.
package final class NewFile {
    private var file: AtomicFile?

    /// Creates the temporary file; throws as `AtomicFile` does, and if something is at the path that is not to be replaced.
    package init(path: String, replacing: Bool) throws(RecordingError) {
        try OutputPlace.check(path)
        if !replacing, FileSystem.kindOfItself(path) != nil { throw System.alreadyThere(path) }
        file = try AtomicFile(path: path)
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(RecordingError) {
        try bytes.withBytes { (buffer) throws(RecordingError) in try self.file?.write(buffer) }
    }

    /// Gives the file its name, for good.
    package func commit(replacing: Bool) throws(RecordingError) {
        let file = file.take()
        try file?.commit(replacing: replacing)
    }
}
