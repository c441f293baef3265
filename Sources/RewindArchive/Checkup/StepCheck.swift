package import RewindFormat
import RewindValue

/// Checks the action streams: lines, the order of steps, gaps, causes, times and clocks.
package struct StepCheck {
    private let manifest: Manifest
    private let form: Recording.Form
    /// The advice for a damaged line.
    private let advice: String
    /// The last step that was seen, or that a gap covers.
    package private(set) var last = 0
    private var lastTime = Int.min
    private var clock: ClockLine?
    private var hasClock = false
    /// The gaps that the recording lists.
    private var gapSteps = StepRanges([])

    /// Creates a check that has seen no segments.
    package init(_ manifest: Manifest, _ form: Recording.Form, path: String) {
        (self.manifest, self.form) = (manifest, form)
        advice = "Run: rewind recover \(path.shellQuoted)"
    }

    package mutating func add(_ segment: Segment, isFirst: Bool, _ findings: inout Findings) {
        let entry = SegmentName.actions(segment.index)
        for damage in segment.damage {
            let words = "\(damage.reason.words): \(damage.count) bytes at byte \(damage.offset)"
            findings.add(
                damage.reason == .torn && form == .directory ? .note : .error, "line", words, entry: damage.entry,
                advice: damage.reason == .torn ? nil : advice)
        }
        gapSteps = StepRanges(gapSteps.ranges + segment.journal.compactMap { if case .gap(let gap) = $0 { gap.steps } else { nil } })
        var unknown = segment.unknownStates.count
        var isBeginning = isFirst
        for (number, line) in segment.journal.enumerated() {
            switch line {
            case .action(let action):
                if isBeginning { checkFirst(action.step, entry, &findings) }
                isBeginning = false
                check(action, UnsoundLine(entry: entry, place: number), &findings)
            case .clock(let line): check(line, entry, &findings)
            case .gap(let gap): last = max(last, gap.steps.upperBound)
            case .mark(let mark) where mark.step > last + 1 && !isBeginning:
                findings.add(.warning, "mark", "the mark \(mark.name) comes before its step", entry: entry, step: mark.step)
            case .unknown: unknown += 1
            case .mark, .log, .effect, .swallowed: break
            }
        }
        if unknown > 0 {
            findings.add(
                .note, "unknown", "lines of kinds that this version does not know: \(unknown)", entry: SegmentName.directory(segment.index))
        }
    }

    /// Adds the findings that only become known at the end.
    package func finish(hasSteps: Bool, _ findings: inout Findings) {
        if !hasClock, hasSteps { findings.add(.warning, "clock", "no line tells what the wall clock showed") }
        for gap in gapSteps.ranges {
            let words = gap.count == 1 ? "step \(gap.lowerBound) is" : "steps \(gap.lowerBound) to \(gap.upperBound) are"
            findings.add(.note, "gap", "\(words) in a gap that the recording explains", step: gap.lowerBound)
        }
    }

    private mutating func checkFirst(_ step: Int, _ entry: String, _ findings: inout Findings) {
        if step > max(1, last + 1), manifest.limits == nil, manifest.edits.isEmpty {
            findings.add(
                .warning, "gap", "the first step is \(step), and no gap explains the missing steps before it", entry: entry, step: step)
        }
        last = step - 1
    }

    private mutating func check(_ action: ActionLine, _ place: UnsoundLine, _ findings: inout Findings) {
        let (step, entry) = (action.step, place.entry)
        if step <= last, gapSteps.range(containing: step) == nil {
            findings.add(.error, "order", "step \(step) comes after step \(last)", entry: entry, step: step, line: place)
        } else if step > last + 1, gapSteps.firstMissing(in: (last + 1)...(step - 1)) != nil {
            let words = step == last + 2 ? "step \(last + 1) is" : "steps \(last + 1) to \(step - 1) are"
            findings.add(.warning, "gap", "\(words) missing, and no gap explains this", entry: entry, step: step)
        }
        last = max(last, step)
        if action.time < lastTime {
            findings.add(.warning, "time", "the time is earlier than the previous step's", entry: entry, step: step)
        }
        lastTime = action.time
        if let cause = action.cause, cause >= step {
            let line = UnsoundLine(entry: entry, place: place.place, hasOnlyInvalidCause: true)
            findings.add(.error, "cause", "the cause is step \(cause), which comes later", entry: entry, step: step, line: line)
        }
        if action.isCut {
            findings.add(.warning, "action", "only the beginning of its action is there", entry: entry, step: step)
        }
    }

    private mutating func check(_ line: ClockLine, _ entry: String, _ findings: inout Findings) {
        hasClock = true
        defer { clock = line }
        guard let before = clock, line.time != before.time || line.wall != before.wall else { return }
        let jump = (line.wall - line.time) - (before.wall - before.time)
        if jump.magnitude > 1_000_000_000 {
            findings.add(
                .note, "clock", "the wall clock was set, or the machine slept: it jumped by \(jump / 1_000_000_000) s", entry: entry)
        }
    }
}
