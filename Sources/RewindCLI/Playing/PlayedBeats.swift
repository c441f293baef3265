import RewindFormat
import RewindRendering
import RewindReplay

/// The rows of a recording that is played, beat by beat: a step, or a run of equal ones, with the marks behind it.
///
/// Holds the rows of one segment, so that the others are not in memory while waiting for a step.
struct PlayedBeats {
    let timeline: Timeline
    let steps: ClosedRange<Int>
    /// Whether equal steps that follow each other are one row.
    private let folds: Bool
    private var rest: ArraySlice<Part> = []
    /// The step before the rest.
    private var position: Int?

    private struct Part {
        var beat: Playback.Beat
        var rows: [StepFolds.Row]
    }

    init(_ timeline: Timeline, _ steps: ClosedRange<Int>, folds: Bool = true) {
        (self.timeline, self.steps, self.folds) = (timeline, steps, folds)
    }

    /// The beat after a step; `nil` after the last.
    ///
    /// Costs a segment, unless it is asked for in order.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    mutating func beat(after step: Int) throws -> Playback.Beat? {
        if position != step || rest.isEmpty {
            (position, rest) = (step, [])
            var next = max(step + 1, steps.lowerBound)
            while rest.isEmpty, next <= steps.upperBound {
                let end = min(try timeline.endOfSegment(containing: next), steps.upperBound)
                var items: [Timeline.Item] = []
                try timeline.forEach(in: next...end) { items.append($0) }
                let ending = timeline.recording.manifest.ending
                rest = Self.parts(folds ? StepFolds.rows(items, ending: ending) : items.map(StepFolds.Row.item), upTo: end)[...]
                next = end + 1
            }
        }
        return rest.first?.beat
    }

    /// Takes the rows of the beat that was asked for last.
    mutating func popRows() -> [StepFolds.Row] {
        guard let part = rest.popFirst() else { return [] }
        position = part.beat.step
        return part.rows
    }

    /// The rows of one step, or of a gap that it lies in, and the step at the end of that in the direction of a walk.
    ///
    /// - Throws: `RecordingError` if the segment can't be read.
    func rows(at step: Int, isForward: Bool) throws -> (rows: [StepFolds.Row], landing: Int) {
        var (range, landing) = (step...step, step)
        if case .gap(let gap, _)? = try timeline.noStep(at: step) {
            range = gap.clamped(to: steps)
            landing = isForward ? range.upperBound : range.lowerBound
        }
        var rows: [StepFolds.Row] = []
        try timeline.forEach(in: range) { rows.append(.item($0)) }
        return (rows, landing)
    }

    private static func parts(_ rows: [StepFolds.Row], upTo end: Int) -> [Part] {
        var parts: [Part] = []
        var early: [StepFolds.Row] = []
        for row in rows {
            if let beat = beat(of: row) {
                parts.append(Part(beat: beat, rows: early + [row]))
                early = []
            } else if parts.isEmpty {
                early.append(row)
            } else {
                parts[parts.count - 1].rows.append(row)
                if case .item(.mark(let mark)) = row { parts[parts.count - 1].beat.mark = mark.name }
            }
        }
        // A recording without steps may have marks.
        return early.isEmpty ? parts : parts + [Part(beat: Playback.Beat(step: end, time: nil), rows: early)]
    }

    private static func beat(of row: StepFolds.Row) -> Playback.Beat? {
        switch row {
        case .item(.step(let step)): Playback.Beat(step: step.number, time: step.time)
        case .item(.gap(let gap, _)): Playback.Beat(step: gap.upperBound, time: nil)
        case .item: nil
        case .run(let run): Playback.Beat(step: run.last.number, time: run.last.time)
        }
    }
}
