package import RewindValue

/// What a value after a step depends on: the answer of the app's reducer, which reduced the step again and again with one part changed.
///
/// Whatever ``parts`` names is proven by a change of that part alone, and what ``independent`` names by a change of all of it at once: as far
/// as the values go that were tried instead.
package struct Dependencies: Sendable, Equatable {
    /// The place after the step.
    package let place: JSONPointer
    /// The value there, as the reducer makes it; `nil` if nothing is there.
    package var value: JSONValue?
    /// The parts that the value follows, those of the action first, in their order.
    package var parts: [Dependency] = []
    /// Parts of an array that are as others of it that are known to matter, and were changed only together.
    package var alike: [Fold] = []
    /// Parts that the value follows only if they are changed together, and not alone.
    package var together: [[Dependency.Source]] = []
    /// The parts that were changed without any effect: the largest places in which nothing has one.
    package var independent: [Dependency.Source] = []
    /// How many parts were changed without any effect.
    package var independentCount = 0
    /// Parts for which no other value was found that the app's types decode.
    package var unjudged: [Dependency.Source] = []
    /// How often the step was reduced, and how often at most.
    package var runs = 0
    package var budget: Int
    /// Why nothing is claimed; `nil` if the parts say what there is to say.
    package var refusal: Refusal?
    /// What is missing in the answer.
    package var gaps: [Gap] = []

    package init(of place: JSONPointer, value: JSONValue?, budget: Int) { (self.place, self.value, self.budget) = (place, value, budget) }

    /// Whether each part was judged.
    package var isComplete: Bool { refusal == nil && gaps.isEmpty }

    /// Why nothing can be claimed.
    package enum Refusal: Sendable, Equatable {
        /// The step can't be reduced again, or the state before it is unknown; why, as a clause.
        case notReducible(String)
        /// Reduced once more, unchanged, the value is another.
        case notDeterministic(JSONValue?, JSONValue?)
        /// The reducer does not make the recorded value, but another.
        case otherValue(recorded: JSONValue?)
        /// The reducer crashes in the step; how, as a clause.
        case crashes(String)
    }

    /// What an answer lacks.
    package enum Gap: Sendable, Equatable {
        /// The budget ended first; how many parts were not judged.
        case budget(left: Int)
        /// The action and the state have more parts than are tried; how many of them were not.
        case parts(left: Int)
    }

    /// Parts that are the same member of the elements of an array: `.items[*].price`.
    package struct Fold: Sendable, Equatable {
        /// Whether they are in the action; otherwise they are in the state before.
        package let isInAction: Bool
        /// Their place; an index, and each key that could be one, is any.
        package let pattern: PointerPattern
        package let kind: Dependency.Kind
        package var count: Int

        package init(isInAction: Bool, _ pattern: PointerPattern, kind: Dependency.Kind, count: Int) {
            (self.isInAction, self.pattern, self.kind, self.count) = (isInAction, pattern, kind, count)
        }
    }

    /// Dependencies for people: those of one array as one.
    package struct Folded: Sendable, Equatable {
        /// The first of them.
        package let first: Dependency
        /// What they are called together; `nil` if there is only one.
        package var fold: Fold?
        /// How many of them were changed alone.
        package var proven: Int
    }

    /// The parts, and those alike, folded where two or more of one kind are the same member of an array's elements.
    package var folded: [Folded] {
        var rows: [Folded] = []
        for part in parts {
            let pattern = PointerPattern(part.source.place)
            let isFoldable = pattern.tokens.contains { $0 == nil }
            let known = rows.firstIndex { row in
                isFoldable && row.first.kind == part.kind && row.first.source.isAction == part.source.isAction
                    && PointerPattern(row.first.source.place) == pattern
            }
            if let known {
                rows[known].proven += 1
                var fold = rows[known].fold ?? Fold(isInAction: part.source.isAction, pattern, kind: part.kind, count: 1)
                fold.count += 1
                rows[known].fold = fold
            } else {
                rows.append(Folded(first: part, proven: 1))
            }
        }
        for more in alike {
            let known = rows.firstIndex { row in
                row.first.kind == more.kind && row.first.source.isAction == more.isInAction
                    && PointerPattern(row.first.source.place) == more.pattern
            }
            guard let known else { continue }
            var fold = rows[known].fold ?? Fold(isInAction: more.isInAction, more.pattern, kind: more.kind, count: 1)
            fold.count += more.count
            rows[known].fold = fold
        }
        return rows
    }

    /// Why nothing is claimed, or what is missing, in a sentence without a full stop; `nil` if nothing is.
    package var remark: String? {
        if let refusal { return refusal.words(of: value) }
        if gaps.isEmpty { return nil }
        return gaps.map { $0.words(budget: budget) }.joined(separator: "; ")
    }

    /// The answer as JSON.
    package var json: JSONObject {
        func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
        var object: JSONObject = [
            "path": .string(place.description), "because": .array(parts.map { .object($0.json) }), "runs": number(runs),
            "budget": number(budget), "complete": .bool(isComplete),
        ]
        object["value"] = value
        if !alike.isEmpty {
            object["alike"] = .array(
                alike.map { fold in
                    [
                        "in": fold.isInAction ? "action" : "state", "path": .string(fold.pattern.description),
                        "kind": .string(fold.kind.rawValue), "count": number(fold.count),
                    ]
                })
        }
        if !together.isEmpty { object["together"] = .array(together.map { .array($0.map { .object($0.json) }) }) }
        if !independent.isEmpty { object["notBecause"] = .array(independent.map { .object($0.json) }) }
        if !unjudged.isEmpty { object["unjudged"] = .array(unjudged.map { .object($0.json) }) }
        object["remark"] = remark.map { .string($0) }
        return object
    }
}

extension Dependencies.Refusal {
    fileprivate func words(of value: JSONValue?) -> String {
        func text(_ value: JSONValue?) -> String { value.map { $0.briefText } ?? "nothing" }
        return switch self {
        case .notReducible(let reason): "the step can't be reduced again: \(reason)"
        case .notDeterministic(let one, let other):
            "the reducer is not deterministic here: the same action on the same state came to \(text(one)), and then to \(text(other))"
        case .otherValue(let recorded):
            "today's reducer comes to \(text(value)), and \(text(recorded)) was recorded: 'rewind verify' says where they part"
        case .crashes(let how): "the reducer crashes in this step: \(how)"
        }
    }
}

extension Dependencies.Gap {
    fileprivate func words(budget: Int) -> String {
        switch self {
        case .budget(let left):
            "\(left == 1 ? "1 part was" : "\(left) parts were") not judged: the budget of \(budget) runs, or of bytes, was used up"
        case .parts(let left): "\(left == 1 ? "1 part was" : "\(left) parts were") not tried, as the state is so large"
        }
    }
}

extension JSONValue {
    /// The value as JSON, cut after 60 characters.
    fileprivate var briefText: String {
        let text = jsonText
        return text.utf8.count <= 60 ? text : "\(text.prefix(60))…"
    }
}
