import RewindFormat
import RewindValue

/// Goes through the events of a store backwards until the origin of each value is found.
struct BlamePass {
    let timeline: Timeline
    let store: String
    /// For each line, the steps that may have set the value; missing if it is from the beginning.
    private(set) var origins: [Int: ClosedRange<Int>] = [:]
    /// For each line, where its value was after those steps.
    private(set) var placesThen: [Int: JSONPointer] = [:]
    /// For each line, the passed steps between which the value is unknown.
    private(set) var unknown: [Int: [ClosedRange<Int>]] = [:]
    private var open: UnresolvedTargets
    /// The segments that matter for a place, cached.
    private var choices: [[JSONPointer]: SegmentChoice] = [:]

    /// Places whose segments are looked up; with more, every segment is read.
    private static let choiceLimit = 256

    /// - Parameter place: what was asked about, in which the targets are.
    init(timeline: Timeline, store: String, targets: [BlameTarget], in place: JSONPointer) {
        self.timeline = timeline
        self.store = store
        open = UnresolvedTargets(targets, in: place)
    }

    /// The last step that may have set a line's value; `nil` if only the step's state is left, or it is another store's: the first state of
    /// a store comes from no action.
    func culprit(of line: Int) throws(RecordingError) -> Step? {
        guard let steps = origins[line], let step = try timeline.step(at: steps.upperBound) else { return nil }
        return step.store == store ? step : nil
    }

    mutating func run(from step: Int) throws(RecordingError) {
        if try runByIndex(from: step) { return }
        var limit = step
        var position = try lastPosition(tellingOf: step)
        while position >= 0, !open.isEmpty {
            if let earlier = relevantPosition(from: position, upTo: step) {
                if earlier < position { limit = min(limit, timeline.stepsOfSegment(at: max(0, earlier)).upperBound) }
                position = earlier
                if position < 0 { break }
            }
            let segment = try timeline.segment(at: position)
            let events = segment.track(of: store).events
            var index = events.partitioningIndex { $0.step > limit } - 1
            var leap: Int?
            while index >= 0, leap == nil, !open.isEmpty {
                let event = events[index]
                switch event.kind {
                case .patch(let patch):
                    try attribute(patch, event, after: Self.suspension(before: index, in: events))
                case .keyframe(let value): leap = try pass(value, at: event.step, index: index, events: events, position: position)
                case .lost, .suspended: break
                }
                index -= 1
            }
            if let leap {
                limit = leap
                position = try lastPosition(tellingOf: leap)
            } else {
                position -= 1
            }
        }
    }

    /// The last segment that has the state after a step: the segment after it begins with a keyframe for the step before its own first one.
    private func lastPosition(tellingOf step: Int) throws(RecordingError) -> Int {
        let position = try timeline.segmentIndex(of: step)
        return timeline.stepsOfSegment(at: position).upperBound == step ? min(position + 1, timeline.segmentCount - 1) : position
    }

    /// Answers without segments if the index keeps the patches that matter; returns whether it did.
    private mutating func runByIndex(from step: Int) throws(RecordingError) -> Bool {
        let targets = open
        let places = targets.all.prefix(Self.choiceLimit + 1).flatMap { $0.target.places }
        guard targets.all.count <= Self.choiceLimit, let kept = timeline.lastChanges(of: places, store: store, upTo: step) else {
            return false
        }
        for change in kept.changes where !open.isEmpty {
            try attribute(change.patch, StateTrack.Event(step: change.step, kind: .patch(change.patch)), after: nil)
        }
        if kept.areAll || open.isEmpty { return true }
        (open, origins, placesThen) = (targets, [:], [:])
        return false
    }

    /// The last segment at or before a position that may have set or moved an open value; `nil` if that is unknown, -1 if no segment did.
    private mutating func relevantPosition(from position: Int, upTo step: Int) -> Int? {
        var last = -1
        for entry in open.all {
            let places = entry.target.places
            if choices[places] == nil {
                guard choices.count < Self.choiceLimit, let choice = timeline.segments(changing: places, store: store, in: 0...step) else {
                    return nil
                }
                choices[places] = choice
            }
            last = max(last, choices[places]?.last(before: position + 1) ?? position)
        }
        return last
    }

