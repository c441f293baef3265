import RewindValue

extension FoundRules {
    /// Adds what relates two places.
    mutating func addRulesOfPairs() {
        for index in learner.pairs.indices where index.reachesEnd && index.isVaried && isConvincing(index.evidence) {
            guard let number = path(index.number), let list = path(index.list) else { continue }
            let guarded = places[index.number].kinds.contains(.null) ? "\(number) == null or " : ""
            let loose = index.isLoose || places[index.list].kinds.contains(.null) ? "\(number) == 0 or " : ""
            add(
                .index, [index.number, index.list], "\(number) is an index into \(list)", index.evidence,
                "\(guarded)\(loose)(\(number) >= 0 and \(number) < (\(list) | length))")
        }
        addLengths()
        addEqual()
        for match in learner.pairs.inside where match.evidence.distinct > 2 && isConvincing(match.evidence) {
            guard let value = path(match.first), let list = path(match.second), !places[match.second].kinds.contains(.null) else {
                continue
            }
            let isList = places[match.first].realKinds == .list
            let guarded = places[match.first].kinds.contains(.null) ? "\(value) == null or " : ""
            let reference = "$state" + (value.hasPrefix(".[") ? String(value.dropFirst()) : value)
            add(
                .inside, [match.first, match.second],
                isList ? "every element of \(value) is an id in \(list)" : "\(value) is an id in \(list)", match.evidence,
                guarded + (isList ? "(\(value) - (\(list) | map(.id))) == []" : "(\(list) | any(.id == \(reference)))"))
        }
        for pair in learner.pairs.presence { add(pair) }
    }

    private mutating func addLengths() {
        for pair in learner.pairs.lengths where pair.evidence.distinct > 2 && pair.isEqual && isConvincing(pair.evidence) {
            let (small, large) = pair.isGreater ? (pair.second, pair.first) : (pair.first, pair.second)
            guard let left = path(small), let right = path(large) else { continue }
            let isEqual = !pair.isLess && !pair.isGreater
            // A list that is hardly ever as long as the other one shows nothing by being shorter.
            if !isEqual, (places[small].lengths?.upperBound ?? 0) < 3 { continue }
            add(
                .lengths, [small, large], isEqual ? "\(left) is as long as \(right)" : "\(left) is no longer than \(right)", pair.evidence,
                "(\(left) | length) \(isEqual ? "==" : "<=") (\(right) | length)")
        }
    }

    private mutating func addEqual() {
        // Of places that are all equal, a chain says everything.
        var group: [Int: Int] = [:]
        func root(_ place: Int) -> Int {
            var place = place
            while let next = group[place] { place = next }
            return place
        }
        for match in learner.pairs.equal.sorted(by: { $0.evidence.certainty > $1.evidence.certainty }) {
            guard match.evidence.distinct > 3, isConvincing(match.evidence), let left = path(match.first), let right = path(match.second),
                root(match.first) != root(match.second)
            else { continue }
            group[root(match.second)] = root(match.first)
            let nullable = [(match.first, left), (match.second, right)].filter { places[$0.0].kinds.contains(.null) }
            add(
                .equal, [match.second, match.first], "\(right) equals \(left)", match.evidence,
                (nullable.map { "\($0.1) == null" } + ["\(left) == \(right)"]).joined(separator: " or "))
        }
    }

    /// Adds that two parts exclude each other, come together, or that one comes only with the other.
    private mutating func add(_ pair: PairCandidates.Presence) {
        guard let first = presence(of: pair.first), let second = presence(of: pair.second) else { return }
        let total = Double(pair.counts.reduce(0, +))
        let (only, other, both) = (Double(pair.counts[2]), Double(pair.counts[1]), Double(pair.counts[3]))
        guard only + both > 0, other + both > 0, pair.evidence.recordings >= min(3, learner.recordings) else { return }
        /// The bits by which it is unlikely that a combination, were the parts independent, never came.
        func certainty(_ left: Double, _ right: Double) -> Double { left * right / total * 1.44 }
        let least = Evidence.bits(100)
        let (a, b) = (name(pair.first), name(pair.second))
        func add(_ name: String, _ certainty: Double, _ expression: String, places: [Int]) {
            if certainty >= least { self.add(.presence, places, name, pair.evidence, certainty: certainty, expression) }
        }
        let (hasFirst, hasSecond) = (only + both, other + both)
        if both == 0 {
            add(
                "never both \(a) and \(b)", certainty(hasFirst, hasSecond), "(\(first) and \(second)) | not",
                places: [pair.first, pair.second])
        } else if only == 0, other == 0 {
            add(
                "\(a) and \(b) only together", certainty(hasFirst, total - hasSecond), "(\(first)) == (\(second))",
                places: [pair.first, pair.second])
        } else if only == 0 {
            add(
                "\(a) only with \(b)", certainty(hasFirst, total - hasSecond), "((\(first)) | not) or \(second)",
                places: [pair.first, pair.second])
        } else if other == 0 {
            add(
                "\(b) only with \(a)", certainty(hasSecond, total - hasFirst), "((\(second)) | not) or \(first)",
                places: [pair.second, pair.first])
        }
    }

    /// The condition that a place has more than null, false, 0 or nothing; `nil` if it always has.
    private func presence(of place: Int) -> String? {
        let there = places[place]
        guard there.wasEverSet, there.wasEverUnset, !isInEnum(place), let path = path(place) else { return nil }
        return switch there.realKinds {
        case .bool: "\(path) == true"
        // A number that is always there says more of itself than that it is 0.
        case .number: there.kinds.contains(.null) ? "\(path) != null" : nil
        case .text, .list: "(\(path) | length) > 0"
        case .object: there.isDictionary ? "(\(path) | length) > 0" : "\(path) != null"
        default: nil
        }
    }
}
