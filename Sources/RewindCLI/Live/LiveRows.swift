import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// Shows the steps of a running app as rows when they happen.
struct LiveRows {
    private let console: Console
    private let asJSON: Bool
    private let filter: StepFilter
    private let withLogs: Bool
    /// The next step to show.
    private var next: Int
    /// The time of the last mark or log line that was shown.
    private var lastNote: Int
    private var hasHeader = false
    private var lastGrowth = ContinuousClock.now
    private var isBehind = true

    /// - Parameter start: the first step to show.
    init(from start: Int, noteTime: Int = .min, filter: StepFilter, withLogs: Bool = false, on console: Console, asJSON: Bool) {
        (next, lastNote, self.filter, self.withLogs) = (max(1, start), noteTime, filter, withLogs)
        (self.console, self.asJSON) = (console, asJSON)
    }

    /// How long to wait for a step's state; if its reducer takes longer, the step is shown without it.
    private static let patience = Duration.seconds(1)

    /// Shows new steps; returns whether there were any.
    ///
    /// - Throws: `RecordingError` if the recording can't be read.
    @discardableResult
    mutating func show(_ recording: LiveRecording, isLast: Bool = false) throws -> Bool {
        let now = ContinuousClock.now
        if try recording.readLines() { (lastGrowth, isBehind) = (now, true) }
        // The recording may have been updated elsewhere in the meantime.
        guard isBehind || isLast || recording.lastStep >= next else { return false }
        let isQuiet = now - lastGrowth >= Self.patience || isLast
        let end = isQuiet ? recording.lastStep : min(recording.lastStep, recording.lastState)
        if end < next, !isQuiet, recording.lastStep >= next { return false }  // their states are about to arrive
        isBehind = end < recording.lastStep
        return try show(recording.timeline(from: next), upTo: max(end, next - 1))
    }

    /// Shows the steps up to a given one, and the notes since the last that was shown.
    private mutating func show(_ timeline: Timeline, upTo end: Int) throws -> Bool {
        let first = max(next - 1, timeline.steps.lowerBound)
        guard end >= first else { return false }
        var isFirst = !hasHeader
        var lastNote = lastNote
        try timeline.forEach(in: first...end, matching: filter, withLogs: withLogs) { item in
            switch item {
            case .step(let step): if step.number < next { return }
            case .gap(let steps, _): if steps.upperBound < next { return }
            case .mark(let mark):
                if mark.time <= self.lastNote { return }
                lastNote = max(lastNote, mark.time)
            case .log(let log):
                if log.time <= self.lastNote { return }
                lastNote = max(lastNote, log.time)
            case .effect(let effect):
                if effect.line.time <= self.lastNote { return }
                lastNote = max(lastNote, effect.line.time)
            case .swallowed(let action):
                if action.time <= self.lastNote { return }
                lastNote = max(lastNote, action.time)
            }
            if isFirst, !asJSON { console.printRow(StepRow.header) }
            isFirst = false
            let ending = timeline.recording.manifest.ending
            if asJSON {
                console.print(json: item.json(ending: ending))
            } else {
                console.printRow(StepRow.line(item, ending: ending))
            }
        }
        hasHeader = !isFirst
        (next, self.lastNote) = (max(next, end + 1), lastNote)
        console.flush()
        return true
    }
}
