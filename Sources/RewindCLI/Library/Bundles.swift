import RewindArchive
import RewindFormat

/// Recordings by the names that users give them.
enum Bundles {
    /// Opens a recording of either form; `latest` is the newest one of this machine, unless a file has that name.
    static func open(_ name: String) throws(RecordingError) -> Recording { try openRecording(at: try path(of: name)) }

    /// The path of a recording.
    static func path(of name: String) throws(RecordingError) -> String {
        guard name == RecordingLibrary.latestName, FileSystem.kind(of: name) == nil else { return name }
        guard let library = RecordingLibrary() else {
            throw RecordingError(.notFound, "there is no home directory to look in", path: name, advice: "Set REWIND_HOME, or name a file")
        }
        return try library.latest()
    }
}
