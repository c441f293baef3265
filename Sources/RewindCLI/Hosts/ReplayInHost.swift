import RewindFormat
import RewindReplay
import RewindValue

/// Reduces recorded actions in a host at their original pace, each in the state that the host has reached.
struct ReplayInHost {
    let timeline: Timeline
    let stores: [String]
    /// What the host has reached; a store is missing until a state of it is known.
    private var states: [String: JSONValue] = [:]
    /// What is no difference, for each store of which a state was compared.
    private var tolerances: [String: StateTolerance] = [:]

    init(_ timeline: Timeline, stores: [String]) { (self.timeline, self.stores) = (timeline, stores) }

    struct Report {
        /// The number of steps whose actions were reduced.
        var reduced = 0
        /// The number of steps that were only shown, because their actions can't be reduced, and the reason for the first.
        var shown = 0
        var reason: String?
        /// The first step after which the state is not the recorded one, and a place that differs.
        var difference: (step: Step, place: StateDifference.Place)?
        /// The step at which the reducer crashed, and how.
        var crash: (step: Step, how: ReducerCrash)?
    }

    /// Replays steps at their recorded times.
    ///
    /// - Parameter show: called with each step as the host has reduced it; whether the state is the recorded one, or `nil` if that is unknown.
    /// - Throws: `RecordingError` or ``HostError``.
    mutating func run<C: Clock>(
        _ range: ClosedRange<Int>, schedule: PlaySchedule, clock: C, in reducer: inout HostReducer, show: (Step, Bool?) throws -> Void
    ) async throws -> Report where C.Duration == Duration {
        var report = Report()
        var play = PlayClock(clock, schedule: schedule)
        var rest: ClosedRange<Int>? = range
        while let next = rest, var step = try timeline.firstStep(in: next) {
            let number = step.number
            rest = number < range.upperBound ? (number + 1)...range.upperBound : nil
            guard stores.contains(step.store) else { continue }
            if let time = step.time { try await play.waitForStep(at: time) }
            guard try reduce(&step, in: &reducer, &report) else {
                if report.crash != nil { return report }
                report.shown += 1
                try show(step, nil)
                continue
            }
            report.reduced += 1
            guard case .known(let recorded) = try timeline.state(at: number, store: step.store), let reached = states[step.store] else {
                try show(step, nil)
                continue
            }
            let difference = StateDifference(
                from: recorded, to: reached, hidesTexts: timeline.recording.manifest.hidesTexts,
                allowing: &tolerances[step.store, default: reducer.tolerance(of: step.store, in: timeline)])
            if let place = difference?.places.first, report.difference == nil { report.difference = (step, place) }
            try show(step, difference == nil)
        }
        return report
    }

    /// Reduces a step, which then has the change that the host made; returns whether it could.
    private mutating func reduce(_ step: inout Step, in reducer: inout HostReducer, _ report: inout Report) throws -> Bool {
        let store = step.store
        if states[store] == nil, step.number > timeline.steps.lowerBound { try load(step.number - 1, of: store, in: &reducer) }
        if step.isReducible, let state = states[store] {
            switch try reducer.reduce([step], of: store).first {
            case .patch(let patch)?:
                var state = state
                try patch.apply(to: &state)
                (states[store], step.outcome) = (state, .changed(patch))
                return true
            case .state(let own)?:
                (states[store], step.outcome) = (own, .changed(TreeDiff(from: state, to: own).patch))
                return true
            case .crashed(let how)?:
                report.crash = (step, how)
                return false
            case .undecodable(let reason)?: report.reason = report.reason ?? reason
            case nil: break
            }
        }
        try load(step.number, of: store, in: &reducer)
        return false
    }

    /// Gives the host the recorded state after a step, if that is known.
    private mutating func load(_ step: Int, of store: String, in reducer: inout HostReducer) throws {
        states[store] = nil
        guard case .known(let state) = try timeline.state(at: step, store: store) else { return }
        if case .loaded(let own) = try reducer.load(state, of: store, after: step) { states[store] = own }
    }
}
