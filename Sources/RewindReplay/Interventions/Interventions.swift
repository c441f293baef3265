import RewindFormat
package import RewindValue

/// Asks an app's reducer what a value depends on, by reducing its step again with other actions and states.
///
/// It keeps what it has seen of a recording, so ask for several values with one. Use it from one thread at a time.
package struct Interventions {
    package let store: String
    package var budget: InterventionBudget
    let timeline: Timeline
    private var states: SeenValues?
    private var actions: [String: SeenValues] = [:]

    package init(in timeline: Timeline, of store: String, budget: InterventionBudget = InterventionBudget()) {
        (self.timeline, self.store, self.budget) = (timeline, store, budget)
    }

    /// What the value at a place after a step depends on.
    ///
    /// Each run loads the state before and reduces one action; with a small state, that is a fraction of a millisecond in a host.
    ///
    /// - Parameters:
    ///   - place: the place in the state after the step.
    ///   - step: a step of the store.
    ///   - reducer: what reduces it.
    /// - Throws: `RecordingError`, or the reducer's error.
    package mutating func dependencies<Reducer: RecordedReducer>(
        of place: JSONPointer, after step: Step, by reducer: inout Reducer
    ) throws -> Dependencies {
        var refused = Dependencies(of: place, value: nil, budget: budget.runs)
        guard step.number > timeline.steps.lowerBound,
            case .known(let before) = try timeline.state(at: step.number - 1, store: store)
        else {
            refused.refusal = .notReducible("the state before it is unknown")
            return refused
        }
        var after: JSONValue?
        if case .known(let state) = try timeline.state(at: step.number, store: store) { after = state }
        return try step.dependencies(of: place, from: before, to: after, hints: hints(for: step), budget: budget, by: &reducer)
    }

    /// What else may be in the action of a step, and in the states.
    mutating func hints(for step: Step) throws(RecordingError) -> InterventionHints {
        var hints = InterventionHints()
        if states == nil { states = try timeline.seenStates(of: store) }
        if actions[step.type] == nil { actions[step.type] = try timeline.seenActions(step.type, of: store, near: step.number) }
        (hints.states, hints.actions) = (states ?? SeenValues(), actions[step.type] ?? SeenValues())
        (hints.stateTypes, hints.actionTypes) = (timeline.stateTypes(of: store), timeline.actionTypes(of: store))
        return hints
    }
}

extension Step {
    /// What the value at a place after the step depends on.
    ///
    /// - Parameters:
    ///   - place: the place in the state after it.
    ///   - before: the state before it, as it was recorded.
    ///   - after: the state after it, as it was recorded; `nil` if it is unknown.
    ///   - hints: what else may be in the action and in the state.
    ///   - budget: how much is tried.
    ///   - reducer: what reduces it.
    package func dependencies<Reducer: RecordedReducer>(
        of place: JSONPointer, from before: JSONValue, to after: JSONValue?, hints: InterventionHints = InterventionHints(),
        budget: InterventionBudget = InterventionBudget(), by reducer: inout Reducer
    ) throws(Reducer.Failure) -> Dependencies {
        var answer = Dependencies(of: place, value: nil, budget: budget.runs)
        guard isReducible else {
            answer.refusal = .notReducible("the recording does not have its whole action")
            return answer
        }
        var experiment = Experiment(self, from: before, of: store, by: reducer, budget: budget)
        defer { reducer = experiment.reducer }  // after an error, too: a host's process is still there
        let reached = try experiment.reachedTwice(place, recorded: after, &answer)
        answer.runs = experiment.runs
        guard let reached else { return answer }
        let followed = FollowedPlace(place, in: reached.after)
        let parts = InterventionParts(action: action, type: type, state: before, hints: hints, limit: budget.parts)
        let order = PartOrder(parts, value: answer.value, at: place, changed: TreeDiff(from: reached.before, to: reached.after).patch)
        var search = DependencySearch(experiment, order, at: followed, base: answer.value, budget: budget)
        defer { experiment = search.experiment }
        let independent = try search.run()
        // What was tried meanwhile must not have left anything behind.
        let again = try search.effectOfNoChange()
        answer.runs = search.experiment.runs
        if case .other(let value, _) = again {
            answer.refusal = .notDeterministic(answer.value, value)
            return answer
        }
        answer.add(search, independent: independent)
        return answer
    }
}

extension Experiment {
    /// Reduces the step unchanged, twice; `nil` if nothing can be claimed, which the answer says then.
    fileprivate mutating func reachedTwice(
        _ place: JSONPointer, recorded: JSONValue?, _ answer: inout Dependencies
    ) throws(Reducer.Failure) -> (before: JSONValue, after: JSONValue)? {
        var reached: (before: JSONValue, after: JSONValue)?
        for _ in 0..<2 {
            switch try run([]) {
            case .state(let before, let after):
                let value = after[place]
                if reached != nil, value != answer.value { answer.refusal = .notDeterministic(answer.value, value) }
                if reached == nil { answer.value = value }
                reached = (before, after)
            case .undecodable(let reason): answer.refusal = .notReducible(reason)
            case .crashed(let crash): answer.refusal = .crashes(crash.words)
            case .exhausted: answer.refusal = .notReducible("the budget of \(answer.budget) runs is too small")
            }
            if answer.refusal != nil { return nil }
        }
        if let recorded, recorded[place] != answer.value, try reencoded(recorded)[place] != answer.value {
            answer.refusal = .otherValue(recorded: recorded[place])
            return nil
        }
        return reached
    }

    /// A recorded state as today's types encode it.
    private mutating func reencoded(_ state: JSONValue) throws(Reducer.Failure) -> JSONValue {
        if case .loaded(let own) = try reducer.load(state, of: store, after: step.number) { own } else { state }
    }
}

extension Dependencies {
    /// Adds what a search found.
    ///
    /// - Parameter independent: the parts that had no effect when all of them were changed at once.
    fileprivate mutating func add<Reducer: RecordedReducer>(_ search: DependencySearch<Reducer>, independent: Set<Int>) {
        let all = search.all
        parts = search.found.keys.sorted().compactMap { search.found[$0] }
        together = search.together.map { $0.map { all.parts[$0].source } }
        let mixed = Set(search.together.flatMap { $0 })
        var alike: [InterventionPart.Pattern: Int] = [:]
        var left = 0
        for (position, part) in all.parts.enumerated() where search.found[position] == nil && !independent.contains(position) {
            if mixed.contains(position) { continue }
            let bad = search.refused[part.pattern] ?? []
            if part.replacements.indices.allSatisfy({ bad.contains($0) }) {
                unjudged.append(part.source)
            } else if search.alike.contains(position) {
                alike[part.pattern, default: 0] += 1
            } else {
                left += 1
            }
        }
        unjudged += all.hopeless
        for (pattern, count) in alike {
            let kind = parts.first { PointerPattern($0.source.place) == pattern.place && $0.source.isAction == pattern.isAction }?.kind
            self.alike.append(Fold(isInAction: pattern.isAction, pattern.place, kind: kind ?? .computed, count: count))
        }
        self.alike.sort { $0.pattern.description < $1.pattern.description }
        independentCount = independent.count
        self.independent = all.largest(of: independent)
        if left > 0 { gaps.append(.budget(left: left)) }
        if all.leftOut > 0 { gaps.append(.parts(left: all.leftOut)) }
    }
}
