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
            case .type, .step: return nil
            case .change(let place): places.append(place)
            case .value(let expression):
                guard let reads = expression.placesAlone else { return nil }
                places += reads
            case .condition: if breakpoint.condition == nil { return nil }
            }
            guard let condition = breakpoint.condition else { continue }
            guard let reads = condition.placesAlone else { return nil }
            places += reads
        }
        return places
    }

    private func choice(in range: ClosedRange<Int>) -> SegmentChoice? {
        // Only the main store's states are looked at.
        places.flatMap { timeline.segments(changing: $0, store: timeline.mainStore, in: range) }
    }

    private func scan(_ range: ClosedRange<Int>, isFirst: Bool) throws(RecordingError) -> Hit? {
        let before = max(range.lowerBound - 1, timeline.steps.lowerBound)
        let choice = choice(in: range)
        var walk =
            breakpoints.contains { $0.readsState }
            ? try StateWalk(timeline, from: before, to: range.upperBound, places: choice == nil ? nil : places) : nil
        var states: [BreakpointState] = []
        for breakpoint in breakpoints { states.append(try BreakpointState(breakpoint, state: walk?.state, step: before, in: timeline)) }
        var found: Hit?
        for position in try timeline.segmentPosition(of: range.lowerBound)...timeline.segmentPosition(of: range.upperBound)
        where choice?.isWanted[position] ?? true {
            for step in try timeline.segment(at: position).steps where range.contains(step.number) {
                while let change = try walk?.next(upTo: step.number) {
                    for index in states.indices { states[index].look(at: change, in: walk?.state) }
                }
                var stopping: [Int] = []
                for index in states.indices where try states[index].stops(at: step) { stopping.append(index) }
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
        switch trigger {
        case .type, .step: condition != nil
        case .change, .value, .condition: true
        }
    }
}

extension Breakpoint.Condition {
    /// The places of the state that decide alone; `nil` where nobody can tell, or something else than the state decides as well.
    fileprivate var placesAlone: [JSONPointer]? { predicate.words.isEmpty ? predicate.reads : nil }
}

/// A breakpoint while steps pass.
private struct BreakpointState {
    let breakpoint: Breakpoint
    private let timeline: Timeline
    /// The condition, where the state alone decides.
    private var condition: RewindReplay.Condition?
    /// The condition, where it reads something of the step, and whether it held at the step before.
    private var conditions: StepConditions?
    private var held = false
    private var value: JSONValue?
    private var hasChanged = false
    private var becameTrue = false

    init(_ breakpoint: Breakpoint, state: JSONValue?, step: Int, in timeline: Timeline) throws(RecordingError) {
        self.breakpoint = breakpoint
        self.timeline = timeline
        if let expression = breakpoint.condition?.predicate {
            if expression.words.isEmpty {
                condition = RewindReplay.Condition(expression)
                _ = condition?.look(at: nil, in: state, step: step)
            } else {
                conditions = StepConditions(expression, timeline: timeline, from: step)
                held = try conditions?.verdict(at: step, timeline.step(at: step)) == true
            }
        }
        switch breakpoint.trigger {
        case .type, .step, .condition: break
        case .change(let place): value = state?[place]
        case .value(let expression): value = self.value(of: expression, in: state, at: step)
        }
    }

    mutating func look(at change: StateChange, in state: JSONValue?) {
        if condition?.look(at: change, in: state, step: change.step) == true, condition?.holds == true { becameTrue = true }
        guard let state else { return }
        switch breakpoint.trigger {
        case .change(let place) where change.mayChange([place]): take(state[place])
        case .value(let expression) where expression.predicate.words.isEmpty && change.mayChange(expression.predicate.reads):
            take(value(of: expression, in: state, at: change.step))
        case .type, .step, .condition, .change, .value: break
        }
    }

    /// Whether it stops at a step, whose changes were looked at.
    mutating func stops(at step: Step) throws(RecordingError) -> Bool {
        defer {
            hasChanged = false
            becameTrue = false
        }
        var holds = breakpoint.condition == nil || condition?.holds == true
        if conditions != nil {
            holds = try conditions?.verdict(at: step.number, step) == true
            becameTrue = holds && !held
            held = holds
        }
        switch breakpoint.trigger {
        case .type(let glob): return [glob].accept(step.type) && holds
        case .step(let number): return step.number == number && holds
        case .change: return hasChanged && holds
        case .value(let expression):
            if !expression.predicate.words.isEmpty { take(value(of: expression, in: nil, at: step.number)) }
            return hasChanged && holds
        case .condition: return becameTrue
        }
    }

    private mutating func take(_ new: JSONValue?) {
        if new != value { hasChanged = true }
        value = new
    }

    private func value(of expression: Breakpoint.Condition, in state: JSONValue?, at step: Int) -> JSONValue? {
        if expression.predicate.words.isEmpty { return state.flatMap { try? .array(expression.predicate.results(in: $0)) } }
        return try? .array(timeline.results(of: expression.predicate, at: step))
    }
}
