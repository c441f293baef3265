import RewindFormat
package import RewindValue

/// What other orders of the answers show: `rewind explore`.
///
/// This is the answer only; a host runs the reducer.
package struct ExploreQuestion: Question {
    package var sum: OrderSum
    package var findings: [OrderFinding]

    package init(_ sum: OrderSum, _ findings: [OrderFinding]) { (self.sum, self.findings) = (sum, findings) }

    /// What was tried, or what an order shows.
    package enum Row: AnswerRow {
        case sum(OrderSum)
        case finding(OrderFinding)

        package var json: JSONValue {
            switch self {
            case .sum(let sum): .object(sum.json)
            case .finding(let finding): .object(finding.json)
            }
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        if row(.sum(sum)) { for finding in findings where !row(.finding(finding)) { break } }
        return Conclusion(sum.holds ? .yes : .no(nil))
    }
}

/// What was tried of the orders of a session.
package struct OrderSum: Sendable {
    /// How many answers there are, in how many steps.
    package var answers = 0, steps = 0
    /// How many orders were tried, and how many of them are random.
    package var orders = 0, randomOrders = 0
    /// How many answers are displaced at most in all orders that were tried without exception.
    package var completed = 0
    /// How often the reducer began in a remembered state, how many steps it reduced, and how many states there are.
    package var runs = 0, reduced = 0, states = 0
    /// How many orders could not be reduced to their ends.
    package var refused = 0
    /// Whether the time was over before all were tried.
    package var isStopped = false
    /// Where the recorded order crashes.
    package var recordedCrash: OtherFuture.Crash?
    /// From which step on the recorded order can't be reduced; the step is `nil` if not at all.
    package var refusal: (reason: String, step: Step?)?
    /// The names of the rules that the recorded order breaks.
    package var brokenAsRecorded: [String] = []
    /// The places that differ each time.
    package var unstable: [PointerPattern] = []
    /// How many findings are held against the reducer, and how many ends depend on the order otherwise.
    package var faults = 0, dependentEnds = 0

    package init() {}

    /// Whether nothing is held against the reducer.
    package var holds: Bool { faults == 0 }

    package var json: JSONObject {
        func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
        var object: JSONObject = [
            "holds": .bool(holds), "answers": number(answers), "steps": number(steps), "orders": number(orders),
            "random": number(randomOrders), "displaced": number(completed), "runs": number(runs), "reduced": number(reduced),
            "states": number(states), "refused": number(refused), "timeIsOver": .bool(isStopped), "findings": number(faults),
            "dependentEnds": number(dependentEnds),
        ]
        object["crashesAsRecordedAt"] = recordedCrash.map { number($0.step.number) }
        object["refusedFrom"] = refusal?.step.map { number($0.number) }
        object["refusedBecause"] = refusal.map { .string($0.reason) }
        if !brokenAsRecorded.isEmpty { object["brokenAsRecorded"] = .array(brokenAsRecorded.map { .string($0) }) }
        if !unstable.isEmpty { object["unstable"] = .array(unstable.map { .string($0.description) }) }
        return object
    }
}
