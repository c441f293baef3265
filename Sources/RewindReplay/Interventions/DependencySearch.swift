import RewindFormat
import RewindValue

/// Finds what a value after a step depends on, by halves: many parts are changed at once, and those are looked at more closely under whose
/// change the value changes.
///
/// What is found was changed alone in the end. What is not found is changed together in the end, and before that in groups that separate each
/// two parts, so that two changes that cancel each other are not missed.
struct DependencySearch<Reducer: RecordedReducer> {
    private(set) var experiment: Experiment<Reducer>
    let place: FollowedPlace
    let budget: InterventionBudget
    let all: PartOrder
    /// The value without a change.
    let base: JSONValue?
    /// The parts that were found, by their positions.
    var found: [Int: Dependency] = [:]
    /// The parts whose change had no effect, alone or among others.
    private(set) var quiet: Set<Int> = []
    /// Parts that have an effect together, and not alone.
    private(set) var together: [[Int]] = []
    /// Parts that were not changed alone, since many like them were found, and have an effect together.
    private(set) var alike: Set<Int> = []
    /// Of the values to put at the places of a pattern, those that do not decode.
    private(set) var refused: [InterventionPart.Pattern: Set<Int>] = [:]
    /// How many parts of a pattern were found.
    private var foundAlike: [InterventionPart.Pattern: Int] = [:]

    /// A part, by its position, and which of its replacements is put there.
    typealias Change = (part: Int, attempt: Int)

    /// What came of changing some parts, for the value that is asked about.
    enum Effect {
        case none
        case other(JSONValue?, before: JSONValue)
        case crash
        case undecodable
        case exhausted
    }

    /// - Parameters:
    ///   - experiment: has reduced the step unchanged.
    ///   - base: the value that this came to.
    init(_ experiment: Experiment<Reducer>, _ all: PartOrder, at place: FollowedPlace, base: JSONValue?, budget: InterventionBudget) {
        (self.experiment, self.all, self.place, self.base, self.budget) = (experiment, all, place, base, budget)
    }

    /// Searches; what is neither found nor quiet then could not be judged.
    ///
    /// - Returns: the parts that had no effect when all of them were changed at once.
    mutating func run() throws(Reducer.Failure) -> Set<Int> {
        // For the last checks: the parts of each depth together, and once more without a change.
        experiment.reserve = min(2 + all.depths.count, budget.runs / 4)
        for attempt in 0..<InterventionPart.attempts {
            for depth in all.depths {
                for tier in all.tiers(of: depth) { try search(tier.map { ($0, attempt) }) }
            }
        }
        for depth in all.depths { try separate(depth) }
        try changeAlike()
        experiment.reserve = 1
        var proven: Set<Int> = []
        for depth in all.depths { proven.formUnion(try settle(depth)) }
        experiment.reserve = 0
        return proven
    }

    /// Whether all places of a pattern that may be changed alone were.
    func isEnough(of pattern: InterventionPart.Pattern) -> Bool { pattern.hasElements && foundAlike[pattern, default: 0] >= budget.alike }

    private func wants(_ change: Change) -> Bool {
        let part = all.parts[change.part]
        if found[change.part] != nil || part.replacements.count <= change.attempt { return false }
        return refused[part.pattern]?.contains(change.attempt) != true && !isEnough(of: part.pattern)
    }

    /// Changes parts together, and then in halves, as long as that has an effect.
    ///
    /// - Returns: whether one of them was found.
    @discardableResult
    private mutating func search(_ group: [Change]) throws(Reducer.Failure) -> Bool {
        let group = group.filter { wants($0) }
        guard let first = group.first else { return false }
        let effect = try effect(of: group)
        switch effect {
        case .exhausted: return false
        case .none:
            for change in group { quiet.insert(change.part) }
            return false
        case .undecodable where group.count == 1:
            refused[all.parts[first.part].pattern, default: []].insert(first.attempt)
            return false
        case .other where group.count == 1, .crash where group.count == 1:
            try find(first, effect)
            return true
        case .undecodable, .other, .crash:
            let half = (group.count + 1) / 2
            let isInFirst = try search(Array(group[..<half]))
            let isInSecond = try search(Array(group[half...]))
            if isInFirst || isInSecond { return true }
            guard case .other = effect, half > 1, group.count <= 32 else { return false }
            // Neither half alone: one of its parts may undo what another does.
            var isFound = false
            for change in group where try search([change]) { isFound = true }
            return isFound
        }
    }

