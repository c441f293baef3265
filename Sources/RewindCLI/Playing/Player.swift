import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// Prints steps at their recorded times.
struct Player: Sendable {
    let timeline: Timeline
    let console: Console
    let asJSON: Bool
    private let pictures: AppPictures

    init(timeline: Timeline, console: Console, asJSON: Bool) {
        (self.timeline, self.console, self.asJSON) = (timeline, console, asJSON)
        pictures = AppPictures(of: timeline.recording)
    }

    /// Prints the steps of a range at their original intervals, using any clock; returns after the last step.
    func play<C: Clock>(_ range: ClosedRange<Int>, schedule: PlaySchedule, clock: C) async throws where C.Duration == Duration {
        var texts = RecentTexts()
        var playClock = PlayClock(clock, schedule: schedule)
        var beats = PlayedBeats(timeline, range, folds: console.columns != nil && !asJSON)
        var position = range.lowerBound - 1
        while let beat = try beats.beat(after: position) {
            if let time = beat.time { try await playClock.waitForStep(at: time) }
            for row in beats.popRows() { try show(row, after: &texts) }
            console.flush()
            position = beat.step
        }
    }

    /// Prints a row now, and the picture of the app that was taken there, if that is a text.
    ///
    /// - Parameter texts: The texts that were shown before it, and then its own, too.
    func show(_ row: StepFolds.Row, after texts: inout RecentTexts) throws {
        try showStep(row, after: &texts)
        guard !asJSON, let steps = row.steps, let picture = pictures.last(of: steps), picture.isScreen else { return }
        let width = console.columns ?? 80
        for line in StepPicture.lines(of: picture, in: timeline.recording) {
            console.print([Line("  │ ", .faint) + line.cut(to: max(1, width - 4))])
        }
    }

    private func showStep(_ row: StepFolds.Row, after texts: inout RecentTexts) throws {
        let ending = timeline.recording.manifest.ending
        switch row {
        case .item(let item) where asJSON: console.print(json: item.json(ending: ending))
        case .item(.step(let step)):
            console.printRow(StepRow(step, ending: ending).played(columns: console.columns, after: try texts.before(step, in: timeline)))
            texts.noteTexts(of: step)
        case .run(let run):
            // The texts before the first step of the run show what is new.
            let known = try texts.before(run.first, in: timeline)
            console.printRow(StepRow(run.last, ending: ending).played(as: run, columns: console.columns, after: known))
            texts.noteTexts(of: run.last)
        case .item(let item): console.printRow(StepRow.line(item, ending: ending))
        }
    }
}

extension StepFolds.Row {
    /// The steps that the row is about; `nil` for what stands between steps.
    fileprivate var steps: ClosedRange<Int>? {
        switch self {
        case .item(.step(let step)): step.number...step.number
        case .run(let run): run.first.number...max(run.first.number, run.last.number)
        case .item: nil
        }
    }
}

/// The last texts written at each place: of a text that is being typed, only the new end is shown.
struct RecentTexts {
    private var known: [JSONPointer: String] = [:]

    /// The maximum number of places to remember; when it is exceeded, all are forgotten.
    private static let limit = 256

    /// The texts before a step: those remembered, and long ones from the state.
    func before(_ step: Step, in timeline: Timeline) throws -> [JSONPointer: String] {
        let unknown = (step.patch?.operations ?? []).contains { operation in
            if case .replace(let place, .string) = operation { known[place] == nil } else { false }
        }
        return unknown ? try timeline.textsBefore(step, longerThan: 12).merging(known) { $1 } : known
    }

    /// Remembers the texts that a step wrote.
    mutating func noteTexts(of step: Step) {
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
