package import RewindControl

/// What happens to a client while it is connected.
package enum LiveEvent: Sendable {
    /// The client is connected, for the first time or again.
    case connected(AppInfo)
    /// The connection is gone; the client tries to reconnect.
    case disconnected(LiveError)
    /// Some steps were not sent, and the recording goes on after them.
    case skipped(RecordingSkipped)
    /// The client is done, because it was closed or the app is gone; nothing follows.
    case ended(LiveError)
}
