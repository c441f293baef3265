import RewindFormat
package import RewindValue

/// What differs between two recordings, step by step: `rewind diff` with another recording.
package struct ComparisonQuestion: Question {
    /// The recording that the asked one is compared with.
    package var other: Timeline
    /// The part of the states; with a part, only what steps did to it counts.
    package var place: JSONPointer
    /// The store; by default all.
    package var store: String?

    package init(with other: Timeline, at place: JSONPointer = .root, store: String? = nil) {
        (self.other, self.place, self.store) = (other, place, store)
    }

    /// The comparison of both recordings.
    package struct Row: AnswerRow {
        /// The paths of the recordings.
        package let first: String, second: String
        /// The first step that both recordings have, or begin with.
        package let begin: Int
        /// The part of the states.
        package let place: JSONPointer
        package let comparison: RecordingComparison
        /// The differences that ``comparison`` lists.
        package let differences: [Difference]
        /// How the states after the first difference differ, or what a step changed that only one recording has; `nil` if a state is unknown.
        package let change: TreeDiff?

        /// A difference, with its steps.
        package struct Difference: Sendable {
            package let kind: RecordingComparison.DifferenceKind
            /// The step in each recording; `nil` if a recording does not have it.
            package let first: RowStep?, second: RowStep?
            /// The number of the same action in the other recording, if it is at another place there.
            package fileprivate(set) var movedTo: Int?
            /// Whether the step is at the end, after all steps that both recordings have.
            package let isAfter: Bool

            /// The number in the recording that has the step, the first one if both do.
            package var number: Int { (first ?? second)?.steps.lowerBound ?? 0 }

            fileprivate var json: JSONValue {
                var object: JSONObject = [:]
                object["first"] = first.map { .number(JSONNumber($0.steps.lowerBound)) }
                object["second"] = second.map { .number(JSONNumber($0.steps.lowerBound)) }
                object["kind"] = .string(kind.rawValue)
                object["movedTo"] = movedTo.map { .number(JSONNumber($0)) }
                let ended = [("first", first), ("second", second)].filter { $0.1?.step?.outcome == .underWay(.reducer) }.map { $0.0 }
                if !ended.isEmpty { object["endedIn"] = .array(ended.map(JSONValue.string)) }
                return .object(object)
            }
        }

        package var json: JSONValue {
            var object: JSONObject = [
                "first": .string(first), "second": .string(second), "path": .string(place.description),
                "differs": .bool(!comparison.isEmpty), "common": .number(JSONNumber(comparison.common)),
                "count": .number(JSONNumber(comparison.count)),
            ]
            object["endsEqual"] = comparison.endsEqual.map(JSONValue.bool)
            object["differences"] = .array(differences.map { $0.json })
            for part in [comparison.before, comparison.after] {
                guard let part else { continue }
                object[part.kind.rawValue] = .array((object[part.kind.rawValue]?.array ?? []) + [part.steps.json])
            }
            if differences.first?.first != nil, differences.first?.second != nil { object["patch"] = change?.patch.json }
            if comparison.matching.paired > 0 { object["redacted"] = .number(JSONNumber(comparison.matching.paired)) }
            if comparison.unknown > 0 { object["unknown"] = .number(JSONNumber(comparison.unknown)) }
            return .object(object)
        }
    }

    /// The only row; the answer is no if something differs or could not be compared.
    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let store = try timeline.checked(store: store)
        return try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            let answer = try Row(timeline, other, at: place, store: store)
            var conclusion = Conclusion(answer.comparison.isSame ? .yes : .no(nil))
            let (one, two) = (timeline.recording, other.recording)
            if one.manifest.hidesTexts != two.manifest.hidesTexts {
                let (masked, clear) = one.manifest.hidesTexts ? (one, two) : (two, one)
                conclusion.remarks.append(.textsHiddenBeside(masked.path, clear: clear.path))
            }
            if try !timeline.nowhere(in: [place]).isEmpty, let remark = try other.nowhere(in: [place]).first {
                conclusion.verdict = .no(.inNeither(remark))
            } else {
                _ = row(answer)
            }
            return conclusion
        }
    }
}

extension ComparisonQuestion.Row {
    fileprivate init(_ one: Timeline, _ two: Timeline, at place: JSONPointer, store: String?) throws(RecordingError) {
        let comparison = try one.compare(with: two, at: place, store: store)
        var differences = try comparison.differences.map { difference throws(RecordingError) in
            func step(_ number: Int?, _ timeline: Timeline) throws(RecordingError) -> RowStep? {
                try number.map { number throws(RecordingError) in try RowStep(number...number, in: timeline) }
            }
            return Difference(
                kind: difference.kind, first: try step(difference.first, one), second: try step(difference.second, two),
                isAfter: comparison.isAfter(difference))
        }
        for index in differences.indices where differences[index].kind == .onlyFirst {
            guard let line = differences[index].first?.step?.line, let action = line.action else { continue }
            let same = differences.firstIndex { other in
                guard other.kind == .onlySecond, other.movedTo == nil, let same = other.second?.step?.line, same.type == line.type else {
                    return false
                }
                return same.action.map { comparison.matching.translated($0) } == action
            }
            guard let same else { continue }
            (differences[index].movedTo, differences[same].movedTo) = (differences[same].number, differences[index].number)
        }
        self.init(
            first: one.recording.path, second: two.recording.path, begin: max(one.steps.lowerBound, two.steps.lowerBound), place: place,
            comparison: comparison, differences: differences,
            change: try differences.first.flatMap { first throws(RecordingError) in
                try Self.change(at: first, one, two, at: place, store: store, comparison.matching)
            })
    }

    private static func change(
        at difference: Difference, _ one: Timeline, _ two: Timeline, at place: JSONPointer, store: String?, _ matching: PlaceholderMatching
    ) throws(RecordingError) -> TreeDiff? {
        func part(_ number: Int, _ timeline: Timeline, _ store: String?) throws(RecordingError) -> JSONValue? {
            if case .known(let state) = try timeline.state(at: number, store: store) { state[place] } else { nil }
        }
        if let first = difference.first, let second = difference.second {
            let store = store ?? first.step?.store
            guard let old = try part(first.steps.lowerBound, one, store), let new = try part(second.steps.lowerBound, two, store) else {
                return nil
            }
            // Translated to the first recording's pseudonyms, so that only real differences show.
            return TreeDiff(from: old, to: matching.translated(new))
        }
        guard let step = (difference.first ?? difference.second)?.step else { return nil }
        let timeline = difference.first == nil ? two : one
        guard let old = try part(step.number - 1, timeline, step.store), let new = try part(step.number, timeline, step.store) else {
            return nil
        }
        return TreeDiff(from: old, to: new)
    }
}
