import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// Copies of the recording while it goes on.
extension Writer {
    /// Makes the copies that somebody waits for.
    func makeCopies() {
        for copy in core.registry.withLock({ $0.takeCopies() }) { copy.complete(save(to: copy.path)) }
    }

    /// Copies whole steps only: those whose states are there, and those that are under way, as such.
    private func save(to path: String) -> RecordingError? {
        var underWay: [Ending.UnderWay] = []
        var (last, segment, count) = (0, 0, 0)
        for _ in 0..<100 {
            (last, segment, count) = core.journal.withLock { ($0.lastStep, $0.segment, $0.byteCount) }
            underWay = core.status.underWay.filter { $0.step <= last && $0.phase.isUnderWay && $0.phase != .omitted }
            drain()
            if underWay.allSatisfy({ $0.phase == .reducer }) { break }
            SystemThread.sleep(microseconds: 100)  // a store is between two phases: soon it is in one
        }
        var manifest = core.registry.withLock { $0.manifest }
        manifest.ending = Ending(.finished)
        manifest.ending.savedAt = core.now()
        manifest.ending.underWay = underWay.filter { $0.phase == .reducer }
        manifest.redaction = core.redactor.counts
        let copy = RecordingCopy(
            core.directory, manifest: manifest, lastSegment: segment, lastActionBytes: count, states: streams.openBytes)
        do throws(RecordingError) { try copy.write(to: path) } catch { return error }
        return nil
    }
}
