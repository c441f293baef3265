import RewindValue

/// The candidates that relate two places of a state, none of them in an element.
struct PairCandidates {
    /// Two parts of one object, and which of them were set at the same time.
    struct Presence {
        let first: Int, second: Int
        /// How often both came to be unset, only the second set, only the first set, and both set.
        var counts = [0, 0, 0, 0]
        var last = -1
        var lastRecording = 0
        var evidence = Evidence()
    }

    /// A number beside a list that may be an index into it.
    struct Index {
        let number: Int, list: Int
        /// Whether it is 0 where the list is empty.
        var isLoose = false
        var reachesEnd = false
        /// The first number above 0, and whether there was another one.
        var first: Double?
        var isVaried = false
        var evidence = Evidence()
    }

    /// Two lists of one object, of related lengths.
    struct Lengths {
        let first: Int, second: Int
        var isLess = false, isEqual = false
        var isGreater: Bool
        var evidence = Evidence()
    }

    /// Two places with one value, or a place whose values are among the ids of a list.
    struct Match {
        let first: Int, second: Int
        var evidence = Evidence()
    }

    var presence: [Presence] = []
    var indices: [Index] = []
    var lengths: [Lengths] = []
    var equal: [Match] = []
    var inside: [Match] = []
    /// The candidates of each kind, by the places that they speak of.
    private var presenceOf: [Int: [Int]] = [:]
    private var besideOf: [Int: [Int]] = [:]

    private static let siblingLimit = 24
    private static let matchLimit = 20_000

    /// Adds the candidates of a new member with the others of its object.
    mutating func addSiblings(of place: Int, in places: [LearnedPlace]) {
        guard let parent = places[place].parent, places[parent].children.count <= Self.siblingLimit else { return }
        for (_, other) in places[parent].children where other != place {
            var pair = Presence(first: other, second: place)
            // It was not there until now.
            if places[place].kinds.contains(.null) {
                if places[other].wasEverUnset { pair.counts[0] += 1 }
                if places[other].wasEverSet { pair.counts[2] += 1 }
            }
            presence.append(pair)
            presenceOf[other, default: []].append(presence.count - 1)
            presenceOf[place, default: []].append(presence.count - 1)
        }
    }

    mutating func update(_ changed: [Int], in places: [LearnedPlace], _ observation: Int, _ recording: Int) {
        for place in changed {
            for index in presenceOf[place] ?? [] { notePresence(index, in: places, recording) }
            if places[place].firstThere == observation { addMatches(of: place, in: places, observation) }
        }
        func isChanged(_ place: Int) -> Bool { places[place].changedAt == observation }
        indices.keep { !isChanged($0.number) && !isChanged($0.list) || $0.holds(in: places, recording) }
        lengths.keep { !isChanged($0.first) && !isChanged($0.second) || $0.holds(in: places, recording) }
        equal.keep { !isChanged($0.first) && !isChanged($0.second) || $0.isEqual(in: places, recording) }
        inside.keep { !isChanged($0.first) && !isChanged($0.second) || $0.isInside(in: places, recording) }
    }

    private mutating func notePresence(_ index: Int, in places: [LearnedPlace], _ recording: Int) {
        // Where their object is not there, neither could be.
        if let parent = places[presence[index].first].parent, places[parent].now.kind != .object { return }
        let (first, second) = (places[presence[index].first].now.isThere, places[presence[index].second].now.isThere)
        let now = (first ? 2 : 0) + (second ? 1 : 0)
        if presence[index].last == now, presence[index].lastRecording == recording { return }
        presence[index].last = now
        presence[index].lastRecording = recording
        presence[index].counts[now] += 1
        if now > 0 { presence[index].evidence.note(UInt64(now), in: recording) }
    }

