import RewindFormat
import RewindSystem

/// What one pass over the lines of a directory finds: the content of each segment, what is missing, and how the recording ended.
struct RecordingScan {
    private let status: Status?
    private let crash: Crash?
    /// The steps that were in a reducer a moment before, if an app is still recording.
    private let live: [Ending.UnderWay]?
    /// Whether it is a copy of a recording that goes on: what is missing now is not part of it.
    private let isSaved: Bool
    /// Whether the oldest segments may be missing: a ring's recorder drops them, actions first; other readers begin with a later one.
    private let isRing: Bool
    private(set) var segments: [Recording.SegmentSummary] = []
    private(set) var losses = Losses()
    private var counts = RecordingCounts()
    private var lastStep: Int?
    private var gapAtEnd: ClosedRange<Int>?
    private var types: [Int: String] = [:]
    /// How many places the lines list as redacted.
    private var redacted = 0

    /// - Parameter sealed: losses that the recorder itself reported.
    init(status: Status?, crash: Crash?, sealed: [Loss] = [], live: [Ending.UnderWay]? = nil, isSaved: Bool = false, isRing: Bool = false) {
        (self.live, self.isSaved) = (live, isSaved)
        self.isRing = isRing
        self.status = status
        self.crash = crash
        losses.sealed = sealed
    }

    /// The steps whose actions' names it wants to know: those that may have been under way.
    var named: Set<Int> { Set((live ?? status?.stores ?? []).map(\.step)) }

    /// Takes the next segment into account.
    mutating func add(_ segment: SegmentOutline) {
        // The recorder was about to take this one away.
        if isRing, lastStep == nil, segment.steps != nil, segment.times == nil { return }
        losses.damage += segment.damage
        if segment.isEmpty { return }  // prepared ahead, and never begun
        counts.add(segment.counts)
        let expected = lastStep.map { $0 + 1 } ?? (isRing && segment.index > 0 ? segment.gapAtStart?.lowerBound : 1)
        if let expected, let first = segment.steps?.lowerBound, first > expected {
            losses.actions.append(expected...(first - 1))
            // A missing segment takes its states with it, except for the last one, with which this segment begins.
            let isAfterNext = segments.last.map { segment.index > $0.index + 1 } ?? false
            if isAfterNext, first - 1 > expected { losses.states.append(expected...(first - 2)) }
        }
        losses.actions += segment.skipped
        losses.payloads += segment.cut
        losses.states += segment.uncovered
        losses.unknown += segment.unknown
        // Later lines show that these are missing; at the end, nothing does.
        gapAtEnd = segment.gap ?? gapAtEnd
        redacted += segment.redacted
        types.merge(segment.types) { $1 }
        lastStep = segment.steps?.upperBound ?? lastStep
        segments.append(Recording.SegmentSummary(index: segment.index, steps: segment.steps, times: segment.times))
    }

    /// Writes into the manifest what the scan knows better than a manifest from the recording's start.
    mutating func complete(_ manifest: inout Manifest) {
        let lastNoted = max(gapAtEnd?.upperBound ?? 0, status?.stores.map(\.step).max() ?? 0)
        // The manifest counts what the recorder dropped at the end, if there was room to write that.
        if lastNoted > lastStep ?? 0, lastNoted - (lastStep ?? 0) > manifest.counts.dropped {
            losses.actions.append(((lastStep ?? 0) + 1)...lastNoted)
            lastStep = lastNoted
        }
        if manifest.capture != nil {
            // By the policy, not for want of time: a host can compute them.
            counts.sparse += StepRanges(losses.states).count
            (losses.states, losses.unknown) = ([], [])
        }
        losses.unencodable = counts.unencodable
        counts.unknown = manifest.counts.unknown
        counts.dropped += manifest.counts.dropped  // those of which not even a gap line could be written
        manifest.counts = counts
        // The counts by rule died with the recorder; the lines record places, and not rules.
        if manifest.removals.isEmpty, redacted > 0 { manifest.removals = [Manifest.recoveredRemovals: redacted] }
        if let live {
            manifest.ending.underWay = live.filter { store in losses.states.contains { $0.contains(store.step) } }
            manifest.ending.at = status?.now
            // They may still be written.
            if !isSaved { (losses.states, losses.unknown) = ([], []) }
        } else if manifest.ending.how == .recording {
            manifest.ending = Ending(of: status?.isFinished == true ? nil : crash, status)
        }
        for place in manifest.ending.underWay.indices where manifest.ending.underWay[place].phase.isOfStep {
            if let type = types[manifest.ending.underWay[place].step] { manifest.ending.underWay[place].type = type }
        }
        // A reducer that never returned made no state, so none is missing.
        for store in manifest.ending.underWay where store.phase == .reducer {
            losses.states = losses.states.flatMap { $0.without(store.step) }
        }
    }
}

extension ClosedRange<Int> {
    /// The rest of the range without one number.
    fileprivate func without(_ number: Int) -> [ClosedRange<Int>] {
        guard contains(number) else { return [self] }
        var rest: [ClosedRange<Int>] = []
        if lowerBound < number { rest.append(lowerBound...(number - 1)) }
        if number < upperBound { rest.append((number + 1)...upperBound) }
        return rest
    }
}
