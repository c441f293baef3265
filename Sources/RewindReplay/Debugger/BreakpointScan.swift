import RewindFormat
import RewindValue

/// Looks for steps at which breakpoints stop, a part of the recording at a time.
///
/// A breakpoint that reads the state is asked at the steps of every store that can have what it reads, about that store's states.
struct BreakpointScan {
    let timeline: Timeline
    let breakpoints: [Breakpoint]
    /// For each breakpoint the stores at whose steps it is asked; `nil` for all.
    private let stores: [[String]?]
    /// Where an expression had no value, so that it stopped nowhere.
    private(set) var failures = FailedSteps()

    /// - Throws: `RecordingError` if a segment can't be read.
    init(timeline: Timeline, breakpoints: [Breakpoint]) throws(RecordingError) {
        self.timeline = timeline
        self.breakpoints = breakpoints
        var stores: [[String]?] = []
        for breakpoint in breakpoints {
            if let store = breakpoint.store {
                stores.append([store])
            } else {
                stores.append(
                    timeline.hasSeveralStores && breakpoint.readsState ? try timeline.storesAsked(by: breakpoint.expressions).names : nil)
            }
        }
        self.stores = stores
    }

    /// A step, and the breakpoints that stop there.
    struct Hit {
        /// The step; the last one of a gap, if what they wait for happened there.
        var step: Int
        var breakpoints: [Breakpoint]
        /// The steps one of which made what they wait for, where nobody knows which.
        var steps: ClosedRange<Int>?

        fileprivate init?(at step: Int, _ stopping: [BreakpointState]) {
            guard !stopping.isEmpty else { return nil }
            (self.step, breakpoints) = (step, stopping.map(\.breakpoint))
            steps = stopping.lazy.compactMap(\.made).first
        }
    }

    /// The first step of a range at which one stops.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    mutating func first(in range: ClosedRange<Int>) throws(RecordingError) -> Hit? { try scan(range, isFirst: true) }

    /// The last step of a range at which one stops; looks at one segment after the other from the end.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    mutating func last(in range: ClosedRange<Int>) throws(RecordingError) -> Hit? {
        var position = try timeline.segmentPosition(of: range.upperBound)
        let choice = choice(in: range)
        while position >= 0 {
            let steps = timeline.stepsOfSegment(at: position)
            if steps.upperBound < range.lowerBound { return nil }
            if choice?[position] == false {
                position -= 1
                continue
            }
            if steps.overlaps(range), let hit = try scan(steps.clamped(to: range), isFirst: false) { return hit }
            position -= 1
        }
        return nil
    }

    /// The steps of a range at which one that reads the state could not be asked, because the state is unknown.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    func unknown(in range: ClosedRange<Int>) throws(RecordingError) -> UnknownSteps {
        var unknown = UnknownSteps()
        guard breakpoints.contains(where: \.readsState) else { return unknown }
        for store in timeline.storeNames where stores.contains(where: { $0?.contains(store) ?? true }) {
            unknown.add(try timeline.unknownSteps(of: store, in: range))
        }
        return unknown
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

    /// Whether the segment at each place may stop any of them, in whichever store that is asked; `nil` where nobody can tell.
    private func choice(in range: ClosedRange<Int>) -> [Bool]? {
        guard let places else { return nil }
        var isWanted = Array(repeating: false, count: timeline.segmentCount)
        for store in timeline.storeNames where stores.contains(where: { $0?.contains(store) ?? true }) {
            guard let choice = timeline.segments(changing: places, store: store, in: range) else { return nil }
            for position in isWanted.indices where choice.isWanted[position] { isWanted[position] = true }
        }
        return isWanted
    }

    private mutating func scan(_ range: ClosedRange<Int>, isFirst: Bool) throws(RecordingError) -> Hit? {
        let choice = choice(in: range)
        var scans: [StoreScan] = []
        defer { for scan in scans { failures.add(scan.failures) } }
        var current = 0
        var found: Hit?
        func turn(to store: String) throws(RecordingError) {
            if scans.indices.contains(current), scans[current].store == store { return }
            current = scans.firstIndex { $0.store == store } ?? scans.count
            if current == scans.count { scans.append(try storeScan(of: store, range, places: choice == nil ? nil : places)) }
        }
        for position in try timeline.segmentPosition(of: range.lowerBound)...timeline.segmentPosition(of: range.upperBound)
        where choice?[position] ?? true {
            let segment = try timeline.segment(at: position)
            var gaps = segment.gaps.filter { range.contains($0.upperBound) && breakpoints.contains(where: \.readsState) }[...]
            let steps = segment.steps
            for index in steps.partitioningIndex(where: { $0.number >= range.lowerBound })...steps.count {
                let step = index < steps.count ? steps[index] : nil
                while let gap = gaps.first, gap.upperBound < step?.number ?? .max {
                    gaps.removeFirst()
                    var stopping: [BreakpointState] = []
                    for store in timeline.storeNames where stores.contains(where: { $0?.contains(store) ?? true }) {
                        try turn(to: store)
                        stopping += try scans[current].stopping(atEndOf: gap)
                    }
                    found = Hit(at: gap.upperBound, stopping) ?? found
                    if isFirst, found != nil { return found }
                }
                guard let step, step.number <= range.upperBound else { break }
                try turn(to: step.store)
                found = Hit(at: step.number, try scans[current].stopping(at: step)) ?? found
                if isFirst, found != nil { return found }
            }
        }
        return found
    }

    private func storeScan(
        of store: String, _ range: ClosedRange<Int>, places: [JSONPointer]?
    ) throws(RecordingError) -> StoreScan {
        let before = max(range.lowerBound - 1, timeline.steps.lowerBound)
        let asked = breakpoints.indices.filter { stores[$0]?.contains(store) ?? true }.map { breakpoints[$0] }
        return try StoreScan(timeline, asked, store: store, from: before, to: range.upperBound, places: places)
    }
}

