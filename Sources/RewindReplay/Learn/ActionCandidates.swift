import RewindValue

/// The candidates that say what an action does to a state.
struct ActionCandidates {
    /// What is at a place after each action of a type.
    struct Outcome {
        let place: Int
        let value: LearnedPlace.Now
        /// The text, number or Boolean, or the name of the enum's case.
        let literal: JSONValue?
        var isConstant = true
        /// Noted where the action brought it about.
        var evidence = Evidence()
    }

    /// A place that has the value of a part of the action.
    struct Copy {
        let place: Int
        let path: [String]
        var evidence = Evidence()
    }

    /// A number, or a length, that each action of a type changes by as much.
    struct Difference {
        let place: Int
        let amount: Double
        var evidence = Evidence()
    }

    struct Facts {
        let name: String
        var count = 0
        var outcomes: [Outcome] = []
        var copies: [Copy] = []
        var differences: [Difference] = []
    }

    var types: [Facts] = []
    private var indices: [JSONKey: Int] = [:]
    private static let typeLimit = 1000

    mutating func index(of type: String) -> Int? {
        if let known = indices[JSONKey(type)] { return known }
        guard types.count < Self.typeLimit else { return nil }
        types.append(Facts(name: type))
        indices[JSONKey(type)] = types.count - 1
        return types.count - 1
    }
}

extension RuleLearner {
    /// Notes what an action did, after the places that it changed were noted.
    mutating func noteAction(_ type: String, _ action: JSONValue?, _ cause: Int?, _ state: JSONValue) {
        guard let index = effects.index(of: type) else { return }
        sequels.note(index, at: step, cause: cause, in: recordings)
        effects.types[index].count += 1
        for place in changed where isChanged(place) {
            places[place].changers[index, default: 0] += 1
            places[place].changes.note(UInt64(index), in: recordings)
        }
        if effects.types[index].count == 1 {
            begin(index, action, state)
        } else {
            narrow(index, action, state)
        }
    }

    /// Whether the last observation is of a step that changed a place.
    private func isChanged(_ place: Int) -> Bool {
        isContinued && places[place].changedAt == observation && places[place].isReallyChanged
    }

    private mutating func begin(_ type: Int, _ action: JSONValue?, _ state: JSONValue) {
        for place in places.indices where !places[place].isInElements {
            let now = places[place].now
            var literal: JSONValue?
            switch now.kind {
            case .object:
                if let object = value(at: place, in: state)?.object, object.count == 1 { literal = .string(object.member(at: 0).key) }
            case .list: break
            default: literal = value(at: place, in: state) ?? .null
            }
            if case .string(let text)? = literal, text.utf8.count > 60 { literal = nil }
            effects.types[type].outcomes.append(.init(place: place, value: now, literal: literal))
            guard isChanged(place) else { continue }
            let before = places[place].before
            if now.isExact, before.isExact, before.kind == now.kind, now.kind != .text, now.measure != before.measure {
                effects.types[type].differences.append(.init(place: place, amount: now.measure - before.measure))
            }
            guard let action, let value = value(at: place, in: state), value.isTelling else { continue }
            for path in action.paths(to: value) { effects.types[type].copies.append(.init(place: place, path: path)) }
        }
        narrow(type, action, state)
    }

    /// Takes away the candidates of an action's type that this step breaks, and notes the others.
    private mutating func narrow(_ type: Int, _ action: JSONValue?, _ state: JSONValue) {
        // Taken out meanwhile, so that they are changed in place.
        var facts = effects.types[type]
        effects.types[type] = ActionCandidates.Facts(name: "")
        facts.outcomes.keep { outcome in
            let now = places[outcome.place].now
            if now.hash != outcome.value.hash || now.kind != outcome.value.kind { outcome.isConstant = false }
            guard outcome.isConstant || now.isSet == outcome.value.isSet else { return false }
            if isChanged(outcome.place) { outcome.evidence.note(places[outcome.place].before.hash, in: recordings) }
            return true
        }
        facts.differences.keep { difference in
            if !isContinued { return true }
            guard isChanged(difference.place) else { return false }
            let (before, now) = (places[difference.place].before, places[difference.place].now)
            guard now.isExact, before.isExact, now.measure - before.measure == difference.amount else { return false }
            difference.evidence.note(now.hash, in: recordings)
            return true
        }
        facts.copies.keep { copy in
            let (there, part) = (value(at: copy.place, in: state) ?? .null, action?[JSONPointer(tokens: copy.path)] ?? .null)
            guard there == part else { return false }
            if there.isTelling { copy.evidence.note(there.learnedHash, in: recordings) }
            return true
        }
        effects.types[type] = facts
    }

    mutating func updatePairs() {
        for place in changed {
            let now = places[place].now
            if now.isThere { places[place].wasEverSet = true } else { places[place].wasEverUnset = true }
            let isThere = now.kind == .number || now.kind == .text || now.kind == .list && now.isSet
            if isThere, places[place].firstThere == .max { places[place].firstThere = observation }
        }
        pairs.update(changed, in: places, observation, recordings)
    }
}

extension LearnedPlace {
    /// Whether the last change was one: a container may have changed inside.
    var isReallyChanged: Bool { now.kind == .list || now.kind == .object || before.kind != now.kind || before.hash != now.hash }
}

extension JSONValue {
    /// The paths, through members alone, to the parts that are equal to a value; only the first few parts are looked at.
    fileprivate func paths(to value: JSONValue, limit: Int = 64) -> [[String]] {
        var found: [[String]] = []
        var parts: [(path: [String], value: JSONValue)] = [([], self)]
        var next = 0
        while next < parts.count, next < limit {
            let (path, part) = parts[next]
            next += 1
            if part == value { found.append(path) }
            guard case .object(let object) = part, path.count < 8 else { continue }
            for (key, value) in object { parts.append((path + [key], value)) }
        }
        return found
    }
}
