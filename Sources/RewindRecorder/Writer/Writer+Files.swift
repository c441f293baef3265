import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// The recording's files, which may be removed or cut while the app records: losses are reported and counted, and recording goes on in new
/// files.
extension Writer {
    /// Looks once a second whether the files are there, at the cost of a few system calls.
    func lookAfterFiles(isLast: Bool = false) {
        let now = core.now()
        guard isLast || now - lastLook >= Self.lookInterval else { return }
        lastLook = now
        areFilesSound = restoreFiles()
        let (removed, cut) = ring.removeLost { segment in
            let file = core.directory.file(SegmentName.actions(segment.index))
            return FileSystem.isMissing(file) || FileSystem.isLink(file) ? nil : FileSystem.size(of: file) ?? .max
        }
        let closed =
            removed
            + cut.compactMap { segment in
                let file = core.directory.file(SegmentName.actions(segment.index))
                return lostSteps(of: segment.index, after: ActionStream.lastStep(in: file))
            }
        let inUse = beginAnewWithoutLost(removed)
        let all = closed + [inUse].compactMap(\.self)
        guard let first = all.map(\.lowerBound).min(), let last = all.map(\.upperBound).max() else { return }
        core.report(.filesLost(Self.lost(core.directory.path), steps: first...last))
        // In a recording that keeps everything, the numbers of the remaining steps show what is missing.
        if ring.limits.isRing, !closed.isEmpty { core.noteLostActions(closed) }
    }

    /// The steps of a segment that is over, after the last one whose line is there.
    private func lostSteps(of segment: Int, after last: Int) -> ClosedRange<Int>? {
        guard let steps = ring.steps(of: segment), last < steps.upperBound else { return nil }
        return max(last + 1, steps.lowerBound)...steps.upperBound
    }

    /// Makes the directory and its pages anew if they were removed; `false` if that is not possible now.
    private func restoreFiles() -> Bool {
        do throws(RecordingError) {
            let isNew = try core.directory.restore()
            if try core.restorePages() || isNew {
                core.registry.withLock { $0.isChanged = true }
                writeManifestIfChanged()
            }
            return true
        } catch {
            core.reportDelay(error)
            return false
        }
    }

    /// Begins a new segment if a file in use was removed or cut.
    ///
    /// If the disk refuses the new segment, an outage begins, so that the actions to come are counted.
    ///
    /// - Parameter removed: the steps of earlier segments that are gone.
    /// - Returns: the steps that lost something.
    private func beginAnewWithoutLost(_ removed: [ClosedRange<Int>]) -> ClosedRange<Int>? {
        // The system is asked outside the lock, which the app's threads wait for.
        let (inUse, prepared, segmentFirst) = core.journal.withLock { ($0.stream, $0.nextStream, $0.segmentFirst) }
        if let prepared, !prepared.isIntact { core.journal.withLock { $0.dropPrepared(prepared) } }
        let stream = inUse.flatMap { $0.isIntact ? nil : $0 }
        let lostStates = streams.lostSegments
        guard stream != nil || !lostStates.isEmpty else { return nil }
        let remaining = stream?.remainingLastStep
        var first = stream.map { _ in max(segmentFirst, (remaining ?? 0) + 1) }
        // If nothing is left before it, the gap covers all of it.
        if first == segmentFirst, ring.segments.count == 1 { first = removed.first?.lowerBound ?? first }
        if let first, let stream {
            core.journal.withLock { journal in
                journal.lose(stream, from: first, Self.lost(core.directory.path))
                core.suspended.store(journal.outage != nil, ordering: .relaxed)
            }
        }
        streams.abandon(lostStates.map(\.index))
        wantsNewSegment = !beginNextSegment()
        noteBegun()
        if stream != nil { ring.forget(from: segmentFirst, isThere: remaining != nil) }
        let last = core.journal.withLock { $0.lastStep }
        let begin = [first, lostStates.first?.first].compactMap(\.self).min() ?? segmentFirst
        return begin <= last ? begin...last : nil
    }

    /// Reports what is lost of a finished segment, if its file was cut before it was closed.
    func reportIfCut(_ stream: ActionStream) {
        guard let last = stream.remainingLastStep, let lost = lostSteps(of: stream.segment, after: last) else { return }
        core.report(.filesLost(Self.lost(core.directory.path), steps: lost))
        if ring.limits.isRing { core.noteLostActions([lost]) }
    }

    private static func lost(_ path: String) -> RecordingError {
        RecordingError(
            .system, "files of the recording were removed or cut while the app recorded", path: path,
            advice: "Leave the directory alone while the app runs")
    }

    private static let lookInterval = 1_000_000_000
}

extension RecorderCore {
    /// Makes the pages and the list of libraries anew if they were removed.
    ///
    /// - Returns: whether they or the manifest were missing.
    fileprivate func restorePages() throws(RecordingError) -> Bool {
        let hadStatus = try !status.restore(at: directory.file(StatusPage.fileName))
        if !hadStatus { for channel in channels { channel.publishPosition(on: status) } }
        let hadCrash = try !crash.restore(in: directory, namesThings: form.showsTexts)
        return !hadStatus || !hadCrash || FileSystem.kind(of: directory.file(Manifest.entryName)) == nil
    }

    /// Records in the manifest of a ring, which drops its oldest segments by design, that these are gone for another reason.
    fileprivate func noteLostActions(_ ranges: [ClosedRange<Int>]) {
        changeManifest { manifest in
            var losses = Losses()
            losses.actions = ranges
            manifest.losses += losses.all
        }
    }
}