/// The breakpoints that are asked about the steps of one store, while these pass.
private struct StoreScan {
    let store: String
    private var walk: StateWalk?
    private var states: [BreakpointState] = []

    var failures: FailedSteps { states.reduce(into: FailedSteps()) { $0.add($1.failures) } }

    init(
        _ timeline: Timeline, _ breakpoints: [Breakpoint], store: String, from step: Int, to end: Int, places: [JSONPointer]?
    ) throws(RecordingError) {
        self.store = store
        if breakpoints.contains(where: \.readsState) {
            walk = try StateWalk(timeline, store: store, from: step, to: end, places: places)
        }
        for breakpoint in breakpoints {
            states.append(try BreakpointState(breakpoint, walk: walk, step: step, in: timeline, store: store))
        }
    }

    /// Those that stop at a step.
    mutating func stopping(at step: Step) throws(RecordingError) -> [BreakpointState] {
        try go(to: step.number)
        var stopping: [BreakpointState] = []
        for index in states.indices {
            if try states[index].stops(at: step) { stopping.append(states[index]) }
            states[index].forget()
        }
        return stopping
    }

    /// Those that stop at the last step of a gap, because the state is known again there, and is another than before.
    mutating func stopping(atEndOf gap: ClosedRange<Int>) throws(RecordingError) -> [BreakpointState] {
        try go(to: gap.upperBound)
        guard walk?.state != nil else { return [] }
        let stopping = states.filter { $0.made != nil && $0.stopsWithoutStep }
        for index in states.indices { states[index].forget() }
        return stopping
    }

    private mutating func go(to step: Int) throws(RecordingError) {
        while let change = try walk?.next(upTo: step) {
            for index in states.indices { states[index].look(at: change, in: walk?.state) }
        }
    }
}

extension Breakpoint {
    /// Whether the action alone can't tell.
    var readsState: Bool {
        switch trigger {
        case .type, .step: condition != nil
        case .change, .value, .condition: true
        }
    }

    /// Whether its condition is about what happened at a step, and not only about how things stand: then each step is a place of its own.
    fileprivate var asksWhatHappened: Bool {
        condition?.predicate.words.isDisjoint(with: [.type, .action, .before]) == false
    }

