package import RewindFormat
import RewindJournal
package import RewindRedaction
import Synchronization

/// The recorder's interface for an endpoint of the app.
extension Recorder {
    /// A redactor that removes what the recorder removes, with the same pseudonyms; the recording does not count its findings.
    ///
    /// If nothing can be recorded and the rules are unknown, it masks everything.
    package func makeRedactor() -> Redactor {
        core.map { Redactor($0.redactor.redaction) } ?? Redactor(level: .masked)
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
