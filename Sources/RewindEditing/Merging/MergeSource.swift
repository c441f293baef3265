import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue

/// A recording that is being merged onto one clock, read line by line in the order of its action streams.
final class MergeSource {
    /// The prefix of its stores' names.
    let name: String
    let editor: Editor
    let contents: BundleContents
    private let clock: WallClock
    private var nextSegment = 0
    private var entries: ArraySlice<SegmentLines.Entry<JournalLine>> = []
    private var lastWall = Int.min
    private var states: [(step: Int, line: StateLine)] = []
    private var poppedStates = 0
    private var covered: [String: StepRanges] = [:]
    /// The numbers of its steps, and their new numbers.
    private var numbers: [(old: ClosedRange<Int>, new: Int)] = []

    /// The last of its steps that has a new number; initially the one before its first step.
    private(set) var lastStep: Int

    init(_ editor: Editor, name: String) throws(RecordingError) {
        self.editor = editor
        self.name = name
        lastStep = editor.timeline.steps.lowerBound
        contents = try editor.contents()
        clock = try WallClock(of: editor.recording)
        try advance()
    }

    /// The wall clock time when the recording began, in nanoseconds since 1970.
    var started: Int { clock.wall(at: 0) }

    /// The next line of the action stream, with its wall clock time; `nil` at the end.
    ///
    /// A segment without such lines has a placeholder line, at the time of the line before it.
    var next: (entry: SegmentLines.Entry<JournalLine>, wall: Int)? { entries.first.map { ($0, wall(of: $0)) } }

    /// Whether the next line is the last of its segment.
    var isLastOfSegment: Bool { entries.count == 1 }

    /// The keyframes at the beginning of the segment, and the step after which they hold; empty once they were taken.
    private var segmentStart: (lines: [StateLine], step: Int?) = ([], nil)

    /// Returns and clears these keyframes.
    func popKeyframes() -> (lines: [StateLine], step: Int?) {
        defer { segmentStart = ([], nil) }
        return segmentStart
    }

    /// Advances to the next line.
    func advance() throws(RecordingError) {
        if let first = entries.first {
            lastWall = wall(of: first)
            entries = entries.dropFirst()
        }
        if entries.isEmpty, nextSegment < contents.segments.count { try load() }
    }

    private func load() throws(RecordingError) {
        let lines = SegmentLines(try contents.segments[nextSegment].streams())
        nextSegment += 1
        entries = lines.journal.isEmpty ? [SegmentLines.Entry(bytes: [], line: nil, place: 0)] : lines.journal[...]
        segmentStart = ([], nil)
        states = []
        poppedStates = 0
        var ranges: [String: [ClosedRange<Int>]] = [:]
        var begun: Set<String> = []
        let first = lines.actions.first?.step ?? lines.states.compactMap { $0.line?.coveredSteps?.lowerBound }.min() ?? .max
        for case let line? in lines.states.lazy.map(\.line) {
            if !line.isAction {
                if case .keyframe = line.change, begun.insert(line.store).inserted, line.step < first {
                    segmentStart.lines.append(line)
                    continue
                }
                begun.insert(line.store)
                ranges[line.store, default: []].append(line.steps)
            }
            states.append((line.step, line))
        }
        let firstGapStep = lines.journal.compactMap { if case .gap(let gap)? = $0.line { gap.steps.lowerBound } else { nil } }.min() ?? .max
        segmentStart.step = segmentStart.lines.map(\.step).max().map { min($0, first - 1, firstGapStep - 1) }
        states = states.enumerated().sorted { ($0.element.step, $0.offset) < ($1.element.step, $1.offset) }.map(\.element)
        covered = ranges.mapValues { StepRanges($0) }
    }

    /// The state lines up to a step that were not taken yet, in their order.
    func popStates(through step: Int) -> ArraySlice<(step: Int, line: StateLine)> {
        let start = poppedStates
        while poppedStates < states.count, states[poppedStates].step <= step { poppedStates += 1 }
        return states[start..<poppedStates]
    }

    /// Whether the last step that has a new number shares a patch with later ones.
    var isInsidePatch: Bool { states[poppedStates...].contains { ($0.line.merged?.lowerBound ?? .max) <= lastStep } }

