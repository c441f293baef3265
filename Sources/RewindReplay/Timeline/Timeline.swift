public import RewindFormat
public import RewindValue
import Synchronization

/// A recording as a line of steps that can be read at any point: the actions, the changes, and the state after each.
///
/// A state is found by its segment's keyframe and the patches since, so seeking costs one segment at most, stepping forwards one patch,
/// and stepping backwards a fraction of a segment. Memory is bounded by a few segments: two
/// that are looked at, one or two that are read ahead on other threads where somebody goes through them in order, and a few checkpoints.
///
/// Use it from any thread. Calls take turns, since each may move what the others would read.
public final class Timeline: Sendable {
    /// The recording it reads.
    public let recording: Recording
    private let spans: [SegmentSpan]
    private let cache = Mutex(Cache())
    /// Where the index of paths is kept; `nil` for a timeline without one.
    let indexStore: (any PathIndexStore)?
    private let indexState = Mutex(IndexState.unasked)

    private struct Cache {
        var segments: [SegmentReels] = []
        var ahead = ReadAhead()
    }

    /// A timeline over a recording; reads no segment yet.
    ///
    /// - Parameter indexStore: Where an index of paths is kept, for questions about parts of the state: see ``prepareIndex()``.
    /// - Throws: `RecordingError` if the manifest contradicts itself.
    public init(_ recording: Recording, indexStore: (any PathIndexStore)? = nil) throws(RecordingError) {
        self.indexStore = indexStore
        self.recording = recording
        spans = try SegmentSpan.spans(of: recording)
        mainStore = recording.manifest.stores.first?.name ?? ActionLine.mainStore
    }

    /// The steps that can be asked for: from the state before the first action to the last action.
    public var steps: ClosedRange<Int> {
        guard let first = spans.first, let last = spans.last else { return 0...0 }
        return max(0, first.steps.lowerBound - 1)...last.steps.upperBound
    }

    /// Monotonic nanoseconds of the first and last action; `nil` without any.
    public var times: ClosedRange<Int>? { recording.times }

    /// The store that is meant where none is named: the first of the recording.
    public let mainStore: String

    /// A step's action and outcome; `nil` for the state before the first action, and for a step of which nothing is left.
    ///
    /// - Throws: `RecordingError` if there is no such step, or its segment can't be read.
    public func step(at number: Int) throws(RecordingError) -> Step? {
        let span = try span(of: number)
        return try withReels(of: span) { reels throws(RecordingError) in reels.segment.step(number) }
    }

    /// The state after a step; step 0 is the state before the first action.
    ///
    /// - Parameters:
    ///   - number: The step.
    ///   - store: Whose state, in a recording of several; without it, that of the step's own store.
    /// - Throws: `RecordingError` if there is no such step, or a segment can't be read.
    public func state(at number: Int, store: String? = nil) throws(RecordingError) -> StateAnswer {
        let span = try span(of: number)
        return try withCache { cache throws(RecordingError) in
            let position = try self.load(span, into: &cache)
            let store = store ?? cache.segments[position].segment.store(of: number) ?? self.mainStore
            try self.prepare(store, of: span, in: &cache)
            let reels = try self.load(span, into: &cache)
            let answer = cache.segments[reels].state(at: number, store: store)
            guard case .unknown(let unknown) = answer, number == span.steps.upperBound else { return answer }
            switch unknown.reason {
            case .gap, .leftOut: return answer  // what the recorder last knew, which need not be the state
            default: break
            }
            return try self.keyframe(at: number, store: store, after: span).map(StateAnswer.known) ?? answer
        }
    }

    /// What differs between the states after two steps of one store.
    ///
    /// - Throws: ``UnknownState`` where one of them is not known, `RecordingError` if there is no such step or it can't be read.
    public func diff(from first: Int, to second: Int, store: String? = nil) throws -> TreeDiff {
        let store = try store ?? step(at: second)?.store ?? step(at: first)?.store ?? mainStore
        return TreeDiff(from: try state(at: first, store: store).get(), to: try state(at: second, store: store).get())
    }

    /// What a step changed: the states before and after it compared, whatever the recording wrote down.
    ///
    /// - Throws: As ``diff(from:to:store:)``.
    public func changes(at number: Int) throws -> TreeDiff { try diff(from: max(steps.lowerBound, number - 1), to: number) }

