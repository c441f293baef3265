package import RewindCapture
package import RewindFormat
import RewindSystem

/// What an endpoint of the app needs of its recorder.
extension Recorder {
    /// What removes secrets from what is recorded; `nil` if nothing is being recorded.
    package var redactor: Redactor? { core?.redactor }

    /// The last step that has a number.
    package var lastStep: Int { core?.moment.step ?? 0 }

    /// The recording's name, which no other recording has; `nil` if nothing is being recorded.
    package var recordingName: String? {
        core.map { core in core.directory.path.lastIndex(of: "/").map { String(core.directory.path[core.directory.path.index(after: $0)...]) } ?? core.directory.path }
    }

    /// What the recording says of itself so far; `nil` if nothing is being recorded.
    package var manifest: Manifest? { core.map { core in core.registry.withLock { $0.manifest } } }
}
