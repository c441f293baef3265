import RewindFormat
package import RewindValue

/// Where a value of the state comes from: the step that wrote it, from which part of its action or of the state, who sent that action, and
/// so on, down to what a user did or the world outside answered: `rewind why`.
package struct WhyQuestion: Question {
    /// The part of the state.
    package var place: JSONPointer
    /// The step after which it is there, or the one before if the process ended in it; by default the last whose state is known.
    package var step: Int?
    /// The store; by default the only one that can have something there.
    package var store: String?

    package init(_ place: JSONPointer, at step: Int? = nil, store: String? = nil) {
        (self.place, self.step, self.store) = (place, step, store)
    }

    package func answer(in timeline: Timeline, row: (WhyLink) -> Bool) throws(QuestionError) -> Conclusion {
        var origins = EqualOrigins()
        return try answered(in: timeline, by: &origins).answer(in: timeline, row: row)
    }

    /// Asks a recording.
    ///
    /// - Parameter origins: tells from what a step got a value.
    /// - Throws: ``QuestionError`` if the question can't be answered.
    package func answered<Origins: ValueOrigins>(
        in timeline: Timeline, by origins: inout Origins
    ) throws(QuestionError) -> AnsweredWhy {
        let store = try timeline.oneStore(toAsk: [Predicate(place)], named: store)
        let (number, unfinished) = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            if let step { return try timeline.stepWithState(at: step) }
            return (try timeline.lastKnownStep(of: store), nil)
        }
        let blame = try timeline.blame(place, at: number, store: store)
        let value = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try timeline.value(of: blame) }
        var tree = WhyTree(in: timeline, by: origins)
        try tree.grow(from: blame, value: value)
        origins = tree.origins
        let remarks = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            let end = step == nil ? timeline.steps.upperBound : number
            let unknown = [Remark](unknown: try timeline.unknownSteps(behind: blame, upTo: end))
            let hidden = timeline.remarksOnHiddenValues(readBy: [], at: [place], comparesTexts: true)
            return hidden + [unfinished].compactMap { $0 } + unknown
        }
        return AnsweredWhy(links: tree.links, conclusion: Conclusion(remarks: remarks))
    }
}

/// The tree that was the answer to the question where a value comes from.
package struct AnsweredWhy: Question {
    package let links: [WhyLink]
    package let conclusion: Conclusion

    package func answer(in timeline: Timeline, row: (WhyLink) -> Bool) -> Conclusion {
        for link in links where !row(link) { break }
        return conclusion
    }
}

extension Timeline {
    /// The value that a blame is about.
    fileprivate func value(of blame: Blame) throws(RecordingError) -> JSONValue {
        if blame.lines.count == 1, blame.lines[0].place == blame.place { return blame.lines[0].value }
        if let value = try partialState(with: blame.place, at: blame.step, store: blame.store).flatMap({ $0[blame.place] }) { return value }
        guard case .known(let state) = try state(at: blame.step, store: blame.store) else { return .null }
        return state[blame.place] ?? .null
    }
}
