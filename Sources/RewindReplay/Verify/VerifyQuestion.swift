import RewindFormat
package import RewindValue

/// Whether a reducer still does what was recorded: `rewind verify`.
///
/// This is the answer only; a host runs the reducer.
package struct VerifyQuestion: Question {
    package var verification: Verification

    package init(_ verification: Verification) { self.verification = verification }

    /// A divergence, or what the whole verification came to.
    package enum Row: AnswerRow {
        case divergence(Divergence, RowStep, store: String?)
        case sum(Verification)

        package var json: JSONValue {
            switch self {
            case .divergence(let divergence, let step, let store):
                var object = step.json
                if step.step == nil { object["type"] = .string(divergence.type) }
                if divergence.steps.count > 1 { object["steps"] = divergence.steps.json }
                object["store"] = store.map(JSONValue.string)
                for (key, value) in divergence.json { object[key] = value }
                return .object(object)
            case .sum(let sum):
                func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
                var object: JSONObject = [
                    "holds": sum.holds.map(JSONValue.bool) ?? .null, "verified": number(sum.verified), "unknown": number(sum.unknown),
                    "divergences": number(sum.divergences.count),
                ]
                object["endedAt"] = sum.endedAt.map(number)
                if !sum.newMembers.isEmpty { object["newMembers"] = .array(sum.newMembers.map { .string($0.description) }) }
                return .object(object)
            }
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        for divergence in verification.divergences {
            let step = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
                let first = divergence.steps.lowerBound
                return try RowStep(first...first, in: timeline, store: divergence.store)
            }
            if !row(.divergence(divergence, step, store: timeline.displayName(of: divergence.store))) { break }
        }
        _ = row(.sum(verification))
        let isMasked = timeline.recording.manifest.hidesTexts && verification.divergences.contains { $0.kind == .codeChanged }
        let new = verification.newMembers.isEmpty ? [] : [Remark.newMembers(verification.newMembers)]
        return Conclusion(remarks: new + (isMasked ? [.textsHidden] : []), verification.holds == true ? .yes : .no(nil))
    }
}
