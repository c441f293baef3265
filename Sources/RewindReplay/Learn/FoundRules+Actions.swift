import RewindValue

extension FoundRules {
    /// Adds what actions do, and what only some of them do.
    mutating func addRulesOfActions() {
        for place in places.indices where !places[place].isInElements { addChangedBy(place) }
        for (index, facts) in learner.effects.types.enumerated() {
            let head = "$type != \(JSONValue.string(facts.name).jsonText) or "
            for copy in facts.copies where copy.evidence.distinct > 2 && isConvincing(copy.evidence) {
                guard let path = path(copy.place) else { continue }
                let part = Expression.Path(copy.path.map { .key($0) }, of: .action).description
                add(
                    .copy, [copy.place], type: index, "after \(facts.name), \(path) is that of the action", copy.evidence,
                    "\(head)\(path) == \(part)")
            }
            for difference in facts.differences where isConvincing(difference.evidence) {
                guard let path = path(difference.place), !places[difference.place].kinds.contains(.null),
                    case .int(let amount)? = JSONNumber(difference.amount)
                else { continue }
                let before = Self.before(path)
                let isLength = places[difference.place].realKinds == .list
                let words = isLength ? (difference.amount > 0 ? "longer" : "shorter") : (difference.amount > 0 ? "more" : "less")
                add(
                    .difference, [difference.place], type: index, "\(facts.name) makes \(path) \(words) by \(amount.magnitude)",
                    difference.evidence,
                    head + (isLength ? "(\(path) | length) - (\(before) | length)" : "\(path) - \(before)")
                        + " == \(amount)")
            }
            for outcome in facts.outcomes where isConvincing(outcome.evidence) { add(outcome, of: index, facts.name, head) }
        }
    }

    private mutating func add(_ outcome: ActionCandidates.Outcome, of type: Int, _ action: String, _ head: String) {
        guard !isInEnum(outcome.place), let path = path(outcome.place) else { return }
        let there = places[outcome.place]
        var words: String?
        var condition = ""
        if outcome.isConstant, let literal = outcome.literal {
            let text = literal.jsonText
            switch (literal, there.realKinds) {
            case (.string(let name), .object):
                if there.isEnum {
                    words = name
                    condition = "(\(path) | has(\(text)))"
                }
            case (.string(let name), _):
                if name.isEmpty || !learner.isMasked { (words, condition) = (name.isEmpty ? "empty" : text, "\(path) == \(text)") }
            case (.number(let number), _):
                if number.doubleValue.magnitude < 1_000_000 { (words, condition) = (text, "\(path) == \(text)") }
            default: (words, condition) = (text, "\(path) == \(text)")
            }
        } else if there.realKinds == .list || there.realKinds == .text, there.wasEverSet && there.wasEverUnset {
            words = outcome.value.isSet ? "not empty" : "empty"
            condition = "(\(path) | length) \(outcome.value.isSet ? ">" : "==") 0"
        }
        guard let words else { return }
        add(.outcome, [outcome.place], type: type, "after \(action), \(path) is \(words)", outcome.evidence, head + condition)
    }

    /// Adds that only a few actions change a place.
    private mutating func addChangedBy(_ place: Int) {
        let there = places[place]
        guard there.parent != nil, !there.changers.isEmpty, !isInEnum(place), there.changes.chances >= 8,
            // As many of the changes are by an action that was not seen to make one as by those that were seen once.
            there.changers.values.count(where: { $0 == 1 }) * 100 <= there.changes.chances,
            there.changes.recordings >= min(3, learner.recordings), let path = path(place)
        else { return }
        let types = learner.effects.types
        // Those that could have changed it and never did.
        let others = types.indices.count { there.changers[$0] == nil && types[$0].count > 4 }
        let names = there.changers.keys.map { types[$0].name }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        guard others > 2 else { return }
        let condition: String
        let words: String
        if names.count <= 4 {
            condition = names.map { "$type == \(JSONValue.string($0).jsonText)" }.joined(separator: " or ")
            words = names.count == 1 ? names[0] : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        } else if let feature = Self.feature(of: names) {
            condition = "($type | startswith(\(JSONValue.string(feature).jsonText)))"
            words = feature + "*"
        } else {
            return
        }
        let certainty = Evidence.bits(Double(there.changes.chances + 1)) + Double(min(others, 10))
        add(
            .changedBy, [place], "\(name(place)) changes only by \(words)", there.changes, certainty: certainty,
            "\(path) == \(Self.before(path)) or \(condition)")
    }

    /// The beginning, up to a slash, that all of some actions' names have.
    private static func feature(of names: [String]) -> String? {
        guard let first = names.first, let slash = first.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let feature = String(first[...slash])
        return names.allSatisfy { $0.utf8.starts(with: feature.utf8) } ? feature : nil
    }
}
