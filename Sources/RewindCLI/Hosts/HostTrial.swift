import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue

/// Tries candidates in a host, for what they are to show.
struct HostTrial {
    /// What is searched for.
    enum Goal {
        /// A crash: the first that there is, and then the same.
        case crash
        /// A state of which this is true.
        case state(Predicate)
    }

    private(set) var reducer: HostReducer
    private let store: String
    private let goal: Goal
    /// Why the host could not reduce a candidate to its end; `nil` if it could.
    private(set) var refusal: String?
    /// The crash that was found.
    private(set) var crash: ReducerCrash?

    init(_ reducer: HostReducer, store: String, goal: Goal) { (self.reducer, self.store, self.goal) = (reducer, store, goal) }

    /// Looks up the host's store for that of a recording; returns whether it has one.
    mutating func finds(storeOf timeline: Timeline) -> Bool { reducer.find(store, of: timeline) }

    /// How many steps of a candidate are needed to show it; `nil` if it does not.
    mutating func shows(_ candidate: Candidate) throws(HostError) -> Int? {
        guard var state = try begin(candidate.initial) else { return nil }
        var rest = candidate.steps[...]
        var batch = Int.max
        while let first = rest.first {
            if let change = first.change {
                guard (try? change.apply(to: &state)) != nil, let taken = try begin(state) else { return nil }
                state = taken
                rest.removeFirst()
            } else {
                let group = rest.prefix { $0.change == nil }.prefix(batch)
                let reduced = try reducer.reduce(group.map(\.step)[...], of: store)
                for (part, result) in zip(group, reduced) {
                    let before = state
                    switch result {
                    case .undecodable(let reason):
                        refusal = "the action of step \(part.step.number), \(part.step.type), does not decode: \(reason)"
                        return nil
                    case .crashed where group.count > 1 && isAboutStates:
                        // One of them crashed; the goal may be the state that one before it left.
                        batch = 1
                        guard let taken = try begin(state) else { return nil }
                        state = taken
                        continue
                    case .crashed(let crash): return isSame(crash) ? candidate.steps.count : nil
                    case .patch(let patch): guard (try? patch.apply(to: &state)) != nil else { return nil }
                    case .state(let own): state = own
                    }
                    rest.removeFirst()
                    if case .state(let predicate) = goal, predicate.holds(in: state, before: before, after: part.step) {
                        return candidate.steps.count - rest.count
                    }
                }
            }
        }
        return nil
    }

    private var isAboutStates: Bool { if case .state = goal { true } else { false } }

    private mutating func begin(_ state: JSONValue) throws(HostError) -> JSONValue? {
        switch try reducer.load(state, of: store, after: 0) {
        case .loaded(let own): return own
        case .undecodable(let reason):
            refusal = "the state does not decode: \(reason)"
            return nil
        }
    }

    /// Whether a crash is the one that is searched for; the first is.
    private mutating func isSame(_ found: ReducerCrash) -> Bool {
        if isAboutStates { return false }
        guard let crash else {
            crash = found
            return true
        }
        return found.isSame(as: crash)
    }

    /// Reduces the steps of a candidate; the last has no patch, if it crashes.
    mutating func recompute(_ candidate: Candidate) throws(HostError) -> Recomputation {
        try candidate.recomputed(by: &reducer, of: store)
    }

    /// The steps with their actions as today's types encode them.
    mutating func updated(_ steps: [RecomputedStep]) throws(HostError) -> [RecomputedStep] { try reducer.updated(steps, of: store) }
}

extension Recomputation {
    /// Its steps as lines of a recording.
    var lines: [RecomputedStep] { steps.compactMap { result in result.step.line.map { RecomputedStep($0, result.patch) } } }
}
