import RewindFormat
import RewindValue

/// One pass over the states of a store, forwards, in which some predicates are asked: lazily, from one place to the next.
///
/// ```
/// var pass = try PredicatePass([predicate.asCondition], over: timeline, store: "main", in: 10...20)
/// while let steps = try pass.next(upTo: 20) { … pass.findings[0].verdict … }
/// ```
///
/// Predicates of the state alone are asked at the beginning of the range, and again only where a change may have touched what they read;
/// segments without such a change are not read if an index tells which they are. If one of them reads a word of a step, all are asked at
/// each step of the store. Where the state is unknown, the verdict is unknown, with the reason.
///
/// It keeps one state, which patches change in place: a verdict that holds a part of it makes the next patch in that part copy it.
struct PredicatePass {
    /// The findings of the predicates, in their order.
    private(set) var findings: [Finding]
    private let timeline: Timeline
    /// The store whose states it passes.
    let store: String
    private let range: ClosedRange<Int>
    private let isByStep: Bool
    private let asksAtBeginning: Bool
    /// The states; `nil` if no state is read.
    private var walk: StateWalk?
    private var hasBegun = false
    /// How many predicates are still asked, and whether these wait for a known state.
    private var asked: Int
    private var isWaiting = false
    /// The places of the state that they read; `nil` for the whole state.
    private let places: [JSONPointer]?
    private let readsBefore: Bool
    private var steps: StoreSteps
    /// The effects under way; `nil` if no predicate reads them.
    private var effects: EffectPass?
    private var last: LastSteps?
    /// The passed lost steps, after which the state is unknown, if steps are passed one by one.
    private var lost = UnknownSteps()
    /// The places of the state before a step that they read; `nil` for the whole state.
    private let placesBefore: [JSONPointer]?

    struct Finding {
        let predicate: Predicate
        /// Its verdict where it was asked last; `nil` until it is asked.
        fileprivate(set) var verdict: Verdict<UnknownState.Reason>?
        /// The steps of which one caused the verdict: one, unless states between are unknown.
        fileprivate(set) var steps: ClosedRange<Int>
        /// Whether it was asked at the place reached last.
        fileprivate(set) var isFresh = false
        /// Whether the change over all of its steps is known, so that the value was not different in between.
        fileprivate(set) var holdsThroughout = false
        /// Whether any state could be examined.
        fileprivate(set) var examinedAnyState = false
        /// Where it had no value.
        fileprivate(set) var failures = FailedSteps()
        /// Where its outcome was unknown, if it is asked at each step.
        fileprivate(set) var unknown = UnknownSteps()
        fileprivate var doubts: PredicateDoubts
        fileprivate var isDone = false
        fileprivate let readsState: Bool
        fileprivate let readsBefore: Bool

        /// Reasons to doubt its verdicts.
        var remarks: [Remark] { doubts.remarks }

        /// Whether it holds; `nil` if that is unknown.
        var holds: Bool? { verdict?.holds }
    }

    /// - Parameters:
    ///   - isByStep: Whether they are asked at each step; by default, if one of them reads more than the state.
    ///   - asksAtBeginning: Whether those that read a step are also asked at the beginning, which has no step.
    /// - Throws: `RecordingError` if there is no such step, or a segment can't be read.
    init(
        _ predicates: [Predicate], over timeline: Timeline, store: String, in range: ClosedRange<Int>, isByStep: Bool? = nil,
        asksAtBeginning: Bool = false
    ) throws(RecordingError) {
        let places = predicates.contains { $0.reads == nil } ? nil : predicates.flatMap { $0.reads ?? [] }
        findings = predicates.map { predicate in
            Finding(
                predicate: predicate, steps: range.lowerBound...range.lowerBound, doubts: PredicateDoubts(predicate),
                readsState: predicate.reads?.isEmpty != true, readsBefore: predicate.words.contains(.before))
        }
        self.isByStep = isByStep ?? predicates.contains { !$0.words.isEmpty }
        (self.timeline, self.store, self.range) = (timeline, store, range)
        self.asksAtBeginning = asksAtBeginning
        self.places = places
        asked = findings.count
        readsBefore = findings.contains { $0.readsBefore }
        placesBefore = places.flatMap { $0.contains(.root) ? nil : $0 }
        steps = StoreSteps(of: store, in: range, of: timeline)
        if predicates.contains(where: { $0.words.contains(.effects) }) { effects = EffectPass(over: timeline) }
        if predicates.contains(where: { $0.words.contains(.last) }) { last = LastSteps(of: store, in: timeline) }
        if !self.isByStep {
            walk = try StateWalk(timeline, store: store, from: range.lowerBound, to: range.upperBound, places: places)
        } else if findings.contains(where: { $0.readsState }) {
            walk = try StateWalk(timeline, store: store, from: max(range.lowerBound - 1, timeline.steps.lowerBound))
        }
    }

