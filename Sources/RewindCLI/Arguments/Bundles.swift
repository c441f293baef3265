import RewindArchive
import RewindFormat

/// Recordings by the names that users give them.
enum Bundles {
    /// Opens a recording of either form; `latest` is the newest one of this machine, unless a file has that name.
    static func open(_ name: String) throws(RecordingError) -> Recording { try openRecording(at: try path(of: name)) }

    /// The path of a recording.
    static func path(of name: String) throws(RecordingError) -> String { try RecordingLibrary.path(of: name, note: Diagnostics.say) }
}
