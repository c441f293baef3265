import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// Copies of the recording while it goes on.
extension RecorderCore {
    /// Copies whole steps only: those whose states are there, and those that are under way, as such.
    func save(to path: String, _ writer: StateWriter) -> RecordingError? {
        var underWay: [Ending.UnderWay] = []
        var (last, segment, count) = (0, 0, 0)
        for _ in 0..<100 {
            (last, segment, count) = journal.withLock { ($0.lastStep, $0.segment, $0.byteCount) }
            underWay = status.underWay.filter { $0.step <= last }
            _ = drain(into: writer)
            if underWay.allSatisfy({ $0.phase == .reducer }) { break }
            SystemThread.sleep(microseconds: 100)  // a store is between two phases: soon it is in one
        }
        var manifest = registry.withLock { $0.manifest }
        manifest.ending = Ending(.finished)
        manifest.ending.savedAt = now()
        manifest.ending.underWay = underWay.filter { $0.phase == .reducer }
        manifest.redaction = redactor.counts
        let copy = RecordingCopy(directory, manifest: manifest, lastSegment: segment, lastActionBytes: count, states: writer.openBytes)
        do throws(RecordingError) { try copy.write(to: path) } catch { return error }
        return nil
    }
}