    private mutating func attribute(
        _ patch: JSONPatch, _ event: StateTrack.Event, after suspension: Suspension?
    ) throws(RecordingError) {
        let steps = min(suspension?.since ?? event.first, event.first)...event.step
        let isSilent = suspension?.isSilent == true
        var identities: OriginFinder?
        var areAsked = false
        // All of them may have been changed meanwhile, and changed back.
        let silent = isSilent ? open.all.map { $0.line } : []
        for reached in open.removeAffected(byReverting: patch) {
            let (line, entry) = (reached.entry.line, reached.entry)
            var isMade = reached.isOrigin
            if reached.mayBeDifferentValue {
                if !areAsked { identities = try self.identities(over: event, since: steps.lowerBound) }
                areAsked = true
                if let origin = identities?.origin(of: entry.target.place), let old = identities?.old {
                    open.insert(UnresolvedTargets.Entry(line: line, target: BlameTarget(origin, in: old)))
                    continue
                }
                isMade = isMade || identities != nil
            }
            if isMade {
                (origins[line], placesThen[line]) = (steps, entry.target.place)
            } else {
                open.insert(UnresolvedTargets.Entry(line: line, target: reached.before))
            }
        }
        for line in silent where origins[line] == nil { unknown[line, default: []].append(steps) }
    }

    /// The states before and after an event; `nil` if one is unknown.
    private func identities(over event: StateTrack.Event, since first: Int) throws(RecordingError) -> OriginFinder? {
        guard first > timeline.steps.lowerBound, case .known(let old) = try timeline.state(at: first - 1, store: store),
            case .known(let new) = try timeline.state(at: event.step, store: store)
        else { return nil }
        return OriginFinder(from: old, to: new)
    }

    private static func suspension(before index: Int, in events: [StateTrack.Event]) -> Suspension? {
        var suspension: Suspension?
        for event in events[..<index].reversed() {
            guard case .suspended(let reason) = event.kind else { break }
            var isSilent = suspension?.isSilent ?? false
            if case .gap = reason { isSilent = true }
            suspension = Suspension(since: event.step, isSilent: isSilent)
        }
        return suspension
    }

    /// Steps of which only their combined changes are left.
    private struct Suspension {
        var since: Int
        /// Whether it omits what was changed and changed back; a filter names all places that were changed.
        var isSilent: Bool
    }

    /// A keyframe has the state, not the changes: if the state just before it is known as well, the two are compared.
    ///
    /// - Returns: The step to continue from, if that is not the event before.
    private mutating func pass(
        _ value: JSONValue, at step: Int, index: Int, events: [StateTrack.Event], position: Int
    ) throws(RecordingError) -> Int? {
        guard step > timeline.steps.lowerBound else { return nil }
        if try isRestated(step, index: index, events: events, position: position) { return nil }
        var before = step - 1
        var answer = try timeline.state(at: before, store: store)
        if case .unknown(let unknown) = answer, let nearest = unknown.nearest, nearest >= timeline.steps.lowerBound {
            before = nearest
            answer = try timeline.state(at: nearest, store: store)
        }
        guard case .known(let old) = answer else {
            for entry in open.removeAll() {
                (origins[entry.line], placesThen[entry.line]) = (timeline.steps.lowerBound...step, entry.target.place)
            }
            return nil
        }
        let isUnknown = before < step - 1
        for entry in open.removeAll() {
            let (line, place) = (entry.line, entry.target.place)
            if let known = old[place], known == value[place] {
                if isUnknown { unknown[line, default: []].append((before + 1)...step) }
                open.insert(UnresolvedTargets.Entry(line: line, target: BlameTarget(place, in: old)))
            } else {
                (origins[line], placesThen[line]) = ((before + 1)...step, place)
            }
        }
        return before
    }

    /// Whether a keyframe repeats a state that also follows from the lines before it.
    private func isRestated(_ step: Int, index: Int, events: [StateTrack.Event], position: Int) throws(RecordingError) -> Bool {
        if let choice = timeline.segments(changing: [], store: store, in: step...step), index == 0 { return choice.isRestated(at: step) }
        if case .keyframe? = try timeline.step(at: step)?.outcome { return false }
        var earlier = Array(events[..<index])
        var position = position
        while true {
            for event in earlier.reversed() {
                switch event.kind {
                case .patch: continue
                case .keyframe: return true
                case .lost, .suspended: return false
                }
            }
            guard position > 0 else { return false }
            position -= 1
            earlier = try timeline.segment(at: position).track(of: store).events
        }
    }
}
