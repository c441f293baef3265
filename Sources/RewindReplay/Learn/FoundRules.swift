import RewindValue

/// The rules that follow from what was learned, while those that say the same are left out.
struct FoundRules {
    /// A kind of rule, by which it is known what it implies.
    enum Kind {
        case range, direction, set, notEmpty, length, unique, sorted
        case index, lengths, equal, inside, presence
        case changedBy, outcome, copy, difference
        case answer, end

        /// What a break of such a rule is worth, in bits: one that relates two parts, or a part and an action, says more of the app.
        var weight: Double {
            switch self {
            case .inside, .index: 8
            case .changedBy, .answer: 7
            case .copy, .difference, .unique, .sorted: 6
            case .equal, .lengths, .outcome, .direction, .range: 4
            case .presence, .end: 3
            case .notEmpty: 2
            case .set, .length: 0
            }
        }
    }

    struct Found {
        let rule: LearnedRule
        let kind: Kind
        /// The places, the one that the rule is about first.
        let places: [Int]
        /// The action's type, if it is about one.
        var type: Int?

        /// What it is about: the first place, or else the action.
        var subject: Int { places.first ?? -1 - (type ?? 0) }
    }

    private(set) var found: [Found] = []
    let learner: RuleLearner
    /// The beginnings of action types of which some never came.
    let incomplete: Set<String>
    /// The ids that any list ever had.
    let ids: Set<UInt64>

    init(_ learner: RuleLearner) {
        self.learner = learner
        incomplete = learner.declared.incomplete(among: learner.effects.types.map { $0.name })
        ids = learner.places.reduce(into: []) { if $1.elementsHaveIDs { $0.formUnion($1.everID) } }
        addRulesOfPlaces()
        addRulesOfPairs()
        addRulesOfActions()
        addRulesOfSequels()
    }

    var places: [LearnedPlace] { learner.places }

    mutating func add(_ kind: Kind, _ places: [Int], type: Int? = nil, _ name: String, _ evidence: Evidence, _ expression: String?) {
        add(kind, places, type: type, name, evidence, certainty: evidence.certainty, expression)
    }

    mutating func add(
        _ kind: Kind, _ places: [Int], type: Int? = nil, _ name: String, _ evidence: Evidence, certainty: Double, _ expression: String?
    ) {
        guard let expression else { return }
        let support = LearnedRule.Support(
            times: evidence.chances, recordings: evidence.recordings, total: learner.recordings, values: evidence.distinct,
            example: places.first.map { self.places[$0].example } ?? ("", 0))
        let words = name.split(separator: ":").joined(separator: " ")
        let rule = LearnedRule(
            name: words, expression: expression, places: places.map(self.name),
            actions: type.map { [learner.effects.types[$0].name] } ?? [], support: support,
            surprise: min(certainty, 16) + kind.weight)
        found.append(Found(rule: rule, kind: kind, places: places, type: type))
    }

    func isConvincing(_ evidence: Evidence) -> Bool { evidence.isConvincing(of: learner.recordings) }

    // MARK: Paths

    /// The place as it is named: a path in which elements are `[]`.
    func name(_ place: Int) -> String {
        guard let parent = places[place].parent else { return "." }
        let above = name(parent)
        guard let name = places[place].name else { return above + "[]" }
        return (above == "." ? "" : above) + Expression.Path([.key(name)]).description
    }

    /// A condition on the value at a place: on every one, if it is in elements.
    ///
    /// - Parameter body: makes the condition of the path to the value.
    /// - Returns: `nil` if a path there has no value in some states.
    func condition(at place: Int, _ body: (String) -> String) -> String? {
        var components: [Expression.Path.Component] = []
        var place = place
        while let parent = places[place].parent {
            let above = places[parent]
            guard let name = places[place].name else {
                guard above.realKinds == (above.isDictionary ? .object : .list) else { return nil }
                let inner = body(Expression.Path(components).description)
                return condition(at: parent) { path in
                    let all = path == "." ? "all(\(inner))" : "(\(path) | all(\(inner)))"
                    return above.kinds.contains(.null) ? "\(path) == null or \(all)" : all
                }
            }
            guard above.realKinds == .object, !above.isDictionary else { return nil }
            components.insert(.key(name), at: 0)
            place = parent
        }
        return body(Expression.Path(components).description)
    }

    /// The same for a value that may be null, of which nothing is required then.
    func conditionUnlessNull(at place: Int, _ body: (String) -> String) -> String? {
        let isNullable = places[place].kinds.contains(.null)
        return condition(at: place) { path in (isNullable ? "\(path) == null or " : "") + body(path) }
    }

    /// The path to a place that is in no element.
    func path(_ place: Int) -> String? { places[place].isInElements ? nil : condition(at: place) { $0 } }

