import RewindFormat
package import RewindValue

/// A part of a recorded session of one store that may be reduced again by itself: the state to begin in, and some of the steps.
package struct Candidate: Sendable {
    /// The state before the first of them.
    package let initial: JSONValue
    /// The steps, in order.
    package var steps: [Part]

    package struct Part: Sendable, Equatable {
        /// The step as it was recorded, perhaps with a smaller action.
        package var step: Step
        /// The change of the state, of a step whose action can't be made, or which has none; `nil` if the action is reduced.
        package let change: JSONPatch?
    }

    /// The steps of a store up to one.
    ///
    /// - Throws: `RecordingError` if a segment can't be read; ``UnknownState`` if the store has no known state to begin in.
    package init(_ timeline: Timeline, store: String, upTo end: Int) throws {
        var items = StoreSteps(of: store, in: timeline.steps, of: timeline)
        var (initial, steps): (JSONValue?, [Part]) = (nil, [])
        if case .known(let state) = try timeline.state(at: timeline.steps.lowerBound, store: store) { initial = state }
        while case let item? = try items.next(upTo: end) {
            guard case .step(let step) = item else { continue }
            if initial == nil, case .known(let state) = try timeline.state(at: step.number - 1, store: store) { initial = state }
            if initial == nil { continue }
            if step.isReducible {
                steps.append(Part(step: step, change: nil))
            } else if case .known(let before) = try timeline.state(at: step.number - 1, store: store),
                case .known(let after) = try timeline.state(at: step.number, store: store)
            {
                steps.append(Part(step: step, change: TreeDiff(from: before, to: after).patch))
            }
        }
        guard let initial else {
            throw try timeline.state(at: end, store: store).unknown ?? UnknownState(step: end, store: store, reason: .noKeyframe)
        }
        (self.initial, self.steps) = (initial, steps)
    }

    /// Some steps from a state on.
    package init(from initial: JSONValue, _ steps: [Part]) { (self.initial, self.steps) = (initial, steps) }

    /// The positions of the steps that a step caused, and that these caused.
    func effects(of position: Int) -> Set<Int> {
        var numbers: Set<Int> = [steps[position].step.number]
        var found: Set<Int> = []
        for later in steps.indices.dropFirst(position + 1) {
            guard let cause = steps[later].step.cause, numbers.contains(cause) else { continue }
            numbers.insert(steps[later].step.number)
            found.insert(later)
        }
        return found
    }
}

extension Predicate {
    /// Whether it is true of a state that a reducer reached; `false` if it has no value.
    ///
    /// - Parameter before: the state before the step.
    package func holds(in state: JSONValue, before: JSONValue, after step: Step) -> Bool {
        var document = StepDocument(number: step.number, step: step, state: state)
        document.before = before
        let verdict: Verdict<UnknownState> = verdict(in: document)
        return verdict.holds == true
    }

    /// Whether it is true of a state before all steps; `false` if it has no value, or asks what happened.
    package func holds(inFirst state: JSONValue) -> Bool {
        if !words.isDisjoint(with: [.before, .action, .type, .t]) { return false }
        let verdict: Verdict<UnknownState> = verdict(in: StepDocument(state))
        return verdict.holds == true
    }
}
