package import RewindCapture
package import RewindFormat
import RewindJournal
import Synchronization

/// The recorder's interface for an endpoint of the app.
extension Recorder {
    /// The recording's form, for clients: what they are shown does not count in the recording.
    ///
    /// If nothing can be recorded and the rules are unknown, it hides every text.
    package var shownForm: RecordedForm {
        core?.form.uncounted ?? RecordedForm(level: .masked)
    }

    /// The last step that has a number.
    package var lastStep: Int { core?.moment.step ?? 0 }

    /// The recording's unique name: that of its directory, and the nanoseconds of its start; `nil` if nothing is being recorded.
    package var recordingName: String? {
        guard let core, let name = core.directory.path.split(separator: "/").last else { return nil }
        return "\(name.hasSuffix(".live") ? name.dropLast(".live".count) : name)-\(core.started % 1_000_000_000)"
    }

    /// The recording's manifest so far; `nil` if nothing is being recorded.
    package var manifest: Manifest? { core.map { core in core.registry.withLock { $0.manifest } } }
}
