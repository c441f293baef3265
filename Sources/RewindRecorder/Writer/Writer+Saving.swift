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
        var moment = fetchAll()
        for _ in 0..<100 where !moment.isSettled {
            SystemThread.sleep(microseconds: 100)  // a store is between two phases: soon it is in one
            moment = fetchAll()
        }
        write(moment.channels, moment.fronts)
        var manifest = core.registry.withLock { $0.manifest }
        manifest.ending = Ending(.finished)
        manifest.ending.savedAt = core.now()
        manifest.ending.underWay = moment.inReducers
        manifest.redaction = core.redactor.counts
        let copy = RecordingCopy(
            core.directory, manifest: manifest, lastSegment: moment.segment, lastActionBytes: moment.actionBytes, states: streams.openBytes)
        do throws(RecordingError) { try copy.write(to: path) } catch { return error }
        return nil
    }

    /// Fetches the states of all steps so far, and returns how far that is.
    private func fetchAll() -> Moment {
        let channels = core.channels
        // No action begins meanwhile, so that no state is fetched whose action comes later.
        var moment = core.journal.withLock { journal in
            let underWay = core.status.underWay.filter { $0.step <= journal.lastStep && $0.phase.isUnderWay && $0.phase != .omitted }
            return Moment(
                segment: journal.segment, actionBytes: journal.byteCount, underWay: underWay, channels: channels,
                fronts: channels.map { $0.fetch() })
        }
        moment.lacksStore = core.channels.count > channels.count
        return moment
    }
}

/// How far a recording is at one moment.
private struct Moment {
    /// The segment of the last action, and the bytes of its action stream.
    let segment, actionBytes: Int
    let underWay: [Ending.UnderWay]
    /// The stores, and the first step that was fetched of each.
    let channels: [any StateDraining]
    let fronts: [Int?]
    /// Whether a store has come meanwhile, whose states were not asked for.
    var lacksStore = false

    /// Whether each step has its state, or is in a reducer.
    var isSettled: Bool { !lacksStore && inReducers.count == underWay.count }

    var inReducers: [Ending.UnderWay] { underWay.filter { $0.phase == .reducer } }
}
