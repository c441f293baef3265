package import RewindFormat
import RewindSystem

/// Takes a recording's directory away, in an order that a crash half-way can't make look like a damaged recording.
package enum DirectoryRemoval {
    /// Removes the manifest first: without it, the rest is not taken for a recording.
    package static func remove(_ directory: String) throws(RecordingError) {
        FileSystem.removeFile("\(directory)/\(Manifest.entryName)")
        try FileSystem.removeTree(directory)
    }
}