    /// The names of its marks, each once; reads no states, and parses only segments that may contain marks.
    func markNames() throws(RecordingError) -> Set<String> {
        var names: Set<String> = []
        for segment in contents.segments {
            let actions = try segment.actions.load()
            guard actions.containsKey("mark") else { continue }
            for entry in SegmentLines(SegmentStreams(actions: actions, states: [])).journal {
                if case .mark(let mark)? = entry.line { names.insert(mark.name) }
            }
        }
        return names
    }

    /// The last step with a state line in this segment.
    var lastStateStep: Int? { states.last?.step }

    /// Whether a line of the segment covers a store's state at a step.
    func hasState(of store: String, at step: Int) -> Bool { covered[store]?.range(containing: step) != nil }

    /// Whether lines of the segment cover the state of a store, given by its new name, at any of some steps.
    func hasState(of store: String, at steps: ClosedRange<Int>) -> Bool {
        covered[String(store.dropFirst(name.count + 1))].map { $0.firstMissing(in: steps) == nil } ?? false
    }

    /// The wall clock time of a line, which never decreases.
    private func wall(of entry: SegmentLines.Entry<JournalLine>) -> Int {
        let time: Int? =
            switch entry.line {
            case .action(let action): action.time
            case .swallowed(let swallowed): swallowed.action.time
            case .mark(let mark): mark.time
            case .log(let log): log.time
            case .effect(let effect): effect.time  // of one that is repeated, it is in the past, and counts for nothing
            case .clock, .gap, .unknown, nil: nil
            }
        let start = lastWall == .min ? started : lastWall
        return max(start, time.map { clock.wall(at: $0) } ?? start)
    }

    /// Nanoseconds since 1970 at a time of this recording.
    func wall(at time: Int) -> Int { clock.wall(at: time) }

    /// Records the new numbers of its next steps.
    func note(_ old: ClosedRange<Int>, became first: Int) {
        numbers.append((old, first))
        lastStep = old.upperBound
    }

    /// The new number of a step; for a missing step, the new number of the step before it, or 0 before all.
    func number(of old: Int) -> Int {
        let next = numbers.partitioningIndex { $0.old.lowerBound > old }
        guard next > 0 else { return 0 }
        let steps = numbers[next - 1]
        return steps.new + min(old, steps.old.upperBound) - steps.old.lowerBound
    }

    /// Its losses, with the new numbers of its steps.
    var losses: [Loss] { editor.recording.manifest.losses.flatMap { $0.merged(as: name, renumbered: renumbered) } }

    /// The new numbers of some of its steps, the first and the last, and the steps before and after these that have none.
    private func renumbered(_ steps: ClosedRange<Int>) -> (new: ClosedRange<Int>?, rest: [ClosedRange<Int>]) {
        let known = numbers[numbers.partitioningIndex { $0.old.upperBound >= steps.lowerBound }...].prefix {
            $0.old.lowerBound <= steps.upperBound
        }
        guard let first = known.first?.old.clamped(to: steps).lowerBound, let last = known.last?.old.clamped(to: steps).upperBound else {
            return (nil, [steps])
        }
        return (number(of: first)...number(of: last), StepRanges([first...last]).outside(steps))
    }

    /// The name that a part of it has in the merged recording; its own for itself.
    func name(of part: String?) -> String { part.map { "\(name)/\($0)" } ?? name }

    /// Whether a store of the merged recording comes from this source.
    func has(_ store: String) -> Bool { store.hasPrefix(name + "/") }

    func store(_ store: String) -> String { "\(name)/\(store)" }
}

extension [UInt8] {
    /// Whether a key occurs in lines of JSON, without escapes, as every writer writes it.
    fileprivate func containsKey(_ key: String) -> Bool {
        let wanted = Array("\"\(key)\"".utf8)
        return withUnsafeBufferPointer { bytes in
            var place = 0
            while place + wanted.count <= bytes.count {
                if bytes[place] == wanted[0], (1..<wanted.count).allSatisfy({ bytes[place + $0] == wanted[$0] }) { return true }
                place += 1
            }
            return false
        }
    }
}
