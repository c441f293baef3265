package import RewindFormat
import RewindValue

/// Goes through the states of one store, forwards only, and stops where something changed.
///
/// There is one state, which patches change in place, so a walk costs what the patches cost; a caller that keeps a part of the state forces
/// the next patch in that part to copy it. Steps that changed nothing are passed without a stop.
struct StateWalk {
    let timeline: Timeline
    /// The store whose states the walk passes.
    let store: String
    /// The state at the current place; `nil` if it is unknown.
    private(set) var state: JSONValue?
    /// What the patches since the last keyframe may still cost.
    private var budget = PatchBudget()
    /// The state before the last passed change, if that made the state unknown.
    private(set) var lastKnown: JSONValue?
    /// Passed steps whose state is unknown, including steps of which only the number is left.
    private(set) var unknown = UnknownSteps()
    /// The first step of the walk; no earlier step is counted.
    private let first: Int

    private var position: Int
    private var segment: SegmentSteps
    private var track: StateTrack
    private var passed = 0
    private var lost: (since: Int, reason: UnknownState.Reason)?
    /// While set, the patches continue from a state that is not that of the passed steps.
    private(set) var suspended: JSONValue?
    /// The segments to read, if only some places matter and an index tells where they changed.
    private let choice: SegmentChoice?
    /// Whether the walk skipped segments to reach this one.
    private var hasLeapt = false

    /// A walk that begins with the state after a step.
    ///
    /// - Parameters:
    ///   - places: The places of the state that matter; `nil` for the whole state. Other places may be wrong: segments that change only
    ///     those may be left out.
    ///   - end: The last step that will be asked for; `nil` for the recording's last step.
    /// - Throws: `RecordingError` if there is no such step, or a segment can't be read.
    init(
        _ timeline: Timeline, store: String? = nil, from step: Int? = nil, to end: Int? = nil, places: [JSONPointer]? = nil
    ) throws(RecordingError) {
        self.timeline = timeline
        self.store = store ?? timeline.mainStore
        let first = step ?? timeline.steps.lowerBound
        self.first = first
        let end = max(first, end ?? timeline.steps.upperBound)
        let ownPosition = try timeline.segmentIndex(of: first)
        if let places, let excerpt = timeline.excerpt(of: places, store: self.store, upTo: end) {
            // No segment follows it.
            (segment, position, choice) = (excerpt, timeline.segmentCount - 1, nil)
            track = segment.track(of: self.store)
            try advance(to: first)
            return
        }
        choice = places.flatMap { timeline.segments(changing: $0, store: store ?? timeline.mainStore, in: first...end) }
        position = ownPosition
        segment = try timeline.segment(at: position)
        track = segment.track(of: self.store)
        while position > 0, !track.beginsWithKeyframe {
            position -= 1
            segment = try timeline.segment(at: position)
            track = segment.track(of: self.store)
        }
        if let choice { timeline.expectSegment(at: choice.next(after: position)) }
        try advance(to: first)
        if let merged = track.merged(over: first), let value = state.take() {
            suspended = value
            lost = (first, .merged(merged))
        }
    }

