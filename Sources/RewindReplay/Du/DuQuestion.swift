import RewindFormat
package import RewindValue

/// What takes space in a recording: `rewind du`.
package struct DuQuestion: Question {
    /// How many keys of a place are distinguished.
    package var depth: Int

    package init(depth: Int = 1) { self.depth = depth }

    package func answer(in timeline: Timeline, row: (DiskUsage) -> Bool) throws(QuestionError) -> Conclusion {
        _ = row(try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try timeline.diskUsage(depth: depth) })
        return Conclusion()
    }
}

extension DiskUsage: AnswerRow {
    package var json: JSONValue {
        func rows(_ rows: [Row], _ names: (name: String, count: String, fixed: String, changes: String)) -> JSONValue {
            .array(
                rows.map { row in
                    .object([
                        names.name: .string(row.name), "bytes": .number(JSONNumber(row.bytes)), names.fixed: .number(JSONNumber(row.fixed)),
                        names.changes: .number(JSONNumber(row.changes)), names.count: .number(JSONNumber(row.count)),
                    ])
                })
        }
        return [
            "types": rows(types, ("type", "steps", "actions", "changes")),
            "places": rows(places, ("place", "changed", "keyframes", "changes")),
            "segments": rows(segments, ("segment", "steps", "actions", "states")),
        ]
    }
}