    private mutating func effect(of changes: [Change]) throws(Reducer.Failure) -> Effect {
        try effect(
            of: changes.map { change in
                let part = all.parts[change.part]
                return Experiment<Reducer>.Change(part.source, isThere: part.value != nil, part.replacements[change.attempt])
            })
    }

    private mutating func effect(of changes: [Experiment<Reducer>.Change]) throws(Reducer.Failure) -> Effect {
        switch try experiment.run(changes) {
        case .state(let before, let after):
            return place.has(base, in: after) ? .none : .other(place.value(in: after), before: before)
        case .crashed: return .crash
        case .undecodable: return .undecodable
        case .exhausted: return .exhausted
        }
    }

    /// Notes a part whose change alone has an effect.
    private mutating func find(_ change: Change, _ effect: Effect) throws(Reducer.Failure) {
        let part = all.parts[change.part]
        var (attempt, effect) = (change.attempt, effect)
        // What crashes with one value may follow another.
        for other in part.replacements.indices where other != change.attempt && refused[part.pattern]?.contains(other) != true {
            guard case .crash = effect else { break }
            let next = try self.effect(of: [(change.part, other)])
            if case .other = next { (attempt, effect) = (other, next) }
        }
        let replacement = part.replacements[attempt]
        var became: JSONValue?
        var kind = Dependency.Kind.survives
        if case .other(let value, let before) = effect {
            became = value
            if try isUnwritten(with: part, replacement, became: value, before: before) {
                kind = .decides
            } else {
                kind = CopiedPart(part.value, replacedBy: replacement).stands(in: base, and: value) ? .copied : .computed
            }
        }
        found[change.part] = Dependency(part.source, value: part.value, replacedBy: replacement, became: became, kind: kind)
        foundAlike[part.pattern, default: 0] += 1
    }

    /// Whether the step with another part leaves the place as it was before: then the place follows what stood there.
    private mutating func isUnwritten(
        with part: InterventionPart, _ replacement: JSONValue, became: JSONValue?, before: JSONValue
    ) throws(Reducer.Failure) -> Bool {
        let old = place.value(in: before)
        guard old == became else { return false }
        guard old != nil, let there = place.pointer(in: experiment.before) else { return old == nil }
        if case .state(let own) = part.source, own.isPrefix(of: there) || there.isPrefix(of: own) { return false }
        let others = all.parts.first { $0.source == .state(there) }?.replacements ?? []
        guard let other = others.first(where: { $0 != old }) else { return true }
        let effect = try effect(of: [
            Experiment<Reducer>.Change(part.source, isThere: part.value != nil, replacement),
            Experiment<Reducer>.Change(.state(there), isThere: true, other),
        ])
        return switch effect {
        case .other(let value, let before): value == place.value(in: before)
        case .none: base == other
        case .crash, .undecodable, .exhausted: false
        }
    }

    /// The parts that had no effect.
    private func rest(_ depth: Int?) -> [Int] {
        let mixed = Set(together.flatMap { $0 })
        return all.of(depth: depth).filter { quiet.contains($0) && found[$0] == nil && !mixed.contains($0) }
    }

    /// Changes what had no effect once more: each part alone if they are few, or else in groups by the bits of their positions, so that each
    /// two are in different ones, and in some that chance makes.
    private mutating func separate(_ depth: Int?) throws(Reducer.Failure) {
        let rest = rest(depth)
        if rest.count <= Self.few {
            for change in firstAttempts(of: rest) { try search([change]) }
            return
        }
        for bit in 0..<(Int.bitWidth - (rest.count - 1).leadingZeroBitCount) {
            for side in 0...1 { try search(firstAttempts(of: rest.indices.filter { ($0 >> bit) & 1 == side }.map { rest[$0] })) }
        }
        for group in Self.halves(of: rest) { try search(firstAttempts(of: group)) }
    }

