import RewindFormat
package import RewindValue

/// The first bad step, found by halving: `rewind bisect`.
package struct BisectQuestion: Question {
    package var judge: Judge
    /// A good step, by default the first after which the store's state is known.
    package var good: Int?
    /// A later, bad step, by default the last one whose state is known.
    package var bad: Int?
    /// The store; by default the only one that can have what the judge asks for.
    package var store: String?

    package init(_ judge: Judge, good: Int? = nil, bad: Int? = nil, store: String? = nil) {
        (self.judge, self.good, self.bad, self.store) = (judge, good, bad, store)
    }

    /// Judges the state after a step.
    package enum Judge: Sendable {
        /// A state is bad if the condition is true of it.
        case condition(Predicate)
        /// A program, which also judges both ends.
        case program(JudgeFunction)
        /// A person, who knows that the ends are good and bad.
        case person(JudgeFunction)

        /// Judges the state after a step of a search; `nil` ends the search.
        package typealias JudgeFunction = @Sendable (Int, JSONValue, Bisection) throws(QuestionError) -> Bisection.Verdict?
    }

    /// The result of the search.
    package struct Row: AnswerRow {
        /// The first bad step, or several of which one is it.
        package let step: RowStep
        /// The last step that is known to be good, and the first that is known to be bad.
        package let good: Int, bad: Int

        package var json: JSONValue {
            var object = step.json
            object["good"] = .number(JSONNumber(good))
            object["bad"] = .number(JSONNumber(bad))
            return .object(object)
        }
    }

    private var predicates: [Predicate] { if case .condition(let condition) = judge { [condition] } else { [] } }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let store = try timeline.oneStore(toAsk: predicates, named: store)
        var search = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try self.search(in: timeline, store: store) }
        var conclusion = Conclusion()
        var judgesEnds = true
        var comparesTexts = false
        switch judge {
        case .condition: break
        case .program: comparesTexts = true
        case .person: judgesEnds = false
        }
        conclusion.remarks = timeline.remarksOnHiddenValues(readBy: predicates, comparesTexts: comparesTexts)
        for (step, expected) in [(search.good, Bisection.Verdict.good), (search.bad, .bad)] where judgesEnds {
            guard let verdict = try verdict(on: step, search, in: timeline, store: store, &conclusion) else { return conclusion }
            if verdict != expected {
                try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
                    try concludeUnexpectedEnd(verdict, insteadOf: expected, on: step, in: timeline, store: store, &conclusion)
                }
                return conclusion
            }
        }
        while let step = search.next {
            // Steps without a known state can't be judged, however many there are.
            let state = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try timeline.state(at: step, store: store)
            }
            if let unknown = state.unknown {
                search.judge(step, .skip, with: unknown.unknownRange)
            } else {
                guard let verdict = try verdict(on: step, search, in: timeline, store: store, &conclusion) else { return conclusion }
                search.judge(step, verdict)
            }
        }
        if predicates.contains(where: { $0.words.contains(.before) }) { conclusion.remarks.append(.mayHaveBeenTrueEarlier) }
        let step = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try RowStep(search.candidates, in: timeline) }
        _ = row(Row(step: step, good: search.good, bad: search.bad))
        return conclusion
    }

    private func search(in timeline: Timeline, store: String) throws(RecordingError) -> Bisection {
        let first = if let good { good } else { try timeline.firstKnownStep(of: store) }
        let last = if let bad { bad } else { try timeline.lastKnownStep(of: store) }
        guard let search = Bisection(good: first, bad: last) else {
            throw RecordingError(
                .invalidArguments, "the bad step must come after the good one: \(last) does not come after \(first)",
                path: timeline.recording.path)
        }
        return search
    }

    /// The verdict on a step; `nil` if the judge ends the search, which is then the conclusion.
    private func verdict(
        on step: Int, _ search: Bisection, in timeline: Timeline, store: String, _ conclusion: inout Conclusion
    ) throws(QuestionError) -> Bisection.Verdict? {
        let answer = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try timeline.state(at: step, store: store) }
        guard case .known(let state) = answer else { return .skip }
        switch judge {
        case .condition(let condition):
            // The first state has no predecessor that could have gone wrong.
            if step == timeline.steps.lowerBound, condition.words.contains(.before) { return .good }
            let (verdict, remarks) = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
                try timeline.verdictWithRemarks(on: condition, at: step, store: store)
            }
            for remark in remarks where !conclusion.remarks.contains(remark) { conclusion.remarks.append(remark) }
            return verdict.results == nil ? .skip : verdict.holds == true ? .bad : .good
        case .program(let judge), .person(let judge):
            let verdict = try judge(step, state, search)
            if verdict == nil { conclusion.verdict = .no(.searchEnded(search.candidates)) }
            return verdict
        }
    }

    /// Concludes that an end of the range is not what it should be, with the reason as far as it is known.
    private func concludeUnexpectedEnd(
        _ verdict: Bisection.Verdict, insteadOf expected: Bisection.Verdict, on step: Int, in timeline: Timeline, store: String,
        _ conclusion: inout Conclusion
    ) throws(RecordingError) {
        var unknown: UnknownState?
        if verdict == .skip { unknown = try timeline.state(at: step, store: store).unknown }
        var reason: Remark.Unexpected = unknown.map { .unknown($0) } ?? .program
        if unknown == nil, let condition = predicates.first {
            if let unmatchedReference = try timeline.unmatchedReference(of: condition, in: SearchedStores(names: [store])) {
                conclusion.remarks.append(.absent(unmatchedReference, from: condition.description))
                conclusion.verdict = .mistaken
                return
            }
            if verdict == .skip, case .failed(let failure) = try timeline.verdict(of: condition, at: step, store: store) {
                reason = .noValue(condition.description, failure)
            } else if step < timeline.steps.upperBound, verdict == .good {
                reason = .condition(try timeline.unknownSteps(of: store, in: (step + 1)...timeline.steps.upperBound))
            } else {
                reason = .condition(UnknownSteps())
            }
        }
        conclusion.verdict = .no(.unexpectedEnd(step, should: expected, is: verdict, reason))
    }
}

extension Timeline {
    /// The first step after which a store's state is known: the store may begin later than the recording.
    fileprivate func firstKnownStep(of store: String) throws(RecordingError) -> Int {
        var first = steps.lowerBound
        _ = try changes(ofResults: [Predicate(.root)], store: store) { row throws(RecordingError) in
            first = row.step
            return false
        }
        return first
    }
}