    /// Goes on to the next change at or before a step; `nil` if no such change is left.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    mutating func next(upTo limit: Int) throws(RecordingError) -> StateChange? {
        while true {
            while passed < track.events.count {
                let event = track.events[passed]
                if event.step > limit { return nil }
                passed += 1
                if let change = pass(event) { return change }
            }
            let next = lost == nil && state != nil ? choice?.next(after: position) ?? position + 1 : position + 1
            guard next < timeline.segmentCount, timeline.stepsOfSegment(at: next).lowerBound - 1 <= limit else { return nil }
            hasLeapt = next > position + 1
            if let choice { timeline.expectSegment(at: choice.next(after: next)) }
            let nextSegment = try timeline.segment(at: next)
            let nextTrack = nextSegment.track(of: store)
            let end = segment.span.steps.upperBound
            // A keyframe at the beginning of a segment has the state after the step before it.
            countLost(upTo: nextTrack.beginsWithKeyframe && nextTrack.events.first?.step == end ? end - 1 : end)
            (position, segment, track) = (next, nextSegment, nextTrack)
            passed = 0
        }
    }

    /// Goes to a step without stopping, and counts the steps up to it whose state is unknown.
    mutating func finish(at limit: Int) throws(RecordingError) {
        try advance(to: limit)
        countLost(upTo: limit)
        if lost == nil, let merged = track.merged(over: limit) { count(merged.lowerBound, upTo: limit, .merged(merged)) }
    }

    /// Goes to a step without stopping.
    mutating func advance(to step: Int) throws(RecordingError) { while try next(upTo: step) != nil {} }

    /// Why the state at the current place of the walk is unknown, after a step that the walk has reached.
    func reason(at step: Int) -> UnknownState.Reason? {
        lost?.reason ?? (state == nil ? .noKeyframe : track.merged(over: step).map { .merged($0) })
    }

    private mutating func pass(_ event: StateTrack.Event) -> StateChange? {
        switch event.kind {
        case .keyframe(let value):
            budget = PatchBudget()
            if lost == nil, let state {
                if hasLeapt, choice?.isRestated(at: event.step) == true {
                    hasLeapt = false
                    self.state = value
                    return nil
                }
                if state == value { return nil }  // a segment begins with the state that was known already
                self.state = value
                return StateChange(steps: event.step...event.step, kind: .replaced)
            }
            var since = event.step
            if lost == nil {
                count(first, upTo: event.step - 1, .noKeyframe)
                // The only store has had a state from the beginning, which is lost up to here.
                if !timeline.hasSeveralStores { since = min(first, since) }
            }
            state = value
            return StateChange(steps: min(since, known(at: event.step, first: event.step).lowerBound)...event.step, kind: .replaced)
        case .patch(let patch):
            if let suspended {
                state = suspended
                self.suspended = nil
            } else if patch.isEmpty, event.first == event.step {
                return nil
            }
            guard var value = state.take() else { return nil }
            do {
                try patch.apply(to: &value, within: &budget)
                state = value
                return StateChange(steps: known(at: event.step, first: event.first), kind: .patch(patch))
            } catch {
                lastKnown = value
                lost = (event.first, .misfit(step: event.step, "\(error)"))
                return StateChange(steps: event.step...event.step, kind: .lost)
            }
        case .lost(let reason):
            guard state != nil || suspended != nil else { return nil }
            lastKnown = state.take() ?? suspended.take()
            lost = (lost?.since ?? event.step, reason)
            return StateChange(steps: event.step...event.step, kind: .lost)
        case .suspended(let reason):
            guard let value = state.take() else { return nil }
            lastKnown = value
            suspended = value
            lost = (event.step, reason)
            return StateChange(steps: event.step...event.step, kind: .lost)
        }
    }

    /// Notes that the state is known from a step on, and returns the range from the first unknown step to that step.
    private mutating func known(at step: Int, first: Int) -> ClosedRange<Int> {
        defer {
            lost = nil
            suspended = nil
            lastKnown = nil
        }
        let since = min(lost?.since ?? first, first)
        count(since, upTo: step - 1, lost?.reason ?? .merged(first...step))
        return min(since, step)...step
    }

    /// Counts the steps of the segment up to a step, if the state was unknown at the end of the segment.
    private mutating func countLost(upTo limit: Int) {
        if let lost {
            count(lost.since, upTo: limit, lost.reason)
        } else if state == nil, suspended == nil {
            count(first, upTo: limit, .noKeyframe)
        }
    }

    /// Counts the steps in a range of the segment that may be the store's: its own, and those whose store is unknown.
    private mutating func count(_ since: Int, upTo limit: Int, _ reason: UnknownState.Reason) {
        let start = max(since, first)
        // The first position is not a step but has a state, unless the store may begin later.
        let isBegun = reason != .noKeyframe || !timeline.hasSeveralStores
        if isBegun, position == 0, start == timeline.steps.lowerBound, start <= limit { unknown.add(start...start, reason) }
        let lower = max(start, segment.span.steps.lowerBound)
        guard lower <= min(limit, segment.span.steps.upperBound) else { return }
        let range = lower...min(limit, segment.span.steps.upperBound)
        var index = segment.steps.partitioningIndex { $0.number >= lower }
        var gap = segment.gaps.partitioningIndex { $0.upperBound >= lower }
        func passGaps(before number: Int) {
            while gap < segment.gaps.count, segment.gaps[gap].lowerBound < number, segment.gaps[gap].overlaps(range) {
                unknown.add(segment.gaps[gap].clamped(to: range), reason, areOfNobody: true)
                gap += 1
            }
        }
        while index < segment.steps.count, segment.steps[index].number <= limit {
            passGaps(before: segment.steps[index].number)
            if segment.steps[index].store == store { unknown.add(segment.steps[index].number...segment.steps[index].number, reason) }
            index += 1
        }
        passGaps(before: .max)
    }
}

