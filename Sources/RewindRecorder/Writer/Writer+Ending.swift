import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// When the process exits, and when the recording ends.
extension Writer {
    /// Prepares for the exit of the process, whose threads may go on until it is gone: brings the recording into a state in which it may
    /// end at any moment.
    ///
    /// Omitted actions get their step, idle stores get their keyframes, and the manifest gets the facts that only the recorder knows; it is
    /// written again when they change.
    func prepareForExit() {
        if exit == nil { completeStates() }
        let facts = core.exitFacts()
        if facts != exit { core.writeManifest(isDurable: streams.isDurable) }
        exit = facts
    }

    private func completeStates() {
        core.pictures.stop()  // what the app would draw from may be taken down by now
        recordOmissions()
        drain()
        keepPictures(isLast: true)
        writeManifestIfChanged()
        lookAfterFiles(isLast: true)
        let lastStep = core.journal.withLock { $0.lastStep }  // of stores that are idle from here on, every step up to this one is written
        for channel in core.channels where !channel.isUnderWay(before: lastStep + 1) {
            channel.checkLastSegment(of: streams)
            channel.completeSegments(upTo: streams.newestSegment ?? 0, into: streams, isLast: true)
        }
        flush()
    }

    /// Writes the last lines, marks the recording as finished in the manifest, releases the lock, and signals the waiters.
    func finish() {
        core.pictures.stop()
        recordOmissions()
        drain()
        closeRetired()
        lookAfterFiles(isLast: true)
        for channel in core.channels { channel.checkLastSegment(of: streams) }
        let end = Retry.end
        Retry.until(end) { writeRest() }
        streams.finish()
        keepPictures(isLast: true)
        writeManifestIfChanged()
        endOutage()
        let facts = ExitFacts(removals: core.form.counts, outage: core.journal.withLock { $0.finish() })
        core.registry.withLock { registry in
            registry.manifest.ending = Ending(.finished)
            registry.manifest.ending.at = core.now()
            facts.complete(&registry.manifest)
        }
        Retry.until(end) {
            guard core.writeManifest(isDurable: streams.isDurable) else { return false }
            removeGonePictures()
            return true
        }
        core.status.setFinished()
        core.crash.stop()
        ProcessExit.willNotCall(core)
        core.registry.withLock { $0.isDone = true }
        core.directory.unlock()
        makeCopies()
        for flush in core.registry.withLock({ $0.drainRequests().flushes }) { flush.signal() }
        core.done.signal()
    }

    /// Writes what the disk refused before, and the states that idle stores have in the last segments.
    ///
    /// - Returns: whether nothing is left.
    private func writeRest() -> Bool {
        if !isAllWritten { drain() }
        endOutage()
        for channel in core.channels { channel.completeSegments(upTo: streams.newestSegment ?? 0, into: streams, isLast: true) }
        streams.flush()
        undropped.removeAll { core.directory.removeSegment($0) }
        return isAllWritten
    }

    private var isAllWritten: Bool {
        streams.isWritten && !streams.isRefused && undropped.isEmpty && core.waitingStates == 0
            && core.registry.withLock { $0.wholeActions.isEmpty } && core.journal.withLock { $0.outage == nil }
    }

    private func recordOmissions() {
        for channel in core.channels { channel.endOmission { core.append($0).entry } }
    }
}

/// Tries again what the system refused: descriptors, memory or room that are out are often back a moment later.
enum Retry {
    /// When it is given up, if it begins now: in a second.
    static var end: Int { SystemFacts.monotonicNanoseconds() + 1_000_000_000 }

    /// Calls a function until it returns `true`, with longer and longer pauses; once at least.
    static func until(_ end: Int, _ isDone: () -> Bool) {
        var pause: UInt32 = 1_000
        while !isDone(), SystemFacts.monotonicNanoseconds() < end {
            SystemThread.sleep(microseconds: pause)
            pause = min(2 * pause, 64_000)
        }
    }
}
