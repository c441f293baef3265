import RewindFormat
import RewindReplay
import RewindValue

/// A segment with some of its steps left out.
struct SegmentFilter {
    let kept: StepRanges
    /// Patterns for the types of swallowed actions to keep.
    let types: [TypeGlob]
    /// The recording's stores.
    let stores: [String]

    func apply(to streams: SegmentStreams) -> SegmentStreams {
        let lines = SegmentLines(streams)
        let (actions, runs) = journal(lines)
        return SegmentStreams(actions: actions, states: states(lines, without: runs))
    }

    // MARK: Actions

    private func journal(_ lines: SegmentLines) -> (bytes: [UInt8], runs: [OmittedRun]) {
        var stream = StreamBytes()
        var runs: [OmittedRun] = []
        var run: OmittedRun?
        let covered = coverage(lines)
        let first = lines.actions.first?.step
        func close(_ stream: inout StreamBytes) {
            guard let closed = run.take() else { return }
            closed.write(into: &stream)
            runs.append(closed)
        }
        for entry in lines.journal {
            guard case .action(let action)? = entry.line, kept.range(containing: action.step) == nil else {
                if case .swallowed(let swallowed)? = entry.line, !types.accept(swallowed.action.type) { continue }
                // Marks and swallowed actions must refer to an exact step, so they end the run.
                switch entry.line {
                case .log, .effect: break
                default: close(&stream)
                }
                stream.add(entry.bytes)
                continue
            }
            let isCovered = covered[action.store]?.range(containing: action.step) != nil
            if !isCovered || run?.add(action) != true {
                close(&stream)
                run = OmittedRun(action)
            }
            // A segment covers the steps from its first action on, and a step without a state must stay one.
            if action.step == first || !isCovered { close(&stream) }
        }
        close(&stream)
        return (stream.bytes, runs)
    }

    /// The steps of each store that the lines of its state stream cover.
    private func coverage(_ lines: SegmentLines) -> [String: StepRanges] {
        Dictionary(grouping: lines.states.lazy.compactMap(\.line).filter { !$0.isAction }, by: \.store).mapValues {
            StepRanges($0.lazy.map(\.steps))
        }
    }

    // MARK: States

    /// The state lines by step, those of one store in their order: a combined change takes the place of the last line in it.
    private func states(_ lines: SegmentLines, without runs: [OmittedRun]) -> [UInt8] {
        var sorted = SortedLines()
        var sums: [RunKey: ChangeSum] = [:]
        var lasts: [RunKey: Int] = [:]
        var births: [String: Int] = [:]
        for entry in lines.states {
            guard let line = entry.line else {
                sorted.add(entry.place) { $0.add(entry.bytes) }
                continue
            }
            let run = runs.partitioningIndex { $0.steps.upperBound >= line.step }
            let isDropped = run < runs.count && runs[run].steps.contains(line.step)
            if line.isAction {
                if !isDropped { sorted.add(line.step) { $0.add(entry.bytes) } }
                continue
            }
            births[line.store] = births[line.store] ?? line.step
            guard isDropped else {
                sorted.add(line.step) { $0.add(entry.bytes) }
                continue
            }
            let key = RunKey(run: run, store: line.store)
            sums[key, default: ChangeSum()].add(line)
            lasts[key] = max(line.step, runs[run].lastSteps[line.store] ?? 0)
        }
        for (key, sum) in sums {
            let line = sum.line(at: lasts[key] ?? 0, store: key.store, runFrom: runs[key.run].steps.lowerBound)
            sorted.add(line.step) { $0.add(line) }
        }
        for (number, run) in runs.enumerated() {
            guard let gap = run.lastGapStep else { continue }
            for store in stores where births[store].map({ $0 < gap }) ?? true && lasts[RunKey(run: number, store: store)] ?? 0 < gap {
                // The store has not changed since, and is known again after the gap.
                sorted.add(run.steps.upperBound) {
                    $0.add(StateLine(step: run.steps.upperBound, store: store, change: .patch(JSONPatch())))
                }
            }
        }
        return sorted.bytes
    }

    /// Identifies the changes of one store in one run.
    private struct RunKey: Hashable {
        var run: Int
        var store: String
    }
}

/// Lines of a state stream, sorted by step; lines of the same step keep their order.
struct SortedLines {
    private var stream = StreamBytes()
    private var lines: [(step: Int, place: Range<Int>)] = []

    mutating func add(_ step: Int, _ write: (inout StreamBytes) -> Void) {
        let start = stream.bytes.count
        write(&stream)
        lines.append((step, start..<stream.bytes.count))
    }

    var bytes: [UInt8] {
        let isSorted = zip(lines, lines.dropFirst()).allSatisfy { $0.step <= $1.step }
        if isSorted { return stream.bytes }
        var result: [UInt8] = []
        result.reserveCapacity(stream.bytes.count)
        for line in lines.sorted(by: { ($0.step, $0.place.lowerBound) < ($1.step, $1.place.lowerBound) }) {
            result += stream.bytes[line.place]
        }
        return result
    }
}

extension StateLine {
    /// Whether the line holds only a full action, and no state.
    var isAction: Bool { if case .action = change { true } else { false } }
}
