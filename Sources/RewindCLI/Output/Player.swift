import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// Prints steps when they are due.
struct Player: Sendable {
    let timeline: Timeline
    let console: Console
    let asJSON: Bool

    /// Prints the steps of a range at their original intervals, against any clock; ends with the last of them.
    func play<C: Clock>(_ range: ClosedRange<Int>, schedule: PlaySchedule, clock: C) async throws where C.Duration == Duration {
        var texts = RecentTexts()
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
                show(item, ending: ending, after: texts)
                if case .step(let step) = item { texts.take(step) }
                console.flush()
            }
            next = end + 1
        }
    }

    private func show(_ item: Timeline.Item, ending: Ending, after texts: RecentTexts) {
        if asJSON {
            console.print(json: StepRow.json(item, ending: ending))
        } else if case .step(let step) = item {
            console.printRow(StepRow(step, ending: ending).played(columns: console.columns, after: texts.known))
        } else {
            console.printRow(StepRow.line(item, ending: ending))
        }
    }
}

/// The last texts at the places that steps gave one: of a text that is typed, only the end is new.
struct RecentTexts {
    private(set) var known: [JSONPointer: String] = [:]

    /// Places that are remembered; beyond them it begins anew.
    private static let limit = 256

    /// Takes what a step wrote.
    mutating func take(_ step: Step) {
        guard let patch = step.patch else { return }
        for operation in patch.operations {
            switch operation {
            case .add(let place, .string(let text)), .replace(let place, .string(let text)):
                if known.count == Self.limit { known = [:] }
                known[place] = text
            default: break
            }
        }
    }
}
