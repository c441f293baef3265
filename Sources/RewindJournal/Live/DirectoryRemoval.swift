package import RewindFormat
import RewindSystem

/// Takes a recording's directory away, in an order that a crash half-way can't make look like a damaged recording.
package enum DirectoryRemoval {
    /// Removes the manifest first: without it, the rest is not taken for a recording.
    package static func remove(_ directory: String) throws(RecordingError) {
        FileSystem.removeFile("\(directory)/\(Manifest.entryName)")
        try removeTree(directory)
    }

    /// Removes a directory and its content; a symbolic link is removed itself, and not its target.
    package static func removeTree(_ directory: String) throws(RecordingError) {
        for name in try FileSystem.names(in: directory) {
            let path = "\(directory)/\(name)"
            if FileSystem.isRealDirectory(path) { try removeTree(path) } else { FileSystem.removeFile(path) }
        }
        try FileSystem.removeDirectory(directory)
    }
}
