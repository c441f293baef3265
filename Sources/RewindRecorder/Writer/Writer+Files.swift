import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// The recording's files, which somebody may remove or cut while the app records: what is gone is told and counted, and recording goes on in new ones.
extension Writer {
    /// Looks once a second whether the files are there, at the cost of a few system calls.
    func lookAfterFiles(isLast: Bool = false) {
        let now = core.now()
        guard isLast || now - lastLook >= Self.lookInterval else { return }
        lastLook = now
        do throws(RecordingError) {
            let isNew = try core.directory.restore()
            if try core.restorePages() || isNew { core.registry.withLock { $0.isChanged = true } }
        } catch {
            return core.tellDelay(error)
        }
        let removed = ring.takeLost { !FileSystem.isMissing(core.directory.file(SegmentName.actions($0.index))) }
        let cut = beginAnewWithoutLost(removed)
        guard let first = [removed.first?.lowerBound, cut?.lowerBound].compactMap(\.self).min(),
            let last = [removed.last?.upperBound, cut?.upperBound].compactMap(\.self).max()
        else { return }
        core.tell(.filesLost(Self.lost(core.directory.path), steps: first...last))
        // Of a recording that keeps all, the numbers of the steps that are there tell.
        if ring.limits.isRing, !removed.isEmpty { core.noteLostActions(removed) }
    }

    /// Begins a new segment if somebody removed or cut a file of those in use.
    ///
    /// - Parameter removed: the steps of the segments before that are gone.
    /// - Returns: the steps of which something is lost.
    private func beginAnewWithoutLost(_ removed: [ClosedRange<Int>]) -> ClosedRange<Int>? {
        let (stream, segmentFirst) = core.journal.withLock { journal in
            journal.dropLostPrepared()
            return (journal.lostStream, journal.segmentFirst)
        }
        let lostStates = streams.lostSegments
        let remaining = stream?.remainingLastStep
        var actions = stream.map { _ in max(segmentFirst, (remaining ?? 0) + 1) }
        // Where nothing is left before it, the gap tells of all.
        if actions == segmentFirst, ring.segments.count == 1 { actions = removed.first?.lowerBound ?? actions }
        guard let first = [actions, lostStates.first?.first].compactMap(\.self).min(),
            beginAnew(lost: actions.map { .init(first: $0, reason: Self.lost(core.directory.path).message) })
        else { return nil }
        streams.abandon(lostStates.map(\.index))
        noteBegun()
        if stream != nil, remaining == nil { _ = ring.takeLost { $0.first != segmentFirst } }  // told already
        let last = core.journal.withLock { $0.lastStep }
        return first <= last ? first...last : nil
    }

    /// Says what is lost of a segment that is over, if somebody cut its file; of one that was removed, ``lookAfterFiles(isLast:)`` tells.
    func tellIfCut(_ stream: ActionStream) {
        guard !stream.isIntact, let last = stream.remainingLastStep, let steps = ring.steps(of: stream.segment), last < steps.upperBound
        else { return }
        core.tell(.filesLost(Self.lost(core.directory.path), steps: max(last + 1, steps.lowerBound)...steps.upperBound))
    }

    private static func lost(_ path: String) -> RecordingError {
        RecordingError(
            .system, "files of the recording were removed or cut while the app recorded", path: path,
            advice: "Leave the directory alone while the app runs")
    }

    private static let lookInterval = 1_000_000_000
}

extension RecorderCore {
    /// Makes the pages and the list of libraries anew where they were removed.
    ///
    /// - Returns: whether they or the manifest were missing.
    fileprivate func restorePages() throws(RecordingError) -> Bool {
        let hadStatus = try !status.restore(at: directory.file(StatusPage.fileName))
        let hadCrash = try !crash.restore(in: directory, namesThings: configuration.level != .masked)
        return !hadStatus || !hadCrash || FileSystem.kind(of: directory.file(Manifest.entryName)) == nil
    }

    /// Says in the manifest of a ring, which lets go of its oldest segments by itself, that these are gone otherwise.
    fileprivate func noteLostActions(_ ranges: [ClosedRange<Int>]) {
        changeManifest { manifest in
            var losses = Losses()
            losses.actions = ranges
            manifest.losses += losses.sentences
        }
    }
}
