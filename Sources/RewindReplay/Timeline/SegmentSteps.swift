import RewindFormat
import RewindValue

/// A segment that was read: its steps in order, and each store's track of states.
struct SegmentSteps: Sendable {
    /// The part of the timeline that it covers.
    let span: SegmentSpan
    /// Its steps in order; missing steps are in ``gaps``.
    let steps: [Step]
    /// The numbers in its span that neither stream has.
    let gaps: [ClosedRange<Int>]
    /// The gaps that the recorder noted.
    let toldGaps: [GapLine]
    /// The actions that never reached the reducer; each has the number of the step before it.
    let swallowed: [ActionLine]
    /// The named moments, the lines that the app logged, and the beginnings and ends of effects.
    let notes: [Timeline.Item]
    /// The effects, with those that began in earlier segments.
    let effects: EffectTrack
    private let stateGaps: StateTrack.Gaps
    private let tracks: [String: StateTrack]

    init(_ segment: Segment, span: SegmentSpan, isFirst: Bool, manifest: Manifest) {
        self.span = span
        let lines = segment.states.allSatisfy(span.covers) ? segment.states : segment.states.filter(span.covers)
        var table = StepTable(segment: segment, lines: lines, span: span)
        for line in lines { table.apply(line) }
        let ending = manifest.ending
        if ending.how == .recording { table.leave(.pending) } else { for store in ending.underWay { table.apply(store) } }
        if manifest.capture != nil, !segment.hasDamagedStates { table.leave(.notCaptured) }
        steps = table.steps
        var toldGaps: [GapLine] = []
        var swallowed: [ActionLine] = []
        var notes: [Timeline.Item] = []
        var effects = EffectTrack(isFirst: isFirst)
        for line in segment.journal {
            switch line {
            case .action, .clock, .unknown: break
            case .gap(let gap): toldGaps.append(gap)
            case .swallowed(let line): swallowed.append(line.action)
            case .mark(let mark): notes.append(.mark(mark))
            case .log(let log): notes.append(.log(log))
            case .effect(let line): if let item = effects.add(line) { notes.append(.effect(item)) }
            }
        }
        (self.toldGaps, self.swallowed, self.notes, self.effects) = (toldGaps, swallowed, notes, effects)
        gaps = span.steps == 0...0 ? [] : StepRanges.gaps(between: table.steps.map { $0.number }, in: span.steps)
        let told = StepRanges(toldGaps.map { $0.steps })
        func ranges(_ kind: GapLine.Kind) -> [ClosedRange<Int>] {
            StepRanges(toldGaps.filter { $0.reason.kind == kind }.map { $0.steps }).ranges
        }
        stateGaps = StateTrack.Gaps(
            // A step that no part has is in no line of the parts either.
            lost: gaps.flatMap { told.outside($0) } + ranges(.inNoPart),
            told: ranges(.unwritten), leftOut: ranges(.leftOut))
        var tracks: [String: StateTrack] = [:]
        if let store = lines.first?.store, lines.allSatisfy({ $0.store == store }) {
            tracks[store] = StateTrack(store: store, lines: lines, steps: steps, from: steps.first?.number, gaps: stateGaps)
        } else {
            let stepsOf = Dictionary(grouping: steps, by: { $0.store })
            let linesOf = Dictionary(grouping: lines) { $0.store }
            for (store, lines) in linesOf {
                tracks[store] = StateTrack(
                    store: store, lines: lines, steps: stepsOf[store] ?? [], from: steps.first?.number, gaps: stateGaps)
            }
        }
        self.tracks = tracks
    }

    /// A segment that is not part of the recording: what is known of one store at some steps, in order.
    init(excerpt events: [StateTrack.Event], of store: String, in steps: ClosedRange<Int>) {
        span = SegmentSpan(index: -1, steps: steps, times: nil)
        (self.steps, gaps, toldGaps, swallowed, notes, effects) = ([], [], [], [], [], EffectTrack())
        stateGaps = StateTrack.Gaps(lost: [], told: [], leftOut: [])
        tracks = [store: StateTrack(store: store, events: events)]
    }

    /// The store of a step, if the segment has the step.
    func store(of number: Int) -> String? { position(of: number).map { steps[$0].store } }

