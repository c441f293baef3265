package import RewindFormat
package import RewindValue

/// The value that a person says is wrong, who wrote it, and what it was before: what a ticket about a value is about.
package struct WrongQuestion: Question {
    package init() {}

    package struct Row: AnswerRow {
        package let wrong: WrongValue
        /// The step that wrote the value, of an object or an array the last one that changed something in it; `nil` if that is not known.
        package let author: RowStep?
        /// The steps whose effects led to that one, the nearest first.
        package let causes: [Step]
        /// Every value that was at the place up to the step.
        package let history: [HistoryQuestion.Row]
        /// Whether nothing comes after the step.
        package let isEnd: Bool

        init(_ wrong: WrongValue, author: RowStep?, causes: [Step], history: [HistoryQuestion.Row], isEnd: Bool) {
            (self.wrong, self.author, self.causes, self.history, self.isEnd) = (wrong, author, causes, history, isEnd)
        }

        /// What the manifest alone says, of a recording with some steps.
        package init(_ wrong: WrongValue, of steps: ClosedRange<Int>) {
            self.init(wrong, author: nil, causes: [], history: [], isEnd: wrong.step == steps.upperBound)
        }

        package var json: JSONValue {
            var object = wrong.json.object ?? [:]
            object["author"] = author.map { .object($0.json) }
            object["causes"] = .array(causes.map { .number(JSONNumber($0.number)) })
            object["history"] = .array(history.map { $0.json })
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        guard let wrong = timeline.recording.manifest.wrong else { return Conclusion(.no(.nothingIsWrong(timeline.recording.path))) }
        _ = row(try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try answer(about: wrong, of: timeline) })
        return Conclusion()
    }

    /// The row of a value; a step or a place that the recording does not have leaves it without author and history.
    package func answer(about wrong: WrongValue, of timeline: Timeline) throws(RecordingError) -> Row {
        let isThere = timeline.steps.contains(wrong.step) && timeline.storeNames.contains(wrong.store)
        let author = isThere ? try author(of: wrong, in: timeline) : nil
        let causes = if let step = author?.step { try timeline.causes(of: step) } else { [Step]() }
        return Row(
            wrong, author: author, causes: causes, history: isThere ? try history(of: wrong, in: timeline) : [],
            isEnd: wrong.step == timeline.steps.upperBound)
    }

    private func author(of wrong: WrongValue, in timeline: Timeline) throws(RecordingError) -> RowStep? {
        let blame: Blame
        do throws(QuestionError) { blame = try timeline.blame(wrong.place, at: wrong.step, store: wrong.store) } catch {
            if case .recording(let error) = error { throw error }
            return nil
        }
        let last = blame.lines.map { $0.steps }.max { $0.upperBound < $1.upperBound }
        guard let steps = blame.remover.map({ $0.number...$0.number }) ?? last else { return nil }
        return try RowStep(steps, in: timeline, store: wrong.store)
    }

    private func history(of wrong: WrongValue, in timeline: Timeline) throws(RecordingError) -> [HistoryQuestion.Row] {
        let question = HistoryQuestion(of: wrong.place, in: timeline.steps.lowerBound...wrong.step, store: wrong.store)
        do throws(QuestionError) { return try question.answer(in: timeline).rows } catch {
            if case .recording(let error) = error { throw error }
            return []
        }
    }
}
