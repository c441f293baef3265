import RewindFormat
package import RewindValue

/// Whether today's types decode a recording: `rewind compat`.
package struct CompatQuestion: Question {
    package var compatibility: Compatibility

    package init(_ compatibility: Compatibility) { self.compatibility = compatibility }

    /// A finding, a migration to try, or the sum.
    package enum Row: AnswerRow {
        case finding(Compatibility.Finding, store: String?)
        /// A migration to try.
        case suggestion(Compatibility.Suggestion, store: String?)
        case sum(Compatibility)

        package var json: JSONValue {
            switch self {
            case .finding(let finding, _): return finding.json
            case .suggestion(let suggestion, _): return suggestion.json
            case .sum(let sum):
                func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
                return ["grade": .string(sum.grade.rawValue), "actions": number(sum.actions), "states": number(sum.states)]
            }
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        for finding in compatibility.findings where !row(.finding(finding, store: timeline.displayName(of: finding.store))) { break }
        for suggestion in compatibility.suggestions where !row(.suggestion(suggestion, store: timeline.displayName(of: suggestion.store))) {
            break
        }
        _ = row(.sum(compatibility))
        let isKnown = compatibility.actions + compatibility.states > 0
        return Conclusion(compatibility.grade < .impossible && isKnown ? .yes : .no(nil))
    }
}
