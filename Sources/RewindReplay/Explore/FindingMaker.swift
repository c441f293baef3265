package import RewindFormat
package import RewindValue

/// A finding with the few steps that show it, reduced.
package struct MadeFinding: Sendable {
    package var finding: OrderFinding
    /// The session to write, with what the reducer makes of it.
    package let session: Recomputation
    /// What was done to the recorded session, in a clause.
    package let words: String
    /// What was done with the actions that are left, in words.
    package let changes: [RecordingEdit]
    /// What the last state should be at a place, if that is known.
    package let wrong: (place: JSONPointer, actual: JSONValue?, expected: JSONValue?)?
}

/// Makes findings of what exploring came to: the fewest steps that show each, and the order of these in words.
package struct FindingMaker<Reducer: RecordedReducer> {
    package private(set) var reducer: Reducer
    private let store: String
    private let options: ExploreOptions
    private let explored: Explored
    private let progress: (String) -> Void

    /// How many orders are looked at for a lost update at places that differ, if none was found there.
    private static var attemptLimit: Int { 200 }

    /// - Parameter progress: told what is done.
    package init(
        _ explored: Explored, by reducer: Reducer, of store: String, _ options: ExploreOptions,
        progress: @escaping (String) -> Void = { _ in }
    ) {
        (self.explored, self.reducer, self.store, self.options, self.progress) = (explored, reducer, store, options, progress)
    }

    private var tolerance: StateTolerance { StateTolerance(ignoring: options.ignored + explored.unstable) }

    /// The findings, the gravest first: crashes, broken rules, lost updates, and what else depends on the order.
    ///
    /// - Throws: what the reducer throws, if it can't be used at all.
    package mutating func findings() throws(Reducer.Failure) -> [MadeFinding] {
        var made: [MadeFinding] = []
        for crash in explored.crashes {
            made.append(try finding(.crashed, .crash(crash.crash), crash.order, at: crash.step, crash: crash.crash))
        }
        for broken in explored.broken {
            let rule = options.rules[broken.rule]
            made.append(try finding(.broken, .broken(rule.condition.forChecking), broken.order, at: broken.step, rule: rule))
        }
        let recorded = try explored.session.recomputed(by: &reducer, of: store)
        var explained: Set<PointerPattern> = []
        var others: [Explored.End] = []
        var attempts = 0
        for end in explored.ends.sorted(by: { ($0.orders.first?.rank ?? 0) < ($1.orders.first?.rank ?? 0) }) {
            if end.patterns.isSubset(of: explained) { continue }
            var isLost = false
            for order in end.orders where !isLost && attempts < Self.attemptLimit {
                attempts += 1
                var tolerance = tolerance
                let other = try order.candidate.recomputed(by: &reducer, of: store)
                guard other.end == .reached, let lost = LostUpdate(in: recorded, other, allowing: &tolerance) else { continue }
                isLost = true
                let pattern = PointerPattern(lost.place.pointer)
                if !explained.insert(pattern).inserted { continue }
                made.append(try finding(.lostUpdate, .lostUpdate(at: [pattern]), order))
            }
            if !isLost { others.append(end) }
        }
        // What remains is told once for each place, and not minimized: it need not be wrong.
        for end in others where !end.patterns.isSubset(of: explained) {
            explained.formUnion(end.patterns)
            guard let order = end.orders.first else { continue }
            made.append(try finding(.order, .end(at: end.patterns), order, places: end.places, isShortened: false))
        }
        return made
    }

    private mutating func finding(
        _ kind: OrderFinding.Kind, _ goal: OrderTrial<Reducer>.Goal, _ order: Explored.Order, at step: Step? = nil,
        crash: ReducerCrash? = nil,
        rule: Invariant? = nil, places: [StateDifference.Place] = [], isShortened: Bool = true
    ) throws(Reducer.Failure) -> MadeFinding {
        let lost = order.schedule.lost.map { explored.session.steps[$0].step }
        var trial = OrderTrial(
            reducer: reducer, store: store, goal: goal, recorded: explored.session.steps, lost: Set(lost.map { $0.number }),
            tolerance: tolerance)
        var candidate = order.candidate
        var changes: [RecordingEdit] = []
        if isShortened {
            let progress = progress
            var minimizer = Minimizer(candidate) { (candidate) throws(Reducer.Failure) in
                try trial.shows(candidate)
            } progress: { minimizer in
                progress("minimizing, \(minimizer.shortest.steps.count) steps left, \(minimizer.attempts) runs")
            }
            // A value that is lost is told as it was.
            if try minimizer.run(shortensActions: kind != .lostUpdate) { (candidate, changes) = (minimizer.shortest, minimizer.changes) }
        }
        reducer = trial.reducer
        let displaced = [Displacement](of: candidate.steps.map { $0.step }, lost: lost)
        let other = try candidate.recomputed(by: &reducer, of: store)
        var (session, words, differing, lostUpdate) = (other, displaced.words, places, nil as LostUpdate?)
        if kind == .lostUpdate {
            let same = try trial.asRecorded(candidate).recomputed(by: &reducer, of: store)
            var tolerance = tolerance
            lostUpdate = LostUpdate(in: same, other, allowing: &tolerance)
            differing = lostUpdate.map { [$0.place] } ?? []
            // The order that is written is the one in which the answer to the older request wins.
            if lostUpdate?.winner == .newer { (session, words) = (same, "the steps come in their order") }
        }
        let made = OrderFinding(
            kind, displaced, at: step.map { step in other.steps.last { $0.step.number == step.number }?.step ?? step }, crash: crash,
            rule: rule,
            places: differing, winner: lostUpdate?.winner, steps: session.steps.count, of: explored.session.steps.count)
        if session.steps.count < explored.session.steps.count {
            words += "; only \(session.steps.count) of \(explored.session.steps.count) steps are left"
        }
        return MadeFinding(
            finding: made, session: session, words: words, changes: changes,
            wrong: lostUpdate.map { lost in
                let (recorded, reached) = (lost.place.recorded, lost.place.reached)
                return lost.winner == .newer ? (lost.place.pointer, recorded, reached) : (lost.place.pointer, reached, recorded)
            })
    }
}

extension OrderSum {
    /// What was tried.
    package init(_ explored: Explored, rules: [Invariant]) {
        self.init()
        (answers, steps, orders, randomOrders) = (explored.answers, explored.session.steps.count, explored.orders, explored.randomOrders)
        (completed, runs, reduced, states) = (explored.completed, explored.runs, explored.reduced, explored.states)
        (refused, isStopped, refusal, unstable) = (explored.refused, explored.isStopped, explored.refusal, explored.unstable)
        recordedCrash = explored.recordedCrash.map { OtherFuture.Crash($0.step, $0.how) }
        brokenAsRecorded = explored.brokenAsRecorded.map { rules[$0].name }
    }
}