    /// What it asks, as far as that is not a matter of the action's type.
    fileprivate var expressions: [any Predicate] {
        let own: (any Predicate)? =
            switch trigger {
            case .change(let place): PlaceValue(place)
            case .value(let expression): expression.predicate
            case .type, .step, .condition: nil
            }
        return [own, condition?.predicate].compactMap { $0 }
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
    private let store: String
    /// The condition, where the state alone decides.
    private var condition: RewindReplay.Condition?
    /// The condition, where it reads something of the step, and whether it held at the step before.
    private var conditions: StepConditions?
    private var held = false
    private var value: JSONValue?
    /// Whether the store has a state: what it begins with, where another one's steps came first, is no change.
    private var hasBegun: Bool
    private var hasChanged = false
    private var becameTrue = false
    /// The steps one of which made what it waits for, where nobody knows which.
    private(set) var made: ClosedRange<Int>?
    /// Where the expression whose value it watches had none.
    private var unwatched = FailedSteps()

    /// Where one of its expressions had no value.
    var failures: FailedSteps {
        var failures = unwatched
        if let condition { failures.add(condition.failures) }
        if let conditions { failures.add(conditions.report.failures) }
        return failures
    }

    init(_ breakpoint: Breakpoint, walk: StateWalk?, step: Int, in timeline: Timeline, store: String) throws(RecordingError) {
        self.breakpoint = breakpoint
        self.timeline = timeline
        self.store = store
        let state = walk?.state
        hasBegun = !timeline.hasSeveralStores || walk?.reason(at: step) != .noKeyframe
        if let expression = breakpoint.condition?.predicate {
            if expression.words.isEmpty {
                condition = RewindReplay.Condition(expression)
                _ = condition?.look(at: nil, in: state, step: step)
            } else {
                let last = try timeline.hasSeveralStores ? timeline.lastStep(of: store, upTo: step) : timeline.step(at: step)
                let start = last?.number ?? (timeline.hasSeveralStores ? timeline.steps.lowerBound : step)
                conditions = StepConditions(expression, timeline: timeline, from: start, store: store)
                // Where there was no step yet, only what needs none can have held.
                if last != nil || expression.isKnownAtBeginning { held = try conditions?.verdict(at: start, last) == true }
            }
        }
        switch breakpoint.trigger {
        case .type, .step, .condition: break
        case .change(let place): value = state?[place]
        case .value(let expression): value = self.value(of: expression, in: state, at: step)
        }
    }

    mutating func look(at change: StateChange, in state: JSONValue?) {
        let before = (hasChanged, becameTrue)
        if condition?.look(at: change, in: state, step: change.step) == true, condition?.holds == true { becameTrue = true }
        if let state {
            defer { hasBegun = true }
            switch breakpoint.trigger {
            case .change(let place) where change.mayChange([place]): take(state[place])
            case .value(let expression) where expression.predicate.words.isEmpty && change.mayChange(expression.predicate.reads):
                take(value(of: expression, in: state, at: change.step))
            case .value(let expression) where !hasBegun: take(value(of: expression, in: nil, at: change.step))
            case .type, .step, .condition, .change, .value: break
            }
        }
        if before != (hasChanged, becameTrue) { made = change.steps }
    }

    /// Whether it stops at a step, whose changes were looked at.
    mutating func stops(at step: Step) throws(RecordingError) -> Bool {
        if made?.count == 1 { made = nil }
        var holds = breakpoint.condition == nil || condition?.holds == true
        if conditions != nil {
            holds = try conditions?.verdict(at: step.number, step) == true
            becameTrue = holds && (!held || breakpoint.asksWhatHappened)
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

    /// Whether it stops where there is no step, but a change was looked at.
    var stopsWithoutStep: Bool {
        let holds = breakpoint.condition == nil || condition?.holds == true
        return switch breakpoint.trigger {
        case .type, .step: false
        case .change, .value: hasChanged && holds
        case .condition: becameTrue
        }
    }

    /// Has what was looked at lie behind.
    mutating func forget() { (hasChanged, becameTrue, made) = (false, false, nil) }

    private mutating func take(_ new: JSONValue?) {
        if new != value, hasBegun { hasChanged = true }
        value = new
    }

    private mutating func value(of expression: Breakpoint.Condition, in state: JSONValue?, at step: Int) -> JSONValue? {
        do {
            if !expression.predicate.words.isEmpty { return .array(try timeline.results(of: expression.predicate, at: step, store: store)) }
            return try state.map { .array(try expression.predicate.results(in: $0)) }
        } catch {
            if let failure = error as? Expression.Failure { unwatched.add(step, failure) }
            return nil
        }
    }
}
