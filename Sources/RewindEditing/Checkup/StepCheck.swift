import RewindFormat
import RewindValue

/// Checks the action streams: lines, the order of steps, gaps, causes, times and clocks.
struct StepCheck {
    private let recording: Recording
    /// The last step that was seen, or lost in a gap.
    private(set) var last = 0
    private var lastTime = Int.min
    private var clock: ClockLine?
    private var hasClock = false
    /// The gaps that the recording tells of.
    private var told = StepRanges([])

    init(_ recording: Recording) { self.recording = recording }

    mutating func take(_ segment: Segment, isFirst: Bool, _ findings: inout Findings) {
        let entry = SegmentName.actions(segment.index)
        for damage in segment.damage {
            let words = "\(damage.reason.rawValue): \(damage.count) bytes at byte \(damage.offset)"
            findings.add(
                damage.reason == .torn && recording.form == .directory ? .note : .error, "line", words, entry: damage.entry,
                advice: damage.reason == .torn ? nil : "Run: rewind recover \(recording.path.shellQuoted)")
        }
        told = StepRanges(told.ranges + segment.journal.compactMap { if case .gap(let gap) = $0 { gap.steps } else { nil } })
        var unknown = segment.unknownStates.count
        var isBeginning = isFirst
        for line in segment.journal {
            switch line {
            case .action(let action):
                if isBeginning { checkFirst(action.step, entry, &findings) }
                isBeginning = false
                check(action, entry, &findings)
            case .clock(let line): check(line, entry, &findings)
            case .gap(let gap): last = max(last, gap.steps.upperBound)
            case .mark(let mark) where mark.step > last + 1 && !isBeginning:
                findings.add(.warning, "mark", "the mark \(mark.name) comes before its step", entry: entry, step: mark.step)
            case .unknown: unknown += 1
            case .mark, .log, .swallowed: break
            }
        }
        if unknown > 0 {
            findings.add(
                .note, "unknown", "lines of kinds that this version does not know: \(unknown)", entry: SegmentName.directory(segment.index))
        }
    }

    func finish(_ findings: inout Findings) {
        if !hasClock, recording.steps != nil { findings.add(.warning, "clock", "no line tells what the wall clock showed") }
        for gap in told.ranges {
            let words = gap.count == 1 ? "step \(gap.lowerBound) is" : "steps \(gap.lowerBound) to \(gap.upperBound) are"
            findings.add(.note, "gap", "\(words) in a gap that the recording explains", step: gap.lowerBound)
        }
    }

    private mutating func checkFirst(_ step: Int, _ entry: String, _ findings: inout Findings) {
        let manifest = recording.manifest
        if step > max(1, last + 1), manifest.limits == nil, manifest.edits.isEmpty {
            findings.add(
                .warning, "gap", "the first step is \(step), and no gap explains the missing steps before it", entry: entry, step: step)
        }
        last = step - 1
    }

    private mutating func check(_ action: ActionLine, _ entry: String, _ findings: inout Findings) {
        let step = action.step
        if step <= last, told.range(containing: step) == nil {
            findings.add(.error, "order", "step \(step) comes after step \(last)", entry: entry, step: step)
        } else if step > last + 1, told.firstMissing(in: (last + 1)...(step - 1)) != nil {
            let words = step == last + 2 ? "step \(last + 1) is" : "steps \(last + 1) to \(step - 1) are"
            findings.add(.warning, "gap", "\(words) missing, and no gap explains this", entry: entry, step: step)
        }
        last = max(last, step)
        if action.time < lastTime {
            findings.add(.warning, "time", "the time is earlier than the previous step's", entry: entry, step: step)
        }
        lastTime = action.time
        if let cause = action.cause, cause >= step || cause < 0 {
            findings.add(.error, "cause", "the cause is step \(cause), which comes later", entry: entry, step: step)
        }
        if action.isCut {
            findings.add(.warning, "action", "only the beginning of its action is there", entry: entry, step: step)
        }
    }

    private mutating func check(_ line: ClockLine, _ entry: String, _ findings: inout Findings) {
        hasClock = true
        defer { clock = line }
        guard let before = clock, line.time != before.time || line.wall != before.wall else { return }
        let (first, second) = (before.wall.subtractingReportingOverflow(before.time), line.wall.subtractingReportingOverflow(line.time))
        guard !first.overflow, !second.overflow else {
            return findings.add(.error, "clock", "a clock line has impossible times", entry: entry)
        }
        let jump = second.partialValue.subtractingReportingOverflow(first.partialValue)
        if jump.overflow || jump.partialValue.magnitude > 1_000_000_000 {
            let seconds = jump.overflow ? "many" : "\(jump.partialValue / 1_000_000_000)"
            findings.add(.note, "clock", "the wall clock was set, or the machine slept: it jumped by \(seconds) s", entry: entry)
        }
    }
}
