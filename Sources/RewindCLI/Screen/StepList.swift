import RewindFormat
import RewindRendering
import RewindReplay

/// The list of a recording's steps around any place in it: runs of equal actions are one row, and a filter may leave steps out.
///
/// Rows are made as they are looked at, a stretch of the recording at a time, so the list opens at once however long the recording is.
struct StepList {
    private(set) var timeline: Timeline
    private(set) var filter = StepFilter()
    /// The runs that are shown as their steps.
    private var opened: [ClosedRange<Int>] = []
    private var stretches: [Int: [Row]] = [:]

    private static let length = 1_024
    private static let kept = 24

    init(_ timeline: Timeline, filter: StepFilter = StepFilter()) { (self.timeline, self.filter) = (timeline, filter) }

    struct Row {
        enum Content {
            /// The state before the first action.
            case beginning
            case item(Timeline.Item)
            case run(StepRuns.Run)
        }

        let content: Content
        /// The steps of the row; `nil` for marks, log lines and swallowed actions between two steps.
        let steps: ClosedRange<Int>?
        /// The time of the step before it.
        let timeBefore: Int?
    }

    /// Where a row is: its stretch, and its position in it.
    struct Place: Equatable {
        var stretch: Int
        var row: Int
    }

    // MARK: Rows

    private func stretch(of step: Int) -> Int { step / Self.length }

    private var stretchNumbers: ClosedRange<Int> { stretch(of: timeline.steps.lowerBound)...stretch(of: timeline.steps.upperBound) }

    private mutating func rows(in stretch: Int) throws(RecordingError) -> [Row] {
        if let rows = stretches[stretch] { return rows }
        let first = stretch * Self.length
        let range = (first...(first + Self.length - 1)).clamped(to: timeline.steps)
        var items: [Timeline.Item] = []
        try timeline.forEach(in: range, matching: filter, withLogs: true, withEffects: true) { items.append($0) }
        var rows: [Row] = []
        var time = range.lowerBound > timeline.steps.lowerBound ? try timeline.step(at: range.lowerBound - 1)?.time : 0
        func add(_ content: Row.Content, _ steps: ClosedRange<Int>?, until last: Int?) {
            rows.append(Row(content: content, steps: steps, timeBefore: time))
            if let last { time = last }
        }
        if range.lowerBound == timeline.steps.lowerBound, filter.acceptsEveryStep {
            add(.beginning, range.lowerBound...range.lowerBound, until: nil)
        }
        let ending = timeline.recording.manifest.ending
        for row in StepFolds.rows(items, ending: ending) {
            switch row {
            case .item(.step(let step)): add(.item(.step(step)), step.number...step.number, until: step.time)
            case .item(.gap(let steps, let reason)): add(.item(.gap(steps, reason: reason)), steps, until: nil)
            case .item(let item): add(.item(item), nil, until: nil)
            case .run(let run) where opened.contains { $0.contains(run.first.number) }:
                for case .step(let step) in items where (run.first.number...run.last.number).contains(step.number) {
                    add(.item(.step(step)), step.number...step.number, until: step.time)
                }
            case .run(let run): add(.run(run), run.first.number...run.last.number, until: run.last.time)
            }
        }
        if stretches.count >= Self.kept, let farthest = stretches.keys.max(by: { abs($0 - stretch) < abs($1 - stretch) }) {
            stretches[farthest] = nil
        }
        stretches[stretch] = rows
        return rows
    }

    mutating func row(at place: Place) throws(RecordingError) -> Row { try rows(in: place.stretch)[place.row] }

    /// The row of a step; if the filter leaves the step out, `nil`.
    mutating func place(of step: Int) throws(RecordingError) -> Place? {
        let stretch = stretch(of: step)
        return try rows(in: stretch).firstIndex { $0.steps?.contains(step) == true }.map { Place(stretch: stretch, row: $0) }
    }

    /// The place before which a step would stand that the filter leaves out.
    private mutating func gap(for step: Int) throws(RecordingError) -> Place {
        let stretch = stretch(of: step)
        let rows = try rows(in: stretch)
        return Place(stretch: stretch, row: rows.firstIndex { ($0.steps?.lowerBound ?? 0) > step } ?? rows.count)
    }

    /// The place after another, or before it; `nil` at the end, or if the user stops a long search for it.
    private mutating func neighbour(of place: Place, by direction: Int) throws(RecordingError) -> Place? {
        var place = Place(stretch: place.stretch, row: place.row + direction)
        while true {
            let count = try rows(in: place.stretch).count
            if (0..<count).contains(place.row) { return place }
            place.stretch += direction
            guard stretchNumbers.contains(place.stretch), !StopRequest.isMade else { return nil }
            place.row = direction > 0 ? 0 : try rows(in: place.stretch).count - 1
        }
    }

    /// The step to go to from another by some rows of steps, back for a negative number; the last one there is if there are fewer.
    mutating func step(from step: Int, by count: Int) throws(RecordingError) -> Int {
        let direction = count.signum()
        var place: Place
        if let own = try self.place(of: step) {
            place = own
        } else {
            place = try gap(for: step)
            if direction > 0 { place.row -= 1 }
        }
        var (found, left) = (step, abs(count))
        while left > 0, let next = try neighbour(of: place, by: direction) {
            place = next
            guard let steps = try row(at: place).steps else { continue }
            found = steps.upperBound
            left -= 1
        }
        return found
    }

    /// The rows to show: up to a number before the row of a step, and as many as fit.
    ///
    /// - Returns: the rows, and the position of the step's own; `nil` for a step that the filter leaves out.
    mutating func window(around step: Int, before: Int, height: Int) throws(RecordingError) -> (rows: [Row], current: Int?) {
        let own = try place(of: step)
        let start = if let own { own } else { try gap(for: step) }
        var (earlier, later): ([Row], [Row]) = ([], [])
        if let own { later = [try row(at: own)] }
        var (first, last) = (start, start)
        if own == nil { last.row -= 1 }
        func missing() -> Int { height - earlier.count - later.count }
        while earlier.count < before, missing() > 0, let next = try neighbour(of: first, by: -1) {
            earlier.append(try row(at: next))
            first = next
        }
        while missing() > 0, let next = try neighbour(of: last, by: 1) {
            later.append(try row(at: next))
            last = next
        }
        while missing() > 0, let next = try neighbour(of: first, by: -1) {
            earlier.append(try row(at: next))
            first = next
        }
        return (earlier.reversed() + later, own == nil ? nil : earlier.count)
    }

    // MARK: What is listed

    /// Continues with a recording that has grown since.
    mutating func follow(_ timeline: Timeline) {
        stretches[stretch(of: self.timeline.steps.upperBound)] = nil
        self.timeline = timeline
    }

    /// Goes on with another session.
    mutating func replace(with timeline: Timeline) { (self.timeline, stretches, opened) = (timeline, [:], []) }

    mutating func set(_ filter: StepFilter) { (self.filter, stretches, opened) = (filter, [:], []) }

    /// Shows the steps of the run at a step, or folds them; returns whether there is a run.
    mutating func toggleRun(at step: Int) throws(RecordingError) -> Bool {
        guard let place = try place(of: step) else { return false }
        if let position = opened.firstIndex(where: { $0.contains(step) }) {
            opened.remove(at: position)
        } else if case .run(let run) = try row(at: place).content {
            opened.append(run.first.number...run.last.number)
        } else {
            return false
        }
        stretches[place.stretch] = nil
        return true
    }
}
