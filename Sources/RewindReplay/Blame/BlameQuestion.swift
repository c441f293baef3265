import RewindFormat
package import RewindValue

/// The step that last changed a part of the state; for an object or array, the step for each child: `rewind blame`.
package struct BlameQuestion: Question {
    /// The part of the state.
    package var place: JSONPointer
    /// The step to look back from, or the one before if the process ended in it; by default the last whose state is known.
    package var step: Int?
    /// The store; by default the only one that can have something there.
    package var store: String?

    package init(_ place: JSONPointer, at step: Int? = nil, store: String? = nil) {
        (self.place, self.step, self.store) = (place, step, store)
    }

    /// A value, and the step that set it.
    package struct Row: AnswerRow, Equatable {
        /// The step that set the value.
        package let step: RowStep
        package let place: JSONPointer
        /// The value; `nil` if the step removed or moved something there.
        package let value: JSONValue?
        /// Later steps of which one may have set the value as well, the last ones first.
        package let unknown: [ClosedRange<Int>]
        /// Whether the first of these steps are lost, and not only their states.
        package let areLost: Bool

        package var json: JSONValue {
            var object: JSONObject = ["path": .string(place.description)]
            for (key, value) in step.json { object[key] = value }
            if let value { object["value"] = value } else { object["removed"] = true }
            if !unknown.isEmpty { object["unknown"] = .array(unknown.reversed().map({ $0.json })) }
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let store = try timeline.oneStore(toAsk: [Predicate(place)], named: store)
        let (number, unfinished) = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            if let step { return try timeline.stepWithState(at: step) }
            return (try timeline.lastKnownStep(of: store), nil)
        }
        let blame = try timeline.blame(place, at: number, store: store)
        return try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            for line in blame.lines where !row(try Row(line, of: blame, in: timeline)) { return Conclusion() }
            if let remover = blame.remover {
                let step = try RowStep(remover.number...remover.number, in: timeline, store: blame.store)
                _ = row(Row(step: step, place: blame.place, value: nil, unknown: [], areLost: false))
            }
            let end = step == nil ? timeline.steps.upperBound : number
            let unknown = [Remark](unknown: try timeline.unknownSteps(behind: blame, upTo: end))
            return Conclusion(remarks: timeline.remarksOnHiddenValues(readBy: [], at: [place]) + [unfinished].compactMap { $0 } + unknown)
        }
    }
}

extension BlameQuestion.Row {
    fileprivate init(_ line: Blame.Line, of blame: Blame, in timeline: Timeline) throws(RecordingError) {
        var areLost = false
        if let steps = line.unknown.first, case .gap(let gap, _) = try timeline.noStep(at: steps.lowerBound) {
            areLost = gap.upperBound >= steps.upperBound
        }
        let step = try RowStep(line.steps, in: timeline, store: blame.store)
        self.init(step: step, place: line.place, value: line.value, unknown: line.unknown, areLost: areLost)
    }
}