    /// The step with a number, if the segment has it.
    func step(_ number: Int) -> Step? { position(of: number).map { steps[$0] } }

    private func position(of number: Int) -> Int? {
        guard let first = steps.first?.number else { return nil }
        // If no step is missing, the number gives the position.
        let guess = number - first
        if steps.indices.contains(guess), steps[guess].number == number { return guess }
        let position = steps.partitioningIndex { $0.number >= number }
        return position < steps.count && steps[position].number == number ? position : nil
    }

    /// The track of a store; for a store without a line here, a track that only has what is missing.
    func track(of store: String) -> StateTrack {
        tracks[store] ?? StateTrack(store: store, lines: [], steps: steps, from: steps.first?.number, gaps: stateGaps)
    }
}

/// The steps of a segment while the outcome of each is taken from the state lines.
private struct StepTable {
    private(set) var steps: [Step]

    /// The position after the step that was looked up last.
    private var hint = 0

    init(segment: Segment, lines: [StateLine], span: SegmentSpan) {
        var steps: [Step] = []
        steps.reserveCapacity(segment.journal.count)
        var isInOrder = true
        for case .action(let action) in segment.journal where span.steps.contains(action.step) {
            if let last = steps.last, last.number >= action.step { isInOrder = false }
            steps.append(Step(number: action.step, store: action.store, line: action, outcome: .lost))
        }
        if !isInOrder {
            // Of two lines with the same number, the later counts.
            var last: [Int: Step] = [:]
            for step in steps { last[step.number] = step }
            steps = last.values.sorted { $0.number < $1.number }
        }
        self.steps = steps
        // If the action's line is lost, the state's line still shows that the step existed. A keyframe does not show whose step it was.
        var alone: [Int: Step] = [:]
        for line in lines where line.step >= max(1, span.steps.lowerBound) && position(of: line.step) == nil && alone[line.step] == nil {
            if case .keyframe = line.change { continue }
            alone[line.step] = Step(number: line.step, store: line.store, outcome: .lost)
        }
        if !alone.isEmpty { self.steps = (steps + alone.values).sorted { $0.number < $1.number } }
        hint = 0
    }

    mutating func apply(_ line: StateLine) {
        guard let position = position(of: line.step), steps[position].store == line.store else { return }
        switch line.change {
        case .patch(let patch):
            guard let merged = line.merged else {
                steps[position].outcome = .changed(patch)
                break
            }
            var earlier = steps.partitioningIndex { $0.number >= merged.lowerBound }
            while earlier < position {
                if steps[earlier].store == line.store { steps[earlier].outcome = .merged(merged, nil) }
                earlier += 1
            }
            steps[position].outcome = .merged(merged, patch)
        case .keyframe: if case .lost = steps[position].outcome { steps[position].outcome = .keyframe }
        case .failed(let reason): steps[position].outcome = .failed(reason)
        case .unencodable(let reason): steps[position].outcome = .unencodable(reason)
        case .unknown, .action: break
        }
        if let took = line.took { steps[position].took = took }
    }

    /// While the recorder encodes an action, that action has no number yet, and the step named is an earlier, finished one.
    mutating func apply(_ store: Ending.UnderWay) {
        guard store.phase.isOfStep, let position = position(of: store.step),
            steps[position].store == store.store, case .lost = steps[position].outcome
        else { return }
        steps[position].outcome = .underWay(store.phase)
    }

    /// Marks steps without a line as not lost: while the app is recording, a step may still get its line, and a policy that records only
    /// some states gives it none.
    mutating func leave(_ outcome: Step.Outcome) {
        for position in steps.indices { if case .lost = steps[position].outcome { steps[position].outcome = outcome } }
    }

    private mutating func position(of number: Int) -> Int? {
        if hint >= steps.count || steps[hint].number != number { hint = steps.partitioningIndex { $0.number >= number } }
        guard hint < steps.count, steps[hint].number == number else { return nil }
        hint += 1
        return hint - 1
    }
}

extension Segment {
    /// Whether state lines that had been written are missing.
    fileprivate var hasDamagedStates: Bool {
        damage.contains { $0.entry == SegmentName.states(index) && $0.reason != .torn }
    }
}
