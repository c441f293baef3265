import RewindFormat
package import RewindReplay
package import RewindValue

/// Steps of one type that follow each other, as one row.
package struct StepRuns {
    private var run: Run?

    package init() {}

    /// A run of steps.
    package struct Run {
        package var first: Step
        package var last: Step
        package var count: Int
        package var changes: Int

        /// For people: `12..19  +00:01.7  comments/setDraft  8 steps, 8 changes`.
        package var line: Line {
            PlaceRow(first.number...last.number, first).line(
                Line("\(count) \(count == 1 ? "step" : "steps"), \(changes) \(changes == 1 ? "change" : "changes")"))
        }

        /// For programs.
        package var json: JSONValue {
            var object: JSONObject = [
                "type": .string(first.type), "first": .number(JSONNumber(first.number)), "last": .number(JSONNumber(last.number)),
                "count": .number(JSONNumber(count)), "changes": .number(JSONNumber(changes)),
            ]
            object["time"] = first.time.map { .number(JSONNumber($0)) }
            object["until"] = last.time.map { .number(JSONNumber($0)) }
            if first.store != ActionLine.mainStore { object["store"] = .string(first.store) }
            return .object(object)
        }
    }

    /// Adds a step; returns the run that it ends by being of another type.
    package mutating func add(_ step: Step) -> Run? {
        let changes = step.patch?.operations.count ?? 0
        if var current = run, current.first.type == step.type, current.first.store == step.store {
            current.last = step
            current.count += 1
            current.changes += changes
            run = current
            return nil
        }
        defer { run = Run(first: step, last: step, count: 1, changes: changes) }
        return run
    }

    /// Ends the last run.
    package mutating func finish() -> Run? { run.take() }
}