    /// Adds the candidates of a place that has a value for the first time, with those that had one before.
    private mutating func addMatches(of place: Int, in places: [LearnedPlace], _ observation: Int) {
        let kind = places[place].now.kind
        for other in places.indices where other != place && !places[other].isInElements {
            let there = places[other]
            // Of two that are new, the second finds the first.
            guard there.firstThere < observation || there.firstThere == observation && other < place else { continue }
            let otherKind = there.realKinds
            if kind == otherKind, kind == .text || kind == .number, equal.count < Self.matchLimit {
                equal.append(Match(first: other, second: place))
            }
            let areSiblings = there.parent == places[place].parent
            if areSiblings, kind == .list, otherKind == .list {
                lengths.append(Lengths(first: other, second: place, isGreater: there.firstThere < observation))
            }
            if areSiblings, kind == .number, otherKind == .list { indices.append(Index(number: place, list: other)) }
            // Whatever the number was while the list was empty.
            if areSiblings, kind == .list, otherKind == .number, there.high <= max(0, there.now.measure) {
                indices.append(Index(number: other, list: place))
            }
            if inside.count >= Self.matchLimit { continue }
            if there.elementsHaveIDs, !places[place].elementsHaveIDs { inside.append(Match(first: place, second: other)) }
            // A list without elements until now had none of the other's values.
            if places[place].elementsHaveIDs, !there.elementsHaveIDs, there.firstThere == observation {
                inside.append(Match(first: other, second: place))
            }
        }
    }
}

extension PairCandidates.Index {
    fileprivate mutating func holds(in places: [LearnedPlace], _ recording: Int) -> Bool {
        let (number, count) = (places[number].now, places[list].now.measure)
        guard number.kind == .number, places[list].now.kind == .list else { return places[list].now.kind == .null || number.kind == .null }
        if number.measure == 0, count == 0 {
            isLoose = true
            return true
        }
        guard number.measure >= 0, number.measure < count else { return false }
        // A small number points into any long list.
        if number.measure > 0, number.measure * 2 >= count - 1 { evidence.note(number.hash ^ UInt64(count), in: recording) }
        if number.measure > 0, number.measure == count - 1 { reachesEnd = true }
        if number.measure > 0, number.measure != first ?? number.measure { isVaried = true }
        if number.measure > 0, first == nil { first = number.measure }
        return true
    }
}

extension PairCandidates.Lengths {
    fileprivate mutating func holds(in places: [LearnedPlace], _ recording: Int) -> Bool {
        let (left, right) = (places[first].now, places[second].now)
        guard left.kind == .list, right.kind == .list else { return left.kind == .null && right.kind == .null }
        if left.measure < right.measure { isLess = true }
        if left.measure > right.measure { isGreater = true }
        if left.measure == right.measure, left.measure > 0 { isEqual = true }
        if isLess, isGreater { return false }
        if left.measure > 0 || right.measure > 0 { evidence.note(left.hash ^ UInt64(right.measure), in: recording) }
        return true
    }
}

extension PairCandidates.Match {
    fileprivate mutating func isEqual(in places: [LearnedPlace], _ recording: Int) -> Bool {
        let (left, right) = (places[first].now, places[second].now)
        if left.kind == .null || right.kind == .null { return true }
        guard left.kind == right.kind, left.hash == right.hash else { return false }
        if left.measure > 1 || left.kind == .text && left.isSet { evidence.note(left.hash, in: recording) }
        return true
    }

    fileprivate mutating func isInside(in places: [LearnedPlace], _ recording: Int) -> Bool {
        let (value, list) = (places[first].now, places[second].now)
        if value.kind == .null { return true }
        let ids: [UInt64]
        switch value.kind {
        case .number, .text: ids = [value.hash]
        case .list:
            if value.measure == 0 { return true }
            // Elements that are neither texts nor numbers are the ids of nothing.
            if value.ids.isEmpty { return false }
            ids = value.ids
        default: return false
        }
        guard ids.allSatisfy({ list.ids.contains($0) }) else { return false }
        // The chance that one of the ids that the list ever had is among those that it has now.
        let weight = Evidence.bits(Double(places[second].everID.count + 1) / Double(list.ids.count + 1))
        for id in ids { evidence.note(id, in: recording, weight: weight) }
        return true
    }
}

extension Array {
    /// Keeps the elements for which `isKept` returns true, which it may change; no element is copied.
    mutating func keep(_ isKept: (inout Element) -> Bool) {
        var count = 0
        for index in indices where isKept(&self[index]) {
            if count != index { swapAt(count, index) }
            count += 1
        }
        removeSubrange(count...)
    }
}