    /// A few groups that chance makes, each of about half of some parts; the same each time, and others in each round.
    private static func halves(of parts: [Int], _ round: Int = 0) -> [[Int]] {
        var chance = 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: round)
        return (0..<4).map { _ in
            parts.filter { _ in
                chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return chance >> 63 == 1
            }
        }
    }

    /// How many parts that seem to have no effect are changed one by one.
    private static var few: Int { 24 }

    /// Changes places like those that were found: some of them one by one, and if they are many, the others together.
    private mutating func changeAlike() throws(Reducer.Failure) {
        for pattern in Set(found.keys.map { all.parts[$0].pattern }) where pattern.hasElements {
            let own = all.parts.indices.filter { all.parts[$0].pattern == pattern }
            try findMore(among: own, of: pattern)
            let rest = own.filter { found[$0] == nil }
            if rest.isEmpty || !isEnough(of: pattern) { continue }
            var isTried = false
            for group in [rest] + Self.halves(of: rest) where !group.isEmpty {
                switch try effect(of: firstAttempts(of: group)) {
                case .other, .crash: alike.formUnion(rest)
                case .none: isTried = true
                case .undecodable, .exhausted: break
                }
                if !alike.isDisjoint(with: rest) { break }
            }
            if alike.isDisjoint(with: rest), isTried { quiet.formUnion(rest) } else { quiet.subtract(rest) }
        }
    }

    /// Changes places of a pattern of which one was found: one by one if they are few, or else in groups as long as these find more.
    private mutating func findMore(among own: [Int], of pattern: InterventionPart.Pattern) throws(Reducer.Failure) {
        let silent = own.filter { found[$0] == nil }
        if silent.count <= budget.alike {
            for change in firstAttempts(of: silent) { try search([change]) }
            return
        }
        for round in 0..<budget.alike where !isEnough(of: pattern) {
            var isFound = false
            for group in Self.halves(of: silent, round) where try search(firstAttempts(of: group)) { isFound = true }
            if !isFound { return }
        }
    }

    /// What comes of the step without a change, once more.
    mutating func effectOfNoChange() throws(Reducer.Failure) -> Effect { try effect(of: [Experiment<Reducer>.Change]()) }

    /// For each part the first value that decodes.
    private func firstAttempts(of group: [Int]) -> [Change] {
        group.compactMap { part in
            let bad = refused[all.parts[part].pattern] ?? []
            return all.parts[part].replacements.indices.first { !bad.contains($0) }.map { (part, $0) }
        }
    }

    /// Changes all parts of a depth at once that had no effect.
    ///
    /// - Returns: those that have none together.
    private mutating func settle(_ depth: Int?) throws(Reducer.Failure) -> [Int] {
        var searches = 0
        while true {
            let rest = rest(depth)
            if rest.isEmpty { return [] }
            switch try effect(of: firstAttempts(of: rest)) {
            case .none: return rest
            case .undecodable, .exhausted: return []
            case .other, .crash:
                searches += 1
                if searches == 1 {
                    for change in firstAttempts(of: rest) { try search([change]) }
                } else if searches > 4 {
                    return []
                }
                if rest.count == self.rest(depth).count, let group = try interplay(of: firstAttempts(of: rest)) { together.append(group) }
            }
        }
    }

    /// A few parts that have an effect together; `nil` if the budget ends first.
    private mutating func interplay(of group: [Change]) throws(Reducer.Failure) -> [Int]? {
        var kept: [Change] = []
        while kept.count < 4 {
            // The shortest beginning of the group that has an effect with what is kept: its last part is needed.
            var (none, some) = (0, group.count)
            while some - none > 1 {
                let middle = (none + some) / 2
                switch try effect(of: kept + group[..<middle]) {
                case .other, .crash: some = middle
                case .exhausted: return nil
                case .none, .undecodable: none = middle
                }
            }
            kept.insert(group[some - 1], at: 0)
            switch try effect(of: kept) {
            case .other, .crash: return kept.map(\.part)
            case .exhausted: return nil
            case .none, .undecodable: continue
            }
        }
        return nil
    }
}
