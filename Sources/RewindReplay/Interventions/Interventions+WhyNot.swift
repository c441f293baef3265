import RewindFormat
import RewindValue

extension Interventions {
    /// What held steps back that could have made a condition true: parts with another value of which the app's reducer makes it true.
    ///
    /// The budget is shared by the steps.
    ///
    /// - Returns: a row for each step, the nearest first.
    /// - Throws: `RecordingError`, or the reducer's error.
    package mutating func heldBack<Reducer: RecordedReducer>(_ missed: MissedChanges, by reducer: inout Reducer) throws -> [MissedChange] {
        var own = budget
        own.runs = max(1, budget.runs / max(1, missed.missed.count))
        var rows: [MissedChange] = []
        for step in missed.missed { rows.append(try heldBack(step, of: missed, own, by: &reducer)) }
        return rows
    }

    private mutating func heldBack<Reducer: RecordedReducer>(
        _ step: Step, of missed: MissedChanges, _ budget: InterventionBudget, by reducer: inout Reducer
    ) throws -> MissedChange {
        let rules = try missed.row(of: step, in: timeline)
        var row = rules
        (row.parts, row.left) = ([], 0)
        var trial = MissedChange.Trial(budget: budget.runs)
        let own = try StepSurroundings(of: step, in: timeline, store: store)
        guard step.isReducible, let before = own.state else {
            trial.refusal = step.isReducible ? "the state before it is unknown" : "the recording does not have its whole action"
            row.trial = trial
            return row
        }
        let others = try missed.made(like: step).map { try StepSurroundings(of: $0, in: timeline, store: store) }
        let experiment = Experiment(step, from: before, of: store, by: reducer, budget: budget)
        let parts = InterventionParts(action: step.action, type: step.type, state: before, hints: try hints(for: step), limit: budget.parts)
            .parts
        var search = HeldBackSearch(experiment, missed.condition, parts, others: others, trial)
        defer { reducer = search.experiment.reducer }
        row.parts = try search.run(differing: rules.parts)
        row.trial = search.trial
        return row
    }
}

/// Searches for parts of a step with another value of which it makes a condition true.
private struct HeldBackSearch<Reducer: RecordedReducer> {
    var experiment: Experiment<Reducer>
    var trial: MissedChange.Trial
    private let condition: Predicate
    private let parts: [InterventionPart]
    private let others: [StepSurroundings]

    private typealias Change = Experiment<Reducer>.Change

    /// How many parts of a step are named.
    private static var limit: Int { 5 }

    init(
        _ experiment: Experiment<Reducer>, _ condition: Predicate, _ parts: [InterventionPart], others: [StepSurroundings],
        _ trial: MissedChange.Trial
    ) {
        (self.experiment, self.condition, self.parts, self.others, self.trial) = (experiment, condition, parts, others, trial)
    }

    /// Searches, first among the parts that differ from all steps that made it true.
    mutating func run(differing: [MissedChange.Part]) throws(Reducer.Failure) -> [MissedChange.Part] {
        let found = try search(differing)
        trial.runs = experiment.runs
        return found
    }

    private mutating func search(_ differing: [MissedChange.Part]) throws(Reducer.Failure) -> [MissedChange.Part] {
        switch try experiment.run([]) {
        case .state(let before, let after):
            if condition.holds(in: after, before: before, after: experiment.step) {
                trial.refusal = "today's reducer makes it true in this step"
                return []
            }
        case .crashed(let crash): trial.refusal = "the reducer crashes in this step: \(crash.words)"
        case .undecodable(let reason): trial.refusal = reason
        case .exhausted: trial.refusal = "the budget is too small"
        }
        if trial.refusal != nil { return [] }
        var found: [MissedChange.Part] = []
        for part in differing where try makesTrue([change(part)]) { found.append(part) }
        if !found.isEmpty { return found }
        let together = try together(differing)
        found = try searchAll(except: Set(differing.map(\.source)))
        if found.isEmpty, !together.isEmpty {
            trial.areTogether = true
            return together
        }
        return found
    }

    private func change(_ part: MissedChange.Part) -> Change { Change(part.source, isThere: part.value != nil, part.other) }

    /// Whether the step with other values makes the condition true, which it was not before.
    private mutating func makesTrue(_ changes: [Change]) throws(Reducer.Failure) -> Bool {
        guard let (_, step) = experiment.changed(by: changes), case .state(let before, let after) = try experiment.run(changes) else {
            return false
        }
        return !condition.holds(inFirst: before) && condition.holds(in: after, before: before, after: step)
    }

    /// Parts that differ, without any of which the others do not make it true; empty if not even all do.
    private mutating func together(_ differing: [MissedChange.Part]) throws(Reducer.Failure) -> [MissedChange.Part] {
        guard differing.count > 1, try makesTrue(differing.map(change)) else { return [] }
        var left = differing
        for part in differing.reversed() {
            let without = left.filter { $0.source != part.source }
            if try makesTrue(without.map(change)) { left = without }
        }
        return left
    }

    /// Tries other values of all parts, those first that are most likely a condition.
    private mutating func searchAll(except tried: Set<Dependency.Source>) throws(Reducer.Failure) -> [MissedChange.Part] {
        var found: [MissedChange.Part] = []
        let order = parts.indices.sorted { (Self.rank(parts[$0]), $0) < (Self.rank(parts[$1]), $1) }
        let values = order.map { otherValues(of: parts[$0], isKnown: tried.contains(parts[$0].source)) }
        var reached: Set<Int> = []
        for attempt in 0..<(values.map(\.count).max() ?? 0) {
            for (position, index) in order.enumerated() where attempt < values[position].count && found.count < Self.limit {
                let (part, value) = (parts[index], values[position][attempt])
                if experiment.isExhausted { break }
                reached.insert(index)
                if found.contains(where: { $0.source == part.source }) { continue }
                if try makesTrue([Change(part.source, isThere: part.value != nil, value)]) {
                    found.append(MissedChange.Part(part.source, value: part.value, other: value))
                }
            }
        }
        if found.count < Self.limit { trial.untried = parts.count - reached.count }
        return found
    }

    /// Other values of a part: those where a step made it true, and then any.
    private func otherValues(of part: InterventionPart, isKnown: Bool) -> [JSONValue] {
        var values: [JSONValue] = []
        for other in others where values.count < 3 {
            if let value = other.value(at: part.source), value != part.value, !values.contains(value) { values.append(value) }
        }
        // The first of them was tried among the parts that differ.
        if isKnown, !values.isEmpty { values.removeFirst() }
        // What the condition asks for, and what is one less or one more.
        for literal in condition.comparisons.flatMap({ $0.literal.neighbours }) where literal != part.value && !values.contains(literal) {
            if let value = part.value, value.isKin(of: literal) { values.append(literal) }
        }
        return values + part.replacements.filter { !values.contains($0) }
    }

    private static func rank(_ part: InterventionPart) -> Int {
        switch part.value {
        case .bool?: 0
        case nil, .null?: 1
        case .object?, .array?: part.source.isAction ? 2 : 3
        case .string?, .number?: part.source.isAction ? 2 : 4
        }
    }
}

extension JSONValue {
    /// The value, and if it is an integer, the two beside it.
    fileprivate var neighbours: [JSONValue] {
        guard case .number(.int(let number)) = self, number > .min, number < .max else { return [self] }
        return [self, .number(.int(number - 1)), .number(.int(number + 1))]
    }
}
