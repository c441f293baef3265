import RewindFormat
import RewindValue

/// The cached segments with their cursors, with which a timeline finds states.
struct Cursors<Source: SegmentSource>: Sendable {
    private let segments: RecordedSegments
    private var source: Source
    private var atHand: [SegmentCursors] = []
    /// The actions of segments of which nothing else was requested.
    private var actions: [Int: [ActionLine]] = [:]
    /// The keyframes after the span, by its segment's number, of which they were last asked for.
    private var next: (span: Int?, keyframes: [String: (step: Int, value: JSONValue)?]) = (nil, [:])

    /// The number of cached segments: two, so that comparing across a border reads each once.
    private static var limit: Int { 2 }
    /// The number of segments whose actions are cached.
    private static var actionsLimit: Int { 4 }

    /// No segment is cached yet; they come from a source.
    init(of segments: RecordedSegments, from source: Source) {
        self.segments = segments
        self.source = source
    }

    /// The segment at a position, read if it is not cached.
    mutating func segment(at position: Int) throws(RecordingError) -> SegmentSteps { atHand[try load(position)].segment }

    /// A step of the segment at a position; if an index keeps the step's patch, only the action is read.
    mutating func step(_ number: Int, segment position: Int, by index: PathIndex?) throws(RecordingError) -> Step? {
        if let place = place(of: position) { return atHand[place].segment.step(number) }
        if let index, let step = try step(number, at: position, by: index) { return step }
        return try segment(at: position).step(number)
    }

    private mutating func step(_ number: Int, at position: Int, by index: PathIndex) throws(RecordingError) -> Step? {
        for (store, table) in index.stores {
            guard let kept = table.excerpt.patches[number], let patch = table.excerpt.patch(at: number) else { continue }
            let lines = try actions(at: position)
            let place = lines.partitioningIndex { $0.step >= number }
            guard place < lines.count, lines[place].step == number, lines[place].store == store else { return nil }
            return Step(number: number, store: store, line: lines[place], outcome: .changed(patch), took: kept.took)
        }
        return nil
    }

    /// The actions of a segment in order, as far as they are known from the action stream alone and are in order there.
    private mutating func actions(at position: Int) throws(RecordingError) -> [ActionLine] {
        if let known = actions[position] { return known }
        let lines = try segments.recording.wholeActions(ofSegment: segments.spans[position].index)
        let isInOrder = zip(lines, lines.dropFirst()).allSatisfy { $0.step < $1.step }
        if actions.count >= Self.actionsLimit { actions = [:] }
        actions[position] = isInOrder ? lines : []
        return actions[position] ?? []
    }

    /// Announces that the segment at a position will be requested next.
    mutating func expectSegment(at position: Int) {
        guard segments.spans.indices.contains(position), place(of: position) == nil else { return }
        source.expect(position)
    }

    /// The state of a store after a step of the segment at a position.
    mutating func state(at step: Int, store: String, segment position: Int) throws(RecordingError) -> StateAnswer {
        try prepare(store, at: position)
        let place = try load(position)
        let answer = atHand[place].state(at: step, store: store)
        let span = segments.spans[position]
        guard case .unknown(let unknown) = answer else { return answer }
        switch unknown.reason {
        case .gap, .leftOut: return answer  // what the recorder last knew, which need not be the state
        default: break
        }
        guard let next = try nextKeyframe(of: store, after: span), next.step == step else { return answer }
        return .known(next.value)
    }

    /// The index of a segment in the cache.
    private func place(of position: Int) -> Int? {
        atHand.firstIndex { $0.segment.span.index == segments.spans[position].index }
    }

    /// Makes sure that a segment is cached, and returns its index in the cache.
    private mutating func load(_ position: Int) throws(RecordingError) -> Int {
        if let place = place(of: position) { return place }
        let segment = try source.segment(at: position)
        if atHand.count >= Self.limit { atHand.removeFirst() }
        atHand.append(SegmentCursors(segment))
        return atHand.count - 1
    }

    /// The keyframe with which a store's lines go on after a span: the state of the step that it names may be known even if those before are
    /// not.
    private mutating func nextKeyframe(of store: String, after span: SegmentSpan) throws(RecordingError) -> (step: Int, value: JSONValue)? {
        if next.span != span.index { next = (span.index, [:]) }
        if let known = next.keyframes[store] { return known }
        var found: (step: Int, value: JSONValue)?
        for later in segments.recording.segments where later.index > span.index {
            guard let first = try segments.recording.segment(later.index).states.first(where: { $0.store == store }) else { continue }
            if case .keyframe(let value) = first.change { found = (first.step, segments.rules[store]?.applied(to: value) ?? value) }
            break
        }
        next.keyframes[store] = .some(found)
        return found
    }

    /// Makes sure that a segment has a cursor for a store, moving through earlier segments if it does not begin with a keyframe.
    private mutating func prepare(_ store: String, at end: Int) throws(RecordingError) {
        let place = try load(end)
        if atHand[place].hasCursor(of: store) { return }
        var base = StateCursor.Head()
        if !atHand[place].segment.track(of: store).beginsWithKeyframe {
            var start = end
            var isFound = false
            while start > 0, !isFound {
                start -= 1
                isFound = try segment(at: start).track(of: store).hasKeyframe
            }
            for earlier in start..<end {
                var cursor = StateCursor(try segment(at: earlier).track(of: store), from: base)
                base = cursor.end()
            }
        }
        atHand[try load(end)].addCursor(of: store, from: base)
    }
}