    /// Reads steps in order, one segment at a time, and the marks between them; lines that the app logged too, if asked.
    ///
    /// - Throws: `RecordingError` if a segment can't be read, and what `body` throws.
    public func forEach(in range: ClosedRange<Int>? = nil, withLogs: Bool = false, _ body: (Item) throws -> Void) throws {
        try forEach(in: range ?? steps, withLogs: withLogs, isWanted: { _ in true }, body)
    }

    /// The same for the segments at the places that are wanted.
    func forEach(
        in range: ClosedRange<Int>, withLogs: Bool, isWanted: (Int) -> Bool, _ body: (Item) throws -> Void
    ) throws {
        for (position, span) in spans.enumerated() where span.steps.overlaps(range) && isWanted(position) {
            let segment = try withReels(of: span) { reels throws(RecordingError) in reels.segment }
            try segment.forEachItem(in: range.clamped(to: span.steps), withLogs: withLogs, body)
        }
    }

    /// The last step of the segment that has a step, for whoever reads a segment at a time.
    ///
    /// - Throws: `RecordingError` if there is no such step.
    public func endOfSegment(containing number: Int) throws(RecordingError) -> Int { try span(of: number).steps.upperBound }

    /// What stands on the line.
    public enum Item: Sendable, Equatable {
        /// A step.
        case step(Step)
        /// Steps of which nothing is left, and why the recorder could not write them, if it said so.
        case gap(ClosedRange<Int>, reason: String? = nil)
        /// An action that never reached the reducer; its `step` is the one it came after.
        case swallowed(ActionLine)
        /// A moment that somebody named.
        case mark(MarkLine)
        /// A line that the app logged.
        case log(LogLine)
    }

    /// The step of a mark, of the first of several of one name; `nil` if there is none.
    ///
    /// Reads segments until it is found.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    public func step(ofMark name: String) throws(RecordingError) -> Int? {
        for span in spans {
            for case .mark(let mark) in try withReels(of: span, { reels throws(RecordingError) in reels.segment.notes })
            where mark.name == name {
                return min(max(mark.step, steps.lowerBound), steps.upperBound)
            }
        }
        return nil
    }

    /// The last step whose action began at or before a time in nanoseconds; the first position for a time before all actions.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    public func step(atTime time: Int) throws(RecordingError) -> Int {
        let timed = spans.filter { $0.times != nil }
        let position = timed.partitioningIndex { ($0.times?.lowerBound ?? 0) > time }
        guard position > 0 else { return steps.lowerBound }
        let span = timed[position - 1]
        return try withReels(of: span) { reels throws(RecordingError) in
            reels.segment.steps.last { $0.time.map { $0 <= time } ?? false }?.number ?? span.steps.lowerBound - 1
        }
    }
}

extension Timeline {
    /// The index of paths, if one was kept or made.
    var index: PathIndex? {
        indexState.withLock { state in
            if case .unasked = state {
                state = indexStore?.load().flatMap { PathIndex(fileBytes: $0) }.map { .known($0) } ?? .missing
            }
            return if case .known(let index) = state { index } else { nil }
        }
    }

    /// Takes an index into use that was just made.
    func setIndex(_ index: PathIndex) { indexState.withLock { $0 = .known(index) } }

    /// How many segments there are to go through.
    var segmentCount: Int { spans.count }

    /// The place of the segment that answers for a step.
    ///
    /// - Throws: `RecordingError` if there is no such step.
    func segmentPosition(of number: Int) throws(RecordingError) -> Int {
        let span = try span(of: number)
        return spans.firstIndex(of: span) ?? 0
    }

    /// The steps that the segment at a place answers for.
    func stepsOfSegment(at position: Int) -> ClosedRange<Int> { spans[position].steps }

    /// The segment at a place, read if it is not at hand.
    ///
    /// - Throws: `RecordingError` if it can't be read.
    func segment(at position: Int) throws(RecordingError) -> SegmentSteps {
        try withReels(of: spans[position]) { reels throws(RecordingError) in reels.segment }
    }