    /// The same place in the state before the step.
    static func before(_ path: String) -> String {
        path == "." ? "$before" : "$before" + (path.hasPrefix(".[") ? String(path.dropFirst()) : path)
    }

    /// Whether a place is in a value of an enum: the type keeps what holds there.
    func isInEnum(_ place: Int) -> Bool {
        var above = places[place].parent
        while let next = above {
            if places[next].isEnum { return true }
            above = places[next].parent
        }
        return false
    }

    // MARK: Choosing

    /// The rules without those that others imply, the most surprising first; no place, kind of rule or name takes all the
    /// room.
    func rules(limit: Int?) -> [LearnedRule] {
        var rest = withoutImplied().sorted {
            $0.rule.surprise != $1.rule.surprise
                ? $0.rule.surprise > $1.rule.surprise : $0.rule.name.utf8.lexicographicallyPrecedes($1.rule.name.utf8)
        }
        var counts: [Int: Int] = [:]
        var kinds: [Kind: Int] = [:]
        var said: [Said: Int] = [:]
        var rules: [LearnedRule] = []
        while !rest.isEmpty, rules.count < limit ?? .max {
            var best = 0
            var bestScore = -Double.infinity
            for (index, found) in rest.enumerated() {
                let score =
                    found.rule.surprise - 3 * Double(counts[found.subject] ?? 0) - 0.25 * Double(kinds[found.kind] ?? 0)
                    - 2 * Double(said[Said(found, in: places)] ?? 0)
                if score > bestScore { (best, bestScore) = (index, score) }
            }
            let chosen = rest.remove(at: best)
            counts[chosen.subject, default: 0] += 1
            kinds[chosen.kind, default: 0] += 1
            said[Said(chosen, in: places), default: 0] += 1
            rules.append(chosen.rule)
        }
        return rules
    }

    /// What is said of a member of a name, wherever it is.
    private struct Said: Hashable {
        let kind: Kind
        let name: String
        let type: Int?

        init(_ found: Found, in places: [LearnedPlace]) {
            (kind, type) = (found.kind, found.type)
            name = found.places.first.flatMap { places[$0].name } ?? ""
        }
    }

    private func withoutImplied() -> [Found] {
        found.filter { one in !found.contains { $0.implies(one, in: places) } }
    }
}

extension FoundRules.Found {
    /// Whether another rule says nothing beyond this one.
    fileprivate func implies(_ other: Self, in places: [LearnedPlace]) -> Bool {
        let isSamePlace = subject == other.subject
        switch (kind, other.kind) {
        case (.copy, .outcome) where places[other.subject].isEnum && places.isAncestor(other.subject, of: subject):
            // What is in a case is there only in that case.
            return type == other.type
        case (.copy, .outcome), (.copy, .difference), (.outcome, .difference):
            return type == other.type && (isSamePlace || kind == .copy && places.isAncestor(subject, of: other.subject))
        case (.outcome, .outcome):
            // Where nothing is, nothing is in it.
            return type == other.type && rule.expression.hasSuffix("== null") && places.isAncestor(subject, of: other.subject)
        case (.copy, .copy):
            // One that copies all of an object copies its members; of two parts of the action that are equal, the first will do.
            if type != other.type { return false }
            if isSamePlace { return rule.expression.utf8.lexicographicallyPrecedes(other.rule.expression.utf8) }
            return places.isAncestor(subject, of: other.subject)
        case (.direction, .range), (.set, .notEmpty), (.set, .length), (.length, .notEmpty): return isSamePlace
        case (.index, .range): return isSamePlace
        case (.equal, .outcome), (.equal, .range): return false
        case (.changedBy, .changedBy):
            return rule.name.hasSameEnd(as: other.rule.name) && places.isAncestor(subject, of: other.subject)
        case (.inside, .inside):
            return isSamePlace && (rule.surprise, rule.name.utf8.count) > (other.rule.surprise, other.rule.name.utf8.count)
        default: return false
        }
    }
}

extension [LearnedPlace] {
    fileprivate func isAncestor(_ place: Int, of other: Int) -> Bool {
        var above = self[other].parent
        while let next = above {
            if next == place { return true }
            above = self[next].parent
        }
        return false
    }
}

extension String {
    /// Whether both name the same actions.
    fileprivate func hasSameEnd(as other: String) -> Bool {
        func end(_ text: String) -> Substring? { text.split(separator: " ", maxSplits: 1).last }
        return end(self) == end(other)
    }
}

extension RuleLearner {
    /// The rules that always held and had their chance, the most surprising first.
    ///
    /// - Parameter limit: how many at most; `nil` for all.
    package func rules(limit: Int? = LearnedRule.limit) -> [LearnedRule] { FoundRules(self).rules(limit: limit) }
}
