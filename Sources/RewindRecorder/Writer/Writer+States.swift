import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// The states: from the stores' channels into the streams.
extension Writer {
    /// Writes every state that waits, and returns over how many steps that went.
    @discardableResult func drain() -> Int {
        let channels = core.channels
        return write(channels, channels.map { $0.fetch() })
    }

    /// Writes the fetched states, and returns the number of steps covered.
    ///
    /// - Parameter fronts: the first step that each channel fetched.
    @discardableResult func write(_ channels: [any StateDraining], _ fronts: [Int?]) -> Int {
        let before = streams.lastStep
        streams.retry()
        writeWholeActions()
        core.status.set(isWriting: true)
        writeStates(of: channels, from: hurry(channels, fronts, isFetched: true))
        if streams.newestSegment == nil { streams.open(ring.segments[0].index, first: ring.segments[0].first) }  // the disk refused it
        begunStores = channels.count { $0.begin(into: streams) }  // a first keyframe does not wait for the first action
        for channel in channels { channel.releaseIfOver(into: streams) }
        core.status.set(isWriting: false)
        streams.flush()
        keepPictures(isLast: core.crash.isUnderWay)
        writeManifestIfChanged()  // before the status page says that the states are written: a crash waits for no more than that
        flush()
        for complaint in channels.lazy.compactMap({ $0.overloadReportOnce() }) { report(complaint) }
        for (index, name, found) in channels.lazy.compactMap({ $0.takeComparison() }) {
            noteSlow(
                "before \(WaitingStates.manyComparisons) of the first \(found.actions + 1) steps, they were compared by encoding, since \(found.path) (\(found.type)) had other bits than before",
                store: index)
            core.report(.stateIsCompared(store: name, type: found.type, at: found.path))
        }
        for (name, type, reason) in channels.lazy.compactMap({ $0.failureOnce() }) {
            core.report(.unencodable(store: name, type: type, reason: reason))
        }
        return max(streams.lastStep - before, fronts.contains { $0 != nil } ? 1 : 0)
    }

    /// Writes the actions that were too large for the journal; those that the disk refuses wait.
    private func writeWholeActions() {
        var refused: [(JournalEntry, StateLine)] = []
        for (entry, line) in core.registry.withLock({ $0.drainWholeActions() }) {
            if streams.open(entry.segment, first: entry.segmentFirst) == .refused {
                refused.append((entry, line))
                continue
            }
            var line = line
            line.step = entry.step
            streams.append(line, to: entry.segment)
        }
        if !refused.isEmpty { core.registry.withLock { $0.wholeActions = refused + $0.wholeActions } }
    }

    /// Flushes the finished lines to the files, and notes on the status page how far they go.
    func flush() {
        streams.flush()
        core.status.set(lastState: streams.lastStep, stores: begunStores)
    }

    /// Writes what the stores hand over, in the order of the steps, so that no segment ends while a store's states from before wait.
    private func writeStates(of channels: [any StateDraining], from fronts: [Int?]) {
        var fronts = fronts
        var (time, step) = (SystemFacts.monotonicNanoseconds(), streams.lastStep)
        while !streams.isRefused,
            let first = fronts.indices.filter({ fronts[$0] != nil }).min(by: { (fronts[$0] ?? 0) < (fronts[$1] ?? 0) })
        {
            let others = fronts.indices.filter { $0 != first }.compactMap { fronts[$0] }
            let end = min(others.min() ?? .max, (fronts[first] ?? 0) + Self.stretch)
            fronts[first] = channels[first].write(below: end, into: streams)
            let now = SystemFacts.monotonicNanoseconds()
            guard streams.lastStep - step >= Self.stretch || now - time >= Self.patience else { continue }
            (time, step) = (now, streams.lastStep)
            maintainJournal()
            fronts = hurry(channels, fronts, isFetched: false)
        }
    }

    /// After this many steps, or nanoseconds, the writer tends the journal: otherwise a dispatching thread would have to make a window, and
    /// wait for the disk; and the limits hold under load, too.
    private static let stretch = 512
    private static let patience = 2_000_000

    /// Reports, to the app and in the manifest, that states are dropped, and the cost of one.
    private func report(_ complaint: (index: Int, name: String, type: String, nanoseconds: Int)) {
        let (index, name, type, nanoseconds) = complaint
        noteSlow(
            "some were given up: for a while they came faster than the recorder wrote them, one in \(nanoseconds / 1_000) µs, until no more could wait",
            store: index)
        core.report(.statesGivenUp(store: name, type: type, nanoseconds: nanoseconds))
    }

    /// Notes in the manifest what makes recording a store's states expensive.
    private func noteSlow(_ words: String, store index: Int) {
        core.changeManifest { manifest in
            if manifest.stores.indices.contains(index) { manifest.stores[index].slow.append(words) }
        }
    }
}

extension StateStreams {
    /// The streams of a recording that begins, which report their progress to the core.
    convenience init(of core: RecorderCore) {
        self.init(
            directory: core.directory, form: core.form, isDurable: core.configuration.durability != .process,
            sizes: core.configuration.sizes,
            progress: { lines in
                core.progress.store(lines, ordering: .relaxed)
                core.status.set(progress: lines)
            },
            report: { core.reportDelay($0) },
            complete: { streams in
                for channel in core.channels { channel.completeSegments(upTo: streams.oldestSegment ?? 0, into: streams, isLast: true) }
            },
            onDifference: { difference in
                core.changeManifest { $0.losses.append(difference.loss) }
                core.report(.stateDiffers(store: difference.store, at: difference.place, steps: difference.steps, types: difference.types))
            })
    }
}
