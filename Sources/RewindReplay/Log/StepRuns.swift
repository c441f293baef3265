package import RewindFormat
package import RewindValue

/// Folds consecutive steps of one type into rows.
package struct StepRuns {
    private let ending: Ending
    private var run: Run?

    package init(ending: Ending) { self.ending = ending }

    package struct Run: Sendable {
        package var first: Step
        package var last: Step
        package var count: Int
        package var changes: Int
        /// The number of steps whose changes are unknown.
        package var unknown: Int
        /// A remark if the process ended in the last step.
        package var mark: String?

        package init(first: Step, last: Step, count: Int, changes: Int, unknown: Int, mark: String?) {
            (self.first, self.last, self.count) = (first, last, count)
            (self.changes, self.unknown, self.mark) = (changes, unknown, mark)
        }

        /// The row for programs.
        package var json: JSONValue {
            var object: JSONObject = [
                "type": .string(first.type), "first": .number(JSONNumber(first.number)), "last": .number(JSONNumber(last.number)),
                "count": .number(JSONNumber(count)), "changes": .number(JSONNumber(changes)),
            ]
            if unknown > 0 { object["unknown"] = .number(JSONNumber(unknown)) }
            object["ended"] = mark.map(JSONValue.string)
            object["time"] = first.time.map { .number(JSONNumber($0)) }
            object["until"] = last.time.map { .number(JSONNumber($0)) }
            if first.store != ActionLine.mainStore { object["store"] = .string(first.store) }
            return .object(object)
        }
    }

    /// Adds a step; returns the run that ends because the step has another type.
    package mutating func add(_ step: Step) -> Run? {
        let changes = step.patch?.operations.count ?? 0
        let unknown = step.isChangeUnknown ? 1 : 0
        let mark = ending.text(at: step)
        if var current = run, current.first.type == step.type, current.first.store == step.store {
            current.last = step
            current.count += 1
            current.changes += changes
            current.unknown += unknown
            current.mark = mark ?? current.mark
            run = current
            return nil
        }
        defer { run = Run(first: step, last: step, count: 1, changes: changes, unknown: unknown, mark: mark) }
        return run
    }

    /// Ends the last run.
    package mutating func finish() -> Run? { run.take() }
}
