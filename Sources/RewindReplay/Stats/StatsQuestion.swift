import RewindFormat
package import RewindValue

/// A recording in numbers: `rewind stats`.
package struct StatsQuestion: Question {
    /// The steps to count; by default all.
    package var steps: ClosedRange<Int>?
    /// At how many steps the state is measured.
    package var samples: Int

    package init(in steps: ClosedRange<Int>? = nil, samples: Int = 8) { (self.steps, self.samples) = (steps, samples) }

    package func answer(in timeline: Timeline, row: (Statistics) -> Bool) throws(QuestionError) -> Conclusion {
        let numbers = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            try timeline.statistics(in: steps, samples: samples)
        }
        _ = row(numbers)
        return Conclusion(remarks: [Remark](unknown: numbers.lost))
    }
}

extension Statistics: AnswerRow {
    /// The numbers as JSON; times are in nanoseconds.
    package var json: JSONValue {
        var object: JSONObject = ["steps": .number(JSONNumber(steps)), "duration": .number(JSONNumber(duration))]
        if lost.count > 0 { object["lost"] = .number(JSONNumber(lost.count)) }
        object["busiest"] = ["second": .number(JSONNumber(busiest.second)), "steps": .number(JSONNumber(busiest.count))]
        object["intervals"] = intervals.json
        object["longestWait"] = longestWait.map { ["step": .number(JSONNumber($0.step)), "duration": .number(JSONNumber($0.time))] }
        object["took"] = took.json
        object["types"] = .array(
            types.map { kind in
                [
                    "type": .string(kind.type), "steps": .number(JSONNumber(kind.count)), "changed": .number(JSONNumber(kind.changed)),
                    "unknown": .number(JSONNumber(kind.unknown)), "took": kind.took.json,
                ]
            })
        object["effects"] = effects.map { .array($0.map { $0.json }) } ?? .null
        object["slowest"] = .array(
            slowest.map { step in
                ["step": .number(JSONNumber(step.number)), "type": .string(step.type), "took": .number(JSONNumber(step.took ?? 0))]
            })
        object["stateOf"] = grown.map(JSONValue.string)
        object["state"] = .array(growth.map { ["step": .number(JSONNumber($0.step)), "bytes": .number(JSONNumber($0.bytes))] })
        if !slow.isEmpty { object["slow"] = .array(slow.map(JSONValue.string)) }
        return .object(object)
    }
}

extension Statistics.EffectRow {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "count": .number(JSONNumber(count)), "finished": .number(JSONNumber(finished)),
            "failed": .number(JSONNumber(failed)), "cancelled": .number(JSONNumber(cancelled)), "took": took.json,
        ]
    }
}

extension Histogram {
    /// The most requested numbers.
    fileprivate var json: JSONValue {
        [
            "count": .number(JSONNumber(count)), "total": .number(JSONNumber(total)), "p50": .number(JSONNumber(percentile(50))),
            "p95": .number(JSONNumber(percentile(95))), "max": .number(JSONNumber(longest)),
        ]
    }
}
