import RewindCapture
import RewindFormat
import RewindJournal
import RewindValue
import Synchronization

/// The manifest, and the code that writes its file.
extension RecorderCore {
    /// Changes the recording's manifest; the writer puts it into the file.
    @discardableResult func changeManifest<Result>(_ change: (inout Manifest) -> Result) -> Result {
        defer { wakeWriterAtOnce() }
        return registry.withLock { registry in
            registry.isChanged = true
            return change(&registry.manifest)
        }
    }

    /// Writes the manifest as it is now, one thread at a time, so that no thread overwrites a later version.
    ///
    /// - Parameter isDurable: whether to wait until the disk has it; only the writer's thread may.
    /// - Returns: whether it is written.
    @discardableResult func writeManifest(isDurable: Bool = false) -> Bool {
        manifestFile.withLock { _ in
            var (manifest, isExiting) = registry.withLock { ($0.manifest, $0.isExiting && !$0.isStopping) }
            if isExiting { exitFacts().complete(&manifest) }
            do throws(RecordingError) {
                try directory.write(manifest, isDurable: isDurable)
                return true
            } catch {
                registry.withLock { $0.isChanged = true }  // it is tried again
                reportDelay(error)
                return false
            }
        }
    }

    /// The facts that the manifest gains when the process exits.
    func exitFacts() -> ExitFacts {
        ExitFacts(removals: form.counts, outage: journal.withLock { $0.outage?.gap })
    }
}