    /// Goes on to the next place at or before a step where one of them is asked; `nil` if no such place is left.
    ///
    /// - Returns: The steps one of which changed something there: one, unless states between are unknown.
    /// - Throws: `RecordingError` if a segment can't be read.
    mutating func next(upTo limit: Int) throws(RecordingError) -> ClosedRange<Int>? {
        if isByStep { return try nextStep(upTo: limit) }
        if !hasBegun {
            hasBegun = true
            let steps = range.lowerBound...range.lowerBound
            ask(at: steps, after: nil)
            return steps
        }
        while asked > 0, let change = try walk?.next(upTo: limit) {
            if isWaiting || change.mayChange(places), ask(at: change.steps, after: change) { return change.steps }
        }
        return nil
    }

    private mutating func nextStep(upTo limit: Int) throws(RecordingError) -> ClosedRange<Int>? {
        while asked > 0, let item = try steps.next(upTo: limit) {
            switch item {
            case .gap(let gap):
                if case .unknown(let state) = try timeline.state(at: gap.lowerBound, store: store) {
                    lost.add(gap, state.reason, areOfNobody: true)
                }
            case .beginning(let number): if try ask(at: number, nil) { return findings.steps(upTo: number) }
            case .step(let step): if try ask(at: step.number, step) { return findings.steps(upTo: step.number) }
            }
        }
        return nil
    }

    mutating func stopEvaluating(predicateAt index: Int) {
        if !findings[index].isDone { asked -= 1 }
        findings[index].isDone = true
    }

    /// Forgets where expressions had no value so far.
    mutating func forgetFailures() { for index in findings.indices { findings[index].failures = FailedSteps() } }

    /// Passes the rest of the states up to a step, so that unknown ones among them are counted.
    mutating func finish(at limit: Int) throws(RecordingError) { if !isByStep { try walk?.finish(at: limit) } }

    /// The passed steps at which a predicate's outcome is unknown; if only the state is asked about, they are the same for every predicate.
    private func unknown(for index: Int?) -> UnknownSteps {
        guard isByStep else { return walk?.unknown ?? UnknownSteps() }
        var unknown = lost
        if let index { unknown.add(findings[index].unknown) }
        return unknown
    }

    /// The passed steps at which their outcome is unknown: of several predicates, the steps of the one with the most.
    var unknown: UnknownSteps {
        findings.indices.map { unknown(for: $0) }.max { $0.count < $1.count } ?? unknown(for: nil)
    }

    var remarks: [Remark] { findings.flatMap { $0.remarks } + [Remark](unknown: unknown) }

    /// Whether the state at the current place of the pass is known.
    var isStateKnown: Bool { walk?.state != nil }

    /// Whether the store has a state, known or unknown, at a step that the pass has reached.
    func hasState(at step: Int) -> Bool { walk?.reason(at: step) != .noKeyframe }

