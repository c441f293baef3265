public import RewindFormat

/// A recording whose process died before it was finished.
public struct UnfinishedRecording: Sendable, Equatable {
    /// The directory, which can be opened as it is, and sealed.
    public var directory: String
    /// What was under way when the process died.
    public var ending: Ending
    /// Whether the process died on the recorder's own thread, while the app's `encode(to:)` ran there.
    package var diedInRecorder = false
    /// Whether `rewind seal` or `rewind recover` has made a file from it that is still in place, or that has its default name and is next
    /// to it or in the current directory.
    package var hasFile = false
}
