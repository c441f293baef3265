package import RewindValue

/// The results of reducing the steps of a candidate.
package struct Recomputation: Sendable {
    /// The state that it began in, as the reducer encodes it.
    package let initial: JSONValue
    /// The results of the steps, in order, up to the one where it ended.
    package fileprivate(set) var steps: [Result] = []
    package fileprivate(set) var end = End.reached

    package struct Result: Sendable {
        package let step: Step
        /// What changed; `nil` if the reducer crashed.
        package let patch: JSONPatch?
    }

    package enum End: Sendable, Equatable {
        /// All steps were reduced.
        case reached
        /// The reducer crashed or hung at the last step.
        case crashed(ReducerCrash)
        /// The step after the last one can't be reduced, or without a step, the state to begin in is refused; why, as a clause.
        case refused(String, step: Step?)
    }

    /// The state after the last step that was reduced.
    package var state: JSONValue {
        var state = initial
        for step in steps { try? step.patch?.apply(to: &state) }
        return state
    }
}

extension Candidate {
    /// Reduces all steps, as many at once as the reducer likes.
    package func recomputed<Reducer: RecordedReducer>(
        by reducer: inout Reducer, of store: String
    ) throws(Reducer.Failure) -> Recomputation {
        var result: Recomputation
        switch try reducer.load(initial, of: store, after: 0) {
        case .loaded(let own): result = Recomputation(initial: own)
        case .undecodable(let reason):
            result = Recomputation(initial: initial)
            result.end = .refused("the state to begin in does not decode: \(reason)", step: nil)
            return result
        }
        var state = result.initial
        var rest = steps[...]
        /// How many steps to reduce one by one, since one of them crashed.
        var suspects = 0
        while let first = rest.first {
            if let change = first.change {
                guard (try? change.apply(to: &state)) != nil else {
                    result.end = .refused("what it changed does not fit the state before it", step: first.step)
                    return result
                }
                guard case .loaded(let own) = try reducer.load(state, of: store, after: first.step.number) else {
                    result.end = .refused("the state after it does not decode", step: first.step)
                    return result
                }
                state = own
                result.steps.append(Recomputation.Result(step: first.step, patch: change))
                rest.removeFirst()
                suspects = max(0, suspects - 1)
                continue
            }
            let group = suspects > 0 ? [first.step] : rest.prefix { $0.change == nil }.map { $0.step }
            let reduced = try reducer.reduce(group[...], of: store)
            if case .crashed? = reduced.first, group.count > 1 {
                // In one of them: which one shows when they are reduced one by one.
                suspects = group.count
                _ = try reducer.load(state, of: store, after: 0)
                continue
            }
            for (step, outcome) in zip(group, reduced) {
                switch outcome {
                case .patch(let patch):
                    guard (try? patch.apply(to: &state)) != nil else {
                        result.end = .refused("the patch that the reducer gives does not fit the state before it", step: step)
                        return result
                    }
                    result.steps.append(Recomputation.Result(step: step, patch: patch))
                case .state(let own):
                    result.steps.append(Recomputation.Result(step: step, patch: TreeDiff(from: state, to: own).patch))
                    state = own
                case .undecodable(let reason):
                    result.end = .refused(reason, step: step)
                    return result
                case .crashed(let crash):
                    result.steps.append(Recomputation.Result(step: step, patch: nil))
                    result.end = .crashed(crash)
                    return result
                }
            }
            rest.removeFirst(min(reduced.count, group.count))
            suspects = max(0, suspects - reduced.count)
        }
        return result
    }
}
