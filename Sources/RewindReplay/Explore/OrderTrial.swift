import RewindFormat
import RewindValue

/// Tries parts of an order that shows something, each beside the same steps in their recorded order, which must not show it.
struct OrderTrial<Reducer: RecordedReducer> {
    enum Goal {
        case crash(ReducerCrash)
        /// A condition, as an invariant, that is false after a step.
        case broken(Predicate)
        case lostUpdate(at: Set<PointerPattern>)
        /// Another last state at one of these places.
        case end(at: Set<PointerPattern>)
    }

    var reducer: Reducer
    let store: String
    let goal: Goal
    /// The steps in their recorded order.
    let recorded: [Candidate.Part]
    /// The numbers of the steps that never come in the order.
    let lost: Set<Int>
    var tolerance: StateTolerance

    /// How many steps a candidate has, if it shows it; `nil` if it does not, or the same steps show it in the recorded order, too.
    ///
    /// Those behind it are needed, too: perhaps it shows because one of them did not come earlier.
    mutating func shows(_ candidate: Candidate) throws(Reducer.Failure) -> Int? {
        let other = try candidate.recomputed(by: &reducer, of: store)
        switch goal {
        case .crash(let crash):
            guard case .crashed(let found) = other.end, found.isSame(as: crash) else { return nil }
            let same = try asRecorded(candidate).recomputed(by: &reducer, of: store)
            if case .crashed(let found) = same.end, found.isSame(as: crash) { return nil }
            return candidate.steps.count
        case .broken(let rule):
            guard Self.breaks(rule, in: other) else { return nil }
            let same = try asRecorded(candidate).recomputed(by: &reducer, of: store)
            return Self.breaks(rule, in: same) ? nil : candidate.steps.count
        case .lostUpdate(let places):
            let same = try asRecorded(candidate).recomputed(by: &reducer, of: store)
            guard same.end == .reached, other.end == .reached,
                LostUpdate(in: same, other, at: places, allowing: &tolerance) != nil
            else { return nil }
            return candidate.steps.count
        case .end(let places):
            let same = try asRecorded(candidate).recomputed(by: &reducer, of: store)
            guard same.end == .reached, other.end == .reached,
                let difference = StateDifference(from: same.state, to: other.state, allowing: &tolerance),
                difference.places.contains(where: { places.contains(PointerPattern($0.pointer)) })
            else { return nil }
            return candidate.steps.count
        }
    }

    /// Whether a rule is broken after one of the steps.
    private static func breaks(_ rule: Predicate, in order: Recomputation) -> Bool {
        var state = order.initial
        for result in order.steps {
            guard let patch = result.patch else { return false }
            let before = state
            try? patch.apply(to: &state)
            if rule.isBroken(in: state, before: before, after: result.step) { return true }
        }
        return false
    }

    /// The same steps, perhaps with other actions, as they were recorded: those that are lost come, and those that come twice come once.
    func asRecorded(_ candidate: Candidate) -> Candidate {
        let kept = Dictionary(candidate.steps.map { ($0.step.number, $0) }) { first, _ in first }
        return Candidate(
            from: candidate.initial,
            inOrder: recorded.compactMap { kept[$0.step.number] ?? (lost.contains($0.step.number) ? $0 : nil) })
    }
}

extension Predicate {
    /// Whether it is false of a state that a reducer reached, or has no value.
    func isBroken(in state: JSONValue, before: JSONValue, after step: Step) -> Bool {
        var document = StepDocument(number: step.number, step: step, state: state)
        document.before = before
        let verdict: Verdict<UnknownState> = verdict(in: document)
        return verdict.holds == false
    }
}

extension [Displacement] {
    /// The fewest steps of an order that make it another one than the recorded: never a user's.
    ///
    /// - Parameters:
    ///   - steps: the order.
    ///   - lost: the steps that never come.
    init(of steps: [Step], lost: [Step]) {
        var seen: Set<Int> = []
        let once = steps.filter { seen.insert($0.number).inserted }
        // The heaviest increasing run of numbers stays, in which every user's action weighs more than all answers.
        var best: [(weight: Int, from: Int?)] = []
        for step in once {
            var own: (weight: Int, from: Int?) = (0, nil)
            for earlier in best.indices where once[earlier].number < step.number && best[earlier].weight > own.weight {
                own = (best[earlier].weight, earlier)
            }
            best.append((own.weight + (step.cause == nil ? once.count : 1), own.from))
        }
        var stays: Set<Int> = []
        var next = best.indices.max { best[$0].weight < best[$1].weight }
        while let place = next {
            stays.insert(once[place].number)
            next = best[place].from
        }
        self = []
        let displaced = once.filter { !stays.contains($0.number) }
        var numbers = Set(displaced.map { $0.number })
        for step in displaced {
            // What it caused follows it.
            if let cause = step.cause, numbers.contains(cause) { continue }
            guard let place = once.firstIndex(where: { $0.number == step.number }) else { continue }
            if let passed = once[..<place].last(where: { stays.contains($0.number) && $0.number > step.number }) {
                append(Displacement(step, .after(passed)))
            } else if let passed = once[place...].first(where: { stays.contains($0.number) && $0.number < step.number }) {
                append(Displacement(step, .before(passed)))
            }
        }
        numbers = Set(lost.map { $0.number })
        for step in lost where step.cause.map({ !numbers.contains($0) }) ?? true { append(Displacement(step, .never)) }
        seen = []
        for (place, step) in steps.enumerated() where !seen.insert(step.number).inserted && place > 0 {
            append(Displacement(step, .again(after: steps[place - 1])))
        }
    }
}
