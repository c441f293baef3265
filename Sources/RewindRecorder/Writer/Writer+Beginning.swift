import RewindFormat
import RewindJournal

/// Before the first round.
extension Writer {
    /// Opens the first segment, and looks after what earlier processes left.
    func begin() {
        streams.open(0, first: 1)
        let (configuration, earlier) = (core.configuration, EarlierRecordings(directory: core.configuration.directory))
        let unfinished = LiveDirectory.lookAfterEarlier { earlier.recordEndings() }
        for unfinished in unfinished {
            if !unfinished.hasFile { core.report(.foundUnfinished(directory: unfinished.directory, ending: unfinished.ending)) }
            if unfinished.diedInRecorder, !streams.isActionsOnly {
                streams.isActionsOnly = true
                core.report(.recordingActionsOnly)
            }
        }
        let removed = LiveDirectory.lookAfterEarlier {
            earlier.remove(
                of: configuration.app, beyond: configuration.earlier, but: core.directory.path,
                found: Set(unfinished.lazy.filter { !$0.hasFile }.map(\.directory)), now: core.started)
        }
        if removed.count > 0 { core.report(.removedEarlier(count: removed.count, bytes: removed.bytes)) }
    }
}
