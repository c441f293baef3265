import RewindFormat
import RewindValue

/// Looks for steps at which breakpoints stop, a part of the recording at a time.
struct BreakpointScan {
    let timeline: Timeline
    let breakpoints: [Breakpoint]

    /// A step, and the breakpoints that stop there.
    struct Hit {
        var step: Int
        var breakpoints: [Breakpoint]
    }

    /// The first step of a range at which one stops.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    func first(in range: ClosedRange<Int>) throws(RecordingError) -> Hit? { try scan(range, isFirst: true) }

    /// The last step of a range at which one stops; looks at one segment after the other from the end.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    func last(in range: ClosedRange<Int>) throws(RecordingError) -> Hit? {
        var position = try timeline.segmentPosition(of: range.upperBound)
        let choice = choice(in: range)
        while position >= 0 {
            let steps = timeline.stepsOfSegment(at: position)
            if steps.upperBound < range.lowerBound { return nil }
            if choice?.isWanted[position] == false {
                position -= 1
                continue
            }
            if steps.overlaps(range), let hit = try scan(steps.clamped(to: range), isFirst: false) { return hit }
            position -= 1
        }
        return nil
    }

    /// The places whose changes alone can stop any of them; `nil` if one may stop anywhere.
    private var places: [JSONPointer]? {
        var places: [JSONPointer] = []
        for breakpoint in breakpoints {
            switch breakpoint.trigger {
            case .type: return nil
            case .change(let place): places.append(place)
            case .condition:
                guard let reads = breakpoint.condition?.predicate.reads else { return nil }
                places += reads
            }
            guard let reads = breakpoint.condition.map({ $0.predicate.reads }) else { continue }
            guard let reads else { return nil }
            places += reads
        }
        return places
    }

    private func choice(in range: ClosedRange<Int>) -> SegmentChoice? {
        // Only the main store's states are looked at.
        places.flatMap { places in
            timeline.segments(changing: places.map { PathIndex.Token.exact($0) }, store: timeline.mainStore, in: range)
        }
    }

    private func scan(_ range: ClosedRange<Int>, isFirst: Bool) throws(RecordingError) -> Hit? {
        let before = max(range.lowerBound - 1, timeline.steps.lowerBound)
        let choice = choice(in: range)
        var walk =
            breakpoints.contains { $0.readsState }
            ? try StateWalk(timeline, from: before, to: range.upperBound, places: choice == nil ? nil : places) : nil
        var states = breakpoints.map { BreakpointState($0, state: walk?.state, step: before) }
        var found: Hit?
        for position in try timeline.segmentPosition(of: range.lowerBound)...timeline.segmentPosition(of: range.upperBound)
        where choice?.isWanted[position] ?? true {
            for step in try timeline.segment(at: position).steps where range.contains(step.number) {
                while let change = try walk?.next(upTo: step.number) {
                    for index in states.indices { states[index].look(at: change, in: walk?.state) }
                }
                let stopping = states.indices.filter { states[$0].stops(at: step) }
                if stopping.isEmpty { continue }
                found = Hit(step: step.number, breakpoints: stopping.map { breakpoints[$0] })
                if isFirst { return found }
            }
        }
        return found
    }
}

extension Breakpoint {
    /// Whether the action alone can't tell.
    fileprivate var readsState: Bool {
        if case .type = trigger { condition != nil } else { true }
    }
}

/// A breakpoint while steps pass.
private struct BreakpointState {
    let breakpoint: Breakpoint
    private var condition: RewindReplay.Condition?
    private var value: JSONValue?
    private var hasChanged = false
    private var becameTrue = false

    init(_ breakpoint: Breakpoint, state: JSONValue?, step: Int) {
        self.breakpoint = breakpoint
        condition = breakpoint.condition.map { RewindReplay.Condition($0.predicate) }
        _ = condition?.look(at: nil, in: state, step: step)
        if case .change(let place) = breakpoint.trigger { value = state?[place] }
    }

    mutating func look(at change: StateChange, in state: JSONValue?) {
        if condition?.look(at: change, in: state, step: change.step) == true, condition?.holds == true { becameTrue = true }
        guard case .change(let place) = breakpoint.trigger, let state, change.mayChange([place]) else { return }
        let new = state[place]
        if new != value { hasChanged = true }
        value = new
    }

    /// Whether it stops at a step, whose changes were looked at.
    mutating func stops(at step: Step) -> Bool {
        defer {
            hasChanged = false
            becameTrue = false
        }
        switch breakpoint.trigger {
        case .type(let glob): return [glob].accept(step.type) && condition?.holds ?? (breakpoint.condition == nil)
        case .change: return hasChanged && condition?.holds ?? (breakpoint.condition == nil)
        case .condition: return becameTrue
        }
    }
}
