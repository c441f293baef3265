import RewindFormat
import RewindReplay
import RewindValue

/// Prints steps when they are due.
struct Player: Sendable {
    let timeline: Timeline
    let console: Console
    let asJSON: Bool

    /// Prints the steps of a range at their original intervals, against any clock; ends with the last of them.
    func play<C: Clock>(_ range: ClosedRange<Int>, schedule: PlaySchedule, clock: C) async throws where C.Duration == Duration {
        var playClock = PlayClock(clock, schedule: schedule)
        let ending = timeline.recording.manifest.ending
        // The steps of one segment at a time: waiting for one must not hold the others in memory.
        var next = range.lowerBound
        while next <= range.upperBound {
            let end = try timeline.endOfSegment(containing: next)
            var items: [Timeline.Item] = []
            try timeline.forEach(in: next...min(end, range.upperBound)) { items.append($0) }
            for item in items {
                if case .step(let step) = item, let time = step.time { try await playClock.waitForStep(at: time) }
                show(item, ending: ending)
                console.flush()
            }
            next = end + 1
        }
    }

    private func show(_ item: Timeline.Item, ending: Ending) {
        if asJSON {
            console.print(json: StepRow.json(item, ending: ending))
        } else if case .step(let step) = item {
            console.printRow(Self.line(StepRow(step, ending: ending)))
        } else {
            console.printRow(StepRow.line(item, ending: ending))
        }
    }

    /// The step, and what it changed in a few words.
    static func line(_ row: StepRow) -> Line {
        var line = Line(DisplayWidth.aligned(String(row.step.number), to: 7) + "  ", row.mark == nil ? .plain : .alarm)
        line.add(row.step.time.map { "+" + TimeText.clock($0) + "  " } ?? "", .faint)
        line.add(row.step.type, row.mark == nil ? .name : .alarm)
        if let patch = row.step.patch, !patch.isEmpty { line = line + Line("  ") + PatchText(patch).summary() }
        if let mark = row.mark { line.add("  " + mark, .alarm) }
        return line
    }
}
