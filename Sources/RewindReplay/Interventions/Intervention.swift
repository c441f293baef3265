import RewindFormat
import RewindValue

/// How much may be tried for one answer.
package struct InterventionBudget: Sendable {
    /// How often the step may be reduced.
    package var runs = 400
    /// How many bytes of states may be sent for it, approximately.
    package var bytes = 128 << 20
    /// How many parts are looked at.
    package var parts = 20_000
    /// How many parts of one array are changed alone; the others like them, together.
    package var alike = 24
    /// How often the reducer may crash, as starting it again takes long.
    package var crashes = 20

    package init(runs: Int = 400) { self.runs = runs }
}

/// Reduces one step again and again, with some parts of its action and of the state before changed, and counts how often.
struct Experiment<Reducer: RecordedReducer> {
    var reducer: Reducer
    let step: Step
    let before: JSONValue
    let store: String
    private let budget: InterventionBudget
    private(set) var runs = 0
    private var crashes = 0
    private var bytes = 0
    /// The size of the state, approximately.
    private let size: Int
    /// How many runs are kept back for the last checks.
    var reserve = 0

    /// A part, and what is put there.
    struct Change {
        let source: Dependency.Source
        /// Whether something is there that is replaced.
        let isThere: Bool
        /// What is put there; `nil` to remove what is there.
        let value: JSONValue?

        init(_ source: Dependency.Source, isThere: Bool, _ value: JSONValue?) {
            (self.source, self.isThere, self.value) = (source, isThere, value)
        }

        fileprivate var operation: JSONPatch.Operation? {
            guard let value else { return isThere ? .remove(source.place) : nil }
            return isThere ? .replace(source.place, value) : .add(source.place, value)
        }
    }

    /// What came of a run.
    enum Outcome {
        /// The state before, as the reducer encodes it, and the state after.
        case state(before: JSONValue, after: JSONValue)
        /// The types do not decode the other action, or the other state; why, as a clause.
        case undecodable(String)
        case crashed(ReducerCrash)
        /// The budget is used up.
        case exhausted
    }

    init(_ step: Step, from before: JSONValue, of store: String, by reducer: Reducer, budget: InterventionBudget) {
        (self.step, self.before, self.store, self.reducer, self.budget) = (step, before, store, reducer, budget)
        size = before.approximateSize
    }

    /// Whether no more runs are allowed.
    var isExhausted: Bool { runs + reserve >= budget.runs || bytes + size > budget.bytes && runs > 2 || crashes >= budget.crashes }

    /// Reduces the step with other values at some places.
    mutating func run(_ changes: [Change]) throws(Reducer.Failure) -> Outcome {
        if isExhausted { return .exhausted }
        guard let (state, other) = changed(by: changes) else { return .undecodable("it can't be changed there") }
        runs += 1
        bytes += size
        let result = try Candidate(from: state, [Candidate.Part(step: other, change: nil)]).recomputed(by: &reducer, of: store)
        switch result.end {
        case .reached: return .state(before: result.initial, after: result.state)
        case .crashed(let crash):
            crashes += 1
            return .crashed(crash)
        case .refused(let reason, _): return .undecodable(reason)
        }
    }

    /// The state before and the step with other values at some places; `nil` if they can't be put there.
    func changed(by changes: [Change]) -> (state: JSONValue, step: Step)? {
        var (state, action, other) = (before, step.action ?? .null, step)
        guard Self.apply(changes.filter { !$0.source.isAction }, to: &state), Self.apply(changes.filter { $0.source.isAction }, to: &action)
        else { return nil }
        if step.action != nil { other.line?.action = action }
        return (state, other)
    }

    private static func apply(_ changes: [Change], to value: inout JSONValue) -> Bool {
        let operations = changes.compactMap(\.operation)
        if operations.isEmpty { return changes.isEmpty }
        do throws(JSONPatchError) { try JSONPatch(operations).apply(to: &value) } catch { return false }
        return true
    }
}

extension JSONValue {
    /// About how many bytes it has as JSON.
    fileprivate var approximateSize: Int {
        switch self {
        case .null, .bool: 5
        case .number: 8
        case .string(let text): text.utf8.count + 3
        case .array(let elements): elements.reduce(2) { $0 + $1.approximateSize + 1 }
        case .object(let object): object.reduce(2) { $0 + $1.key.utf8.count + $1.value.approximateSize + 4 }
        }
    }
}
