import RewindValue

extension FoundRules {
    /// Adds what actions do, and what only some of them do.
    mutating func addRulesOfActions() {
        for place in places.indices where !places[place].isInElements { addChangedBy(place) }
        for (index, facts) in learner.effects.types.enumerated() {
            let head = "$type != \(JSONValue.string(facts.name).jsonText) or "
            for copy in facts.copies where isConvincing(copy.evidence) {
                // Small numbers are equal by chance.
                guard copy.evidence.distinct > 2 || places[copy.place].realKinds != .number, let path = path(copy.place) else { continue }
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
            // That it is always the same may be the sessions' doing, if it comes with the action.
            let copied = Set(facts.copies.filter { $0.evidence.chances > 0 }.map { $0.place })
            for outcome in facts.outcomes where isConvincing(outcome.evidence) && !copied.contains(outcome.place) {
                add(outcome, of: index, facts.name, head)
            }
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
            case (.string(let name), _) where !there.isHidden:
                if name.isEmpty || !learner.isMasked { (words, condition) = (name.isEmpty ? "empty" : text, "\(path) == \(text)") }
            case (.number(let number), _):
                if number.doubleValue.magnitude < 1_000_000 { (words, condition) = (text, "\(path) == \(text)") }
            case (.string, _): break
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
        // An action of the same kind that never came may change it as well.
        var changers: [String] = []
        for name in names {
            let beginning = Self.beginning(of: name)
            let changer = !beginning.isEmpty && incomplete.contains(beginning) ? beginning + "*" : name
            if !changers.contains(changer) { changers.append(changer) }
        }
        let kinds = changers.filter { $0.hasSuffix("/*") }
        changers.removeAll { one in kinds.contains { $0 != one && one.utf8.starts(with: $0.dropLast().utf8) } }
        if changers.count > 4 {
            guard let feature = Self.feature(of: names) else { return }
            changers = [feature + "*"]
        }
        let condition = changers.map { changer in
            changer.hasSuffix("/*")
                ? "($type | startswith(\(JSONValue.string(String(changer.dropLast())).jsonText)))"
                : "$type == \(JSONValue.string(changer).jsonText)"
        }.joined(separator: " or ")
        let words = changers.count == 1 ? changers[0] : changers.dropLast().joined(separator: ", ") + " and " + (changers.last ?? "")
        let certainty = Evidence.bits(Double(there.changes.chances + 1)) + Double(min(others, 10))
        add(
            .changedBy, [place], "\(name(place)) changes only by \(words)", there.changes, certainty: certainty,
            "\(path) == \(Self.before(path)) or \(condition)")
    }

    /// The beginning of an action's name, up to its last slash.
    static func beginning(of name: String) -> String {
        guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(name[...slash])
    }

    /// The beginning, up to a slash, that all of some actions' names have.
    private static func feature(of names: [String]) -> String? {
        guard let first = names.first, let slash = first.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let feature = String(first[...slash])
        return names.allSatisfy { $0.utf8.starts(with: feature.utf8) } ? feature : nil
    }
}
