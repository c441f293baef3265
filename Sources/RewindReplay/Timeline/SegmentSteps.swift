import RewindFormat
import RewindValue

/// A segment that was read: its steps in order, and each store's track of states.
struct SegmentSteps: Sendable {
    /// What it answers for.
    let span: SegmentSpan
    /// Its steps in order; of what is missing, ``gaps`` tells.
    let steps: [Step]
    /// The numbers in its span that neither stream knows of.
    let gaps: [ClosedRange<Int>]
    /// The gaps that the recorder told of.
    let toldGaps: [GapLine]
    /// The actions that never reached the reducer; each has the number of the step before it.
    let swallowed: [ActionLine]
    /// The moments that somebody named, and the lines that the app logged.
    let notes: [Timeline.Item]
    private let holes: StateTrack.Holes
    private let tracks: [String: StateTrack]

    init(_ segment: Segment, span: SegmentSpan, ending: Ending) {
        self.span = span
        let lines = segment.states.filter { $0.step >= span.steps.lowerBound - 1 && $0.step <= span.steps.upperBound }
        var table = StepTable(segment: segment, lines: lines, span: span)
        for line in lines { table.settle(line) }
        for store in ending.underWay { table.settle(store) }
        steps = table.steps
        toldGaps = segment.journal.compactMap { if case .gap(let line) = $0 { line } else { nil } }
        swallowed = segment.journal.compactMap { if case .swallowed(let line) = $0 { line.action } else { nil } }
        notes = segment.journal.compactMap { line in
            switch line {
            case .mark(let mark): .mark(mark)
            case .log(let log): .log(log)
            case .action, .swallowed, .clock, .gap, .unknown: nil
            }
        }
        gaps = span.steps == 0...0 ? [] : StepRanges.gaps(between: table.steps.lazy.map(\.number), in: span.steps)
        let told = StepRanges(toldGaps.map(\.steps))
        holes = StateTrack.Holes(lost: gaps.flatMap { told.outside($0) }, told: told.ranges)
        var tracks: [String: StateTrack] = [:]
        for (store, lines) in Dictionary(grouping: lines, by: \.store) {
            tracks[store] = StateTrack(store: store, lines: lines, steps: steps, holes: holes)
        }
        self.tracks = tracks
    }

    /// The step of a number, if it is here.
    func step(_ number: Int) -> Step? {
        let position = steps.partitioningIndex { $0.number >= number }
        return position < steps.count && steps[position].number == number ? steps[position] : nil
    }

    /// The track of a store; of one without a line here, a track that only knows what is missing.
    func track(of store: String) -> StateTrack {
        tracks[store] ?? StateTrack(store: store, lines: [], steps: steps, holes: holes)
    }
}

/// The steps of a segment while the state lines tell what became of each.
private struct StepTable {
    private(set) var steps: [Step]

    init(segment: Segment, lines: [StateLine], span: SegmentSpan) {
        var steps: [Int: Step] = [:]
        for action in segment.actions where span.steps.contains(action.step) {
            steps[action.step] = Step(number: action.step, store: action.store, action: action, outcome: .missing)
        }
        // Where the action's line is lost, the state's line still tells that there was a step.
        for line in lines where line.step >= max(1, span.steps.lowerBound) && steps[line.step] == nil {
            steps[line.step] = Step(number: line.step, store: line.store, outcome: .missing)
        }
        self.steps = steps.values.sorted { $0.number < $1.number }
    }

    mutating func settle(_ line: StateLine) {
        guard let position = position(of: line.step, store: line.store) else { return }
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
        case .keyframe: if steps[position].outcome == .missing { steps[position].outcome = .keyframe }
        case .failed(let reason): steps[position].outcome = .failed(reason)
        case .unencodable(let reason): steps[position].outcome = .unencodable(reason)
        case .action: break
        }
        steps[position].took = line.took ?? steps[position].took
    }

    /// While the recorder encodes an action, that action has no number yet, and the step named is an earlier, finished one.
    mutating func settle(_ store: Ending.UnderWay) {
        guard store.phase == .reducer || store.phase == .handover, let position = position(of: store.step, store: store.store),
            steps[position].outcome == .missing
        else { return }
        steps[position].outcome = .underWay(store.phase)
    }

    private func position(of number: Int, store: String) -> Int? {
        let position = steps.partitioningIndex { $0.number >= number }
        return position < steps.count && steps[position].number == number && steps[position].store == store ? position : nil
    }
}
