import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// Copies of the recording while it goes on.
extension Writer {
    /// Makes the copies that callers wait for.
    func makeCopies() {
        for copy in core.registry.withLock({ $0.drainCopies() }) { copy.complete(save(to: copy.path)) }
    }

    /// Copies whole steps only: those whose states are there, and those that are under way, as such.
    private func save(to path: String) -> RecordingError? {
        let moment = momentToSave()
        write(moment.channels, moment.fronts)
        var manifest = core.registry.withLock { $0.manifest }
        manifest.ending = Ending(.finished)
        manifest.ending.savedAt = core.now()
        manifest.ending.underWay = moment.inReducers
        ExitFacts(removals: core.form.counts).complete(&manifest)
        let copy = RecordingCopy(
            core.directory, manifest: manifest, lastSegment: moment.segment, lastActionBytes: moment.actionBytes, states: streams.openBytes)
        do throws(RecordingError) { try copy.write(to: path) } catch { return error }
        return nil
    }

    /// The first moment at which each step has its state, or is in a reducer; the present moment if none comes for seconds.
    private func momentToSave() -> Moment {
        let end = SystemFacts.monotonicNanoseconds() + Self.patience
        while SystemFacts.monotonicNanoseconds() < end {
            for _ in 0..<100 {
                if let moment = moment(asItIs: false) { return moment }
                SystemThread.sleep(microseconds: 100)  // a store is between two phases: soon it is in one, unless its thread has to wait
            }
            drain()
        }
        return moment(asItIs: true) ?? Moment()
    }

    /// How long a thread may be kept from its processor, in nanoseconds.
    private static let patience = 5_000_000_000

    /// Fetches the states of all steps so far, and returns how far that is.
    ///
    /// - Parameter asItIs: whether to fetch even if a step neither has its state nor is in its reducer; if not, nothing is fetched then.
    private func moment(asItIs: Bool) -> Moment? {
        let channels = core.channels
        // No action begins meanwhile, so no state is fetched whose action comes later.
        let moment = core.journal.withLock { journal -> Moment? in
            let underWay = core.status.underWay.filter { $0.step <= journal.lastStep && $0.phase.isUnderWay && $0.phase != .omitted }
            let inReducers = underWay.filter { $0.phase == .reducer }
            guard asItIs || inReducers.count == underWay.count else { return nil }
            return Moment(
                segment: journal.segment, actionBytes: journal.byteCount, inReducers: inReducers, channels: channels,
                fronts: channels.map { $0.fetch() })
        }
        // A store may have been added meanwhile, whose states were not fetched.
        return asItIs || core.channels.count == channels.count ? moment : nil
    }
}

/// How far a recording is at one moment.
private struct Moment {
    /// The segment of the last action, and the bytes of its action stream.
    var segment = 0, actionBytes = 0
    var inReducers: [Ending.UnderWay] = []
    /// The stores, and the first step that was fetched of each.
    var channels: [any StateDraining] = []
    var fronts: [Int?] = []
}
