package import RewindFormat
import RewindValue

/// Looks for steps at which breakpoints stop, a part of the recording at a time.
///
/// A breakpoint that reads the state is asked at the steps of every store that can have what it reads, about that store's states.
package struct BreakpointScan {
    let timeline: Timeline
    package let breakpoints: [Breakpoint]
    /// For each breakpoint the stores at whose steps it is asked; `nil` for all.
    private let stores: [[String]?]
    /// Where an expression had no value, so that it stopped nowhere.
    private var failures = FailedSteps()
    /// Where expressions compare values of two kinds.
    package private(set) var typeMismatches: [Remark] = []

    /// Remarks for the case that no breakpoint stopped.
    package var remarks: [Remark] { [Remark](failures: failures) + typeMismatches }

    /// - Throws: `RecordingError` if a segment can't be read.
    package init(timeline: Timeline, breakpoints: [Breakpoint]) throws(RecordingError) {
        self.timeline = timeline
        self.breakpoints = breakpoints
        var stores: [[String]?] = []
        for breakpoint in breakpoints {
            if let store = breakpoint.store {
                stores.append([store])
            } else {
                let asksState = timeline.hasSeveralStores && breakpoint.readsState
                stores.append(asksState ? try timeline.storesToSearch(for: breakpoint.predicates).names : nil)
            }
        }
        self.stores = stores
    }

    /// A step, and the breakpoints that stop there.
    package struct Hit {
        /// The step; the last one of a gap, if what they wait for happened there.
        package var step: Int
        package var breakpoints: [Breakpoint]
        /// The steps of which one caused the stop, if it is unknown which.
        package var steps: ClosedRange<Int>?

        fileprivate init?(at step: Int, _ stopping: [BreakpointState]) {
            guard !stopping.isEmpty else { return nil }
            (self.step, breakpoints) = (step, stopping.map { $0.breakpoint })
            steps = stopping.lazy.compactMap { $0.made }.first
        }
    }

    /// The first step of a range at which one stops.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package mutating func first(in range: ClosedRange<Int>) throws(RecordingError) -> Hit? { try scan(range, isFirst: true) }

    /// The last step of a range at which one stops; looks at one segment after the other from the end.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package mutating func last(in range: ClosedRange<Int>) throws(RecordingError) -> Hit? {
        let choice = choice(in: range)
        for position in try (0...timeline.segmentIndex(of: range.upperBound)).reversed() {
            let steps = timeline.stepsOfSegment(at: position)
            if steps.upperBound < range.lowerBound { return nil }
            if choice?[position] == false { continue }
            if steps.overlaps(range), let hit = try scan(steps.clamped(to: range), isFirst: false) { return hit }
        }
        return nil
    }

    /// The steps of a range at which one that reads the state could not be asked, because the state is unknown.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    private func unknown(in range: ClosedRange<Int>) throws(RecordingError) -> UnknownSteps {
        var unknown = UnknownSteps()
        guard breakpoints.contains(where: { $0.readsState }) else { return unknown }
        for store in askedStores { unknown.add(try timeline.unknownSteps(of: store, in: range)) }
        return unknown
    }

    /// A remark on a scan that stopped, or did not: it is unknown in which step, or it may have had to stop before.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func remark(on hit: Hit?, passing passed: ClosedRange<Int>) throws(RecordingError) -> Remark? {
        if let hit {
            if let remark = try remark(on: hit) { return remark }
        } else if let remark = [Remark](unknown: try unknown(in: passed)).first {
            return remark
        }
        return try lostActions(in: passed)
    }

    /// Remarks that the actions of some passed steps are lost, one of which might have stopped the debugger; `nil` if none is lost, or no
    /// breakpoint asks for actions.
    private func lostActions(in passed: ClosedRange<Int>) throws(RecordingError) -> Remark? {
        let asksForActions = breakpoints.contains { breakpoint in
            if case .step = breakpoint.trigger { false } else { !breakpoint.readsState }
        }
        if !asksForActions { return nil }
        for position in try timeline.segmentIndex(of: passed.lowerBound)...timeline.segmentIndex(of: passed.upperBound) {
            for lost in try timeline.segment(at: position).gaps where lost.overlaps(passed) {
                if try timeline.noStep(at: lost.lowerBound)?.isOnPurpose == true { continue }
                return .lost(lost)
            }
        }
        return nil
    }

    /// Remarks that it is unknown which of several steps stopped the debugger.
    private func remark(on hit: Hit) throws(RecordingError) -> Remark? {
        guard let steps = hit.steps else { return nil }
        guard let noStep = try timeline.noStep(at: steps.lowerBound), case .gap(let gap, _) = noStep, gap.upperBound >= steps.upperBound
        else { return .happened(in: steps, .unknown) }
        return .happened(in: steps, noStep.isOnPurpose ? .leftOut : .lost)
    }

    private var askedStores: [String] { timeline.storeNames.filter { store in stores.contains { $0?.contains(store) ?? true } } }

    /// For each segment, whether it may stop any of the breakpoints, in any store that is asked; `nil` if this is unknown.
    private func choice(in range: ClosedRange<Int>) -> [Bool]? {
        guard breakpoints.allSatisfy({ $0.stopsAtChangesOnly }), let places = breakpoints.flatMap({ $0.predicates }).placesAlone else {
            return nil
        }
        var isWanted = Array(repeating: false, count: timeline.segmentCount)
        for store in askedStores {
            guard let choice = timeline.segments(changing: places, store: store, in: range) else { return nil }
            for position in isWanted.indices where choice.isWanted[position] { isWanted[position] = true }
        }
        return isWanted
    }

    private mutating func scan(_ range: ClosedRange<Int>, isFirst: Bool) throws(RecordingError) -> Hit? {
        let choice = choice(in: range)
        var scans: [StoreScan] = []
        defer {
            for scan in scans {
                failures.add(scan.failures)
                typeMismatches += scan.typeMismatches.filter { !typeMismatches.contains($0) }
            }
        }
        var current = 0
        var found: Hit?
        func turn(to store: String) throws(RecordingError) {
            if scans.indices.contains(current), scans[current].store == store { return }
            current = scans.firstIndex { $0.store == store } ?? scans.count
            if current == scans.count { scans.append(try storeScan(of: store, range)) }
        }
        for position in try timeline.segmentIndex(of: range.lowerBound)...timeline.segmentIndex(of: range.upperBound)
        where choice?[position] ?? true {
            let segment = try timeline.segment(at: position)
            var gaps = segment.gaps.filter { range.contains($0.upperBound) && breakpoints.contains(where: { $0.readsState }) }[...]
            let steps = segment.steps
            for index in steps.partitioningIndex(where: { $0.number >= range.lowerBound })...steps.count {
                let step = index < steps.count ? steps[index] : nil
                while let gap = gaps.first, gap.upperBound < step?.number ?? .max {
                    gaps.removeFirst()
                    var stopping: [BreakpointState] = []
                    for store in askedStores {
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

    private func storeScan(of store: String, _ range: ClosedRange<Int>) throws(RecordingError) -> StoreScan {
        let before = max(range.lowerBound - 1, timeline.steps.lowerBound)
        let asked = breakpoints.indices.filter { stores[$0]?.contains(store) ?? true }.map { breakpoints[$0] }
        return try StoreScan(timeline, asked, store: store, in: before...max(before, range.upperBound))
    }
}

/// The breakpoints that are asked about the steps of one store, while these pass.
private struct StoreScan {
    let store: String
    private var states: [BreakpointState] = []
    /// What is asked where the state changed.
    private var changes: PredicatePass?
    private var steps: PredicatePass?

    /// Where an expression had no value; a place with nothing there does not count.
    var failures: FailedSteps {
        var failures = FailedSteps()
        for state in states { for question in state.questions where question.countsFailures { failures.add(finding(question).failures) } }
        return failures
    }

    /// Where one compares values of two kinds.
    var typeMismatches: [Remark] { states.flatMap { $0.questions }.flatMap { finding($0).remarks } }

    /// - Parameter range: The steps to ask at, after the one at which the scan begins.
    init(_ timeline: Timeline, _ breakpoints: [Breakpoint], store: String, in range: ClosedRange<Int>) throws(RecordingError) {
        self.store = store
        var ofChanges: [Predicate] = []
        var ofSteps: [Predicate] = []
        states = breakpoints.map { breakpoint in
            func question(_ predicate: Predicate, countsFailures: Bool = true) -> BreakpointState.Question {
                let isByStep = !predicate.words.isEmpty
                if isByStep { ofSteps.append(predicate) } else { ofChanges.append(predicate) }
                return .init(isByStep: isByStep, index: (isByStep ? ofSteps : ofChanges).count - 1, countsFailures: countsFailures)
            }
            var state = BreakpointState(breakpoint)
            state.condition = breakpoint.condition.map { question($0.forSearching) }
            switch breakpoint.trigger {
            case .type, .step, .condition: break
            case .change(let place): state.value = question(Predicate(place), countsFailures: false)
            case .value(let expression): state.value = question(expression)
            }
            return state
        }
        let start = range.lowerBound
        var hasBegun = !timeline.hasSeveralStores
        var hasStep = true
        if breakpoints.contains(where: { $0.readsState }) {
            var pass = try PredicatePass(ofChanges, over: timeline, store: store, in: range, isByStep: false)
            hasBegun = hasBegun || pass.hasState(at: start)
            _ = try pass.next(upTo: start)
            changes = pass
        }
        if !ofSteps.isEmpty {
            let last = try timeline.hasSeveralStores ? timeline.lastStep(of: store, upTo: start) : timeline.step(at: start)
            let number = last?.number ?? (timeline.hasSeveralStores ? timeline.steps.lowerBound : start)
            hasStep = last != nil
            var pass = try PredicatePass(
                ofSteps, over: timeline, store: store, in: number...max(number, range.upperBound), asksAtBeginning: true)
            try pass.ask(at: number, last)
            if !hasStep { pass.forgetFailures() }
            steps = pass
        }
        for index in states.indices {
            // Before the first step, only a condition that needs no step can have held.
            let held = states[index].condition.map(finding).map { $0.holds == true && (hasStep || $0.predicate.isKnownAtBeginning) }
            states[index].begin(held: held == true, states[index].value.map(finding), hasBegun)
        }
    }

    mutating func stopping(at step: Step) throws(RecordingError) -> [BreakpointState] {
        try go(to: step.number)
        try steps?.ask(at: step.number, step)
        var stopping: [BreakpointState] = []
        for index in states.indices {
            if steps != nil { evaluate(index, isByStep: true) }
            if states[index].stops(at: step) { stopping.append(states[index]) }
            states[index].forget()
        }
        return stopping
    }

    /// The breakpoints that stop at the last step of a gap, because the state is known again there and differs from before.
    mutating func stopping(atEndOf gap: ClosedRange<Int>) throws(RecordingError) -> [BreakpointState] {
        try go(to: gap.upperBound)
        guard changes?.isStateKnown == true else { return [] }
        let stopping = states.filter { $0.made != nil && $0.stopsWithoutStep }
        for index in states.indices { states[index].forget() }
        return stopping
    }

    private mutating func go(to step: Int) throws(RecordingError) {
        while try changes?.next(upTo: step) != nil { for index in states.indices { evaluate(index, isByStep: false) } }
    }

    private mutating func evaluate(_ index: Int, isByStep: Bool) {
        for question in states[index].questions where question.isByStep == isByStep {
            let finding = finding(question)
            if finding.isFresh { states[index].note(finding, for: question) }
        }
    }

    private func finding(_ question: BreakpointState.Question) -> PredicatePass.Finding {
        guard let pass = question.isByStep ? steps : changes else { preconditionFailure("nothing is asked") }
        return pass.findings[question.index]
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

    /// Whether its condition is about what happened at a step, and not only about the state: then each step counts separately.
    fileprivate var asksWhatHappened: Bool { condition?.isKnownAtBeginning == false }

    /// Whether it stops only where the value of something that it asks changes.
    fileprivate var stopsAtChangesOnly: Bool {
        switch trigger {
        case .type, .step: false
        case .change, .value: true
        case .condition: condition != nil
        }
    }

    /// The predicates that it evaluates, apart from matching the action's type.
    fileprivate var predicates: [Predicate] {
        let own: Predicate? =
            switch trigger {
            case .change(let place): Predicate(place)
            case .value(let expression): expression
            case .type, .step, .condition: nil
            }
        return [own, condition].compactMap { $0 }
    }
}

/// The progress of a breakpoint while steps pass.
private struct BreakpointState {
    let breakpoint: Breakpoint
    var condition: Question?
    /// The question for the value that it watches.
    var value: Question?
    private var holds = false
    private var last: [JSONValue]?
    /// Whether the store has a state: its first state, after steps of other stores, is not a change.
    private var hasBegun = true
    private var hasChanged = false
    private var becameTrue = false
    /// The steps of which one made what it waits for, if it is unknown which.
    private(set) var made: ClosedRange<Int>?

    /// A question asked for the breakpoint: its index in a pass.
    struct Question: Equatable {
        let isByStep: Bool
        let index: Int
        /// Whether a missing value is worth reporting.
        let countsFailures: Bool
    }

    var questions: [Question] { [condition, value].compactMap { $0 } }

    init(_ breakpoint: Breakpoint) { self.breakpoint = breakpoint }

    /// Begins with the findings before the first step.
    mutating func begin(held: Bool, _ finding: PredicatePass.Finding?, _ hasBegun: Bool) {
        (holds, last, self.hasBegun) = (held, finding?.verdict?.results, hasBegun)
    }

    mutating func note(_ finding: PredicatePass.Finding, for question: Question) {
        let before = (hasChanged, becameTrue)
        if question == condition {
            let isTrue = finding.holds == true
            if isTrue, !holds || breakpoint.asksWhatHappened { becameTrue = true }
            holds = isTrue
        } else if finding.holds != nil {
            let new = finding.verdict?.results
            if new != last, hasBegun { hasChanged = true }
            (last, hasBegun) = (new, true)
        }
        if before != (hasChanged, becameTrue), !question.isByStep { made = finding.steps }
    }

    /// Whether it stops at a step whose changes were examined.
    mutating func stops(at step: Step) -> Bool {
        if made?.count == 1 { made = nil }
        let holds = condition == nil || holds
        return switch breakpoint.trigger {
        case .type(let glob): [glob].accept(step.type) && holds
        case .step(let number): step.number == number && holds
        case .change, .value: hasChanged && holds
        case .condition: becameTrue
        }
    }

    /// Whether it stops at a change that has no step.
    var stopsWithoutStep: Bool {
        switch breakpoint.trigger {
        case .type, .step: false
        case .change, .value: hasChanged && (condition == nil || holds)
        case .condition: becameTrue
        }
    }

    /// Forgets what was examined so far.
    mutating func forget() { (hasChanged, becameTrue, made) = (false, false, nil) }
}