    /// The span that answers for a step.
    private func span(of number: Int) throws(RecordingError) -> SegmentSpan {
        let position = spans.partitioningIndex { $0.steps.upperBound >= number }
        guard steps.contains(number), position < spans.count else {
            throw RecordingError(
                .noSuchStep, "there is no step \(number)", path: recording.path,
                advice: "The recording has steps \(steps.lowerBound) to \(steps.upperBound)")
        }
        return spans[position]
    }

    /// Runs `body` with a segment's reels, which are read if they are not at hand.
    private func withReels<Result: Sendable>(
        of span: SegmentSpan, _ body: (inout SegmentReels) throws(RecordingError) -> Result
    ) throws(RecordingError) -> Result {
        try withCache { cache throws(RecordingError) in
            let position = try self.load(span, into: &cache)
            return try body(&cache.segments[position])
        }
    }

    // Reading happens under the lock on purpose: whoever else comes wants the same segment, or would drop it from the cache.
    private func withCache<Result: Sendable>(_ body: (inout Cache) throws(RecordingError) -> Result) throws(RecordingError) -> Result {
        try cache.withLock { cache throws(RecordingError) in try body(&cache) }
    }

    /// Reads the segment at a place, on whatever thread.
    private var reader: @Sendable (Int) throws(RecordingError) -> SegmentSteps {
        { [recording, spans] (position) throws(RecordingError) in
            let span = spans[position]
            return SegmentSteps(try recording.segment(span.index), span: span, ending: recording.manifest.ending)
        }
    }

    /// Begins to read the segment at a place on another thread, since it will be asked for next.
    func expectSegment(at position: Int) {
        guard spans.indices.contains(position) else { return }
        cache.withLock { cache in
            if cache.segments.contains(where: { $0.segment.span.index == spans[position].index }) { return }
            cache.ahead.begin(position, read: reader)
        }
    }

    /// Bytes of states from which on only one segment is read ahead, to spare memory.
    private static let largeSegment = 8 << 20

    /// Segments held at a time: two, so that comparing across a border reads each once.
    private static let segmentLimit = 2

    /// Makes sure that a segment is in the cache, and returns where.
    private func load(_ span: SegmentSpan, into cache: inout Cache) throws(RecordingError) -> Int {
        if let position = cache.segments.firstIndex(where: { $0.segment.span.index == span.index }) { return position }
        let position = spans.partitioningIndex { $0.steps.lowerBound >= span.steps.lowerBound }
        let isLarge = (recording.manifest.segments.first { $0.index == span.index }?.states.bytes ?? 0) > Self.largeSegment
        let segment = try cache.ahead.segment(at: position, of: spans.count, limit: isLarge ? 1 : ReadAhead.limit, read: reader)
        if cache.segments.count >= Self.segmentLimit { cache.segments.removeFirst() }
        cache.segments.append(SegmentReels(segment))
        return cache.segments.count - 1
    }

    /// The state after the last step of a span, by the keyframe that a later segment begins with: it may be known where the steps before are not.
    private func keyframe(at number: Int, store: String, after span: SegmentSpan) throws(RecordingError) -> JSONValue? {
        for later in recording.segments where later.index > span.index {
            let lines = try recording.segment(later.index).states.filter { $0.store == store }
            guard let first = lines.first else { continue }
            if case .keyframe(let value) = first.change, first.step == number { return value }
            return nil
        }
        return nil
    }

    /// Makes sure that a segment has a reel for a store, winding through earlier segments where it has no keyframe to begin with.
    private func prepare(_ store: String, of span: SegmentSpan, in cache: inout Cache) throws(RecordingError) {
        let position = try load(span, into: &cache)
        if cache.segments[position].hasReel(of: store) { return }
        var base = StateReel.Head()
        if !cache.segments[position].segment.track(of: store).beginsWithKeyframe, let end = spans.firstIndex(of: span) {
            var start = end
            var isFound = false
            while start > 0, !isFound {
                start -= 1
                let earlier = try load(spans[start], into: &cache)
                isFound = cache.segments[earlier].segment.track(of: store).hasKeyframe
            }
            for earlier in spans[start..<end] {
                let position = try load(earlier, into: &cache)
                var reel = StateReel(cache.segments[position].segment.track(of: store), from: base)
                base = reel.end()
            }
        }
        let final = try load(span, into: &cache)
        cache.segments[final].addReel(of: store, from: base)
    }
}