    /// Asks the predicates whose value a change may affect; returns whether any was asked.
    @discardableResult
    private mutating func ask(at steps: ClosedRange<Int>, after change: StateChange?) -> Bool {
        var holdsThroughout = false
        if case .patch? = change?.kind { holdsThroughout = true }
        var wasAsked = false
        let document = StepDocument(number: steps.upperBound, step: nil, state: walk?.state)
        let unknown = document.state == nil ? walk?.reason(at: steps.upperBound) ?? .noKeyframe : nil
        isWaiting = unknown != nil
        for index in findings.indices {
            findings[index].isFresh = false
            if findings[index].isDone { continue }
            if let change, findings[index].verdict?.isUnknown == false, !change.mayChange(findings[index].predicate.reads) { continue }
            wasAsked = true
            findings[index].holdsThroughout = holdsThroughout
            if unknown == nil { findings[index].doubts.examine(document) }
            let verdict: Verdict = unknown.map { .unknown($0) } ?? findings[index].predicate.verdict(in: document)
            findings[index].note(verdict, at: steps)
        }
        return wasAsked
    }

    /// Asks at a step of the store, or at the beginning, which has no step.
    ///
    /// Steps have to come in order.
    ///
    /// - Returns: Whether one was asked.
    @discardableResult
    mutating func ask(at number: Int, _ step: Step?) throws(RecordingError) -> Bool {
        var document = StepDocument(number: number, step: step)
        document.effects = try effects?.names(after: number)
        document.last = try last?.numbers(upTo: number)
        var unknown: UnknownState.Reason?
        var unknownBefore: UnknownState.Reason?
        if walk != nil {
            if readsBefore, number > timeline.steps.lowerBound {
                try walk?.advance(to: number - 1)
                unknownBefore = walk?.reason(at: number - 1)
                document.before = unknownBefore == nil ? walk?.state : nil
                // Keeps only the places of the state before that are read, so that the step's patch is applied in place.
                if let before = document.before, let placesBefore { document.before = before.kept(placesBefore) }
            }
            try walk?.advance(to: number)
            document.state = walk?.state
            unknown = walk?.reason(at: number)
        }
        var wasAsked = false
        for index in findings.indices {
            findings[index].isFresh = false
            if findings[index].isDone || step == nil && !asksAtBeginning && !findings[index].predicate.isKnownAtBeginning { continue }
            wasAsked = true
            let readsState = findings[index].readsState
            let verdict = findings[index].predicate.verdict(
                in: document, unknown: readsState ? unknown : nil,
                unknownBefore: readsState && findings[index].readsBefore ? unknownBefore : nil)
            if case .unknown(let reason) = verdict { findings[index].unknown.add(number...number, reason) }
            findings[index].doubts.examine(document)
            let since = findings[index].verdict?.isUnknown == true ? findings[index].steps.lowerBound : number
            findings[index].note(verdict, at: since...number)
        }
        return wasAsked
    }
}

extension PredicatePass.Finding {
    fileprivate mutating func note(_ verdict: Verdict<UnknownState.Reason>, at steps: ClosedRange<Int>) {
        self.verdict = verdict
        self.steps = steps
        isFresh = true
        if !verdict.isUnknown { examinedAnyState = true }
        if case .failed(let failure) = verdict { failures.add(steps.upperBound, failure) }
    }
}

extension [PredicatePass.Finding] {
    /// The steps of which one caused what was found at a step.
    fileprivate func steps(upTo number: Int) -> ClosedRange<Int> {
        (filter { $0.isFresh }.map { $0.steps.lowerBound }.min() ?? number)...number
    }
}

extension JSONValue {
    /// An object with only the values at some places and the objects around them; arrays are kept whole.
    fileprivate func kept(_ places: [JSONPointer]) -> JSONValue {
        guard case .object(let object) = self else { return self }
        var kept = JSONObject()
        for (key, below) in Dictionary(grouping: places.filter { !$0.tokens.isEmpty }, by: { $0.tokens[0] }) {
            let inner = below.map { JSONPointer(tokens: Array($0.tokens.dropFirst())) }
            guard let value = object[key] else { continue }
            kept[key] = inner.contains(.root) ? value : value.kept(inner)
        }
        return .object(kept)
    }
}