extension Timeline {
    /// The steps of a range after which the state of a store is unknown; one pass, unless an index tells that all are known.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func unknownSteps(of store: String, in range: ClosedRange<Int>) throws(RecordingError) -> UnknownSteps {
        if knowsAllStates(of: store) { return UnknownSteps() }
        var walk = try StateWalk(self, store: store, from: range.lowerBound, to: range.upperBound)
        try walk.finish(at: range.upperBound)
        return walk.unknown
    }
}

/// A place where the state of a store changed.
struct StateChange {
    /// The steps that may have made the change: one, unless states between are unknown.
    let steps: ClosedRange<Int>
    let kind: ChangeKind

    enum ChangeKind {
        case patch(JSONPatch)
        /// The state is known in full, but the changes are not.
        case replaced
        /// From here on the state is unknown.
        case lost
    }

    /// The step after which the state has the change.
    var step: Int { steps.upperBound }

    /// Whether the value at one of these places may have changed; `nil` means all places.
    func mayChange(_ places: [JSONPointer]?) -> Bool {
        guard case .patch(let patch) = kind, let places else { return true }
        return patch.mayChange(anyOf: places)
    }
}

/// Steps that a query had to leave out because their state is unknown.
package struct UnknownSteps: Sendable, Equatable {
    package private(set) var count = 0
    /// Those among them whose store is unknown, so that every store counts them.
    private var ofNobody = 0
    /// The first of these steps, and why its state is unknown.
    package private(set) var first: (step: Int, reason: UnknownState.Reason)?

    package init() {}

    mutating func add(_ steps: ClosedRange<Int>, _ reason: UnknownState.Reason, areOfNobody: Bool = false) {
        count += steps.count
        if areOfNobody { ofNobody += steps.count }
        first = first ?? (steps.lowerBound, reason)
    }

    /// Adds those of another store.
    mutating func add(_ other: UnknownSteps) {
        let both = min(ofNobody, other.ofNobody)
        count += other.count - both
        ofNobody += other.ofNobody - both
        if let step = other.first, step.step < first?.step ?? .max { first = step }
    }

    /// Whether both are the same.
    package static func == (left: UnknownSteps, right: UnknownSteps) -> Bool {
        left.count == right.count && left.first?.step == right.first?.step && left.first?.reason == right.first?.reason
    }
}

/// Steps at which an expression had no value.
package struct FailedSteps: Sendable, Equatable {
    package private(set) var count = 0
    package private(set) var firstStep = 0
    /// Why the expression has no value there, as a clause.
    package private(set) var reason = ""
    /// The kind of its value at the first of these steps, such as "an array", where only a condition makes sense.
    package private(set) var nonConditionKind: String?

    mutating func add(_ step: Int, _ failure: Expression.Failure) {
        if count == 0 {
            firstStep = step
            reason = failure.description
            nonConditionKind = failure.nonConditionKind
        }
        count += 1
    }

    /// Adds those of another store.
    mutating func add(_ other: FailedSteps) {
        let sum = count + other.count
        if count == 0 || other.count > 0 && other.firstStep < firstStep { self = other }
        count = sum
    }
}
