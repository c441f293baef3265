import RewindValue

extension FoundRules {
    /// Adds what holds of single places.
    mutating func addRulesOfPlaces() {
        for place in places.indices {
            let there = places[place]
            switch there.realKinds {
            case .number: addRulesOfNumber(place, there)
            case .text: addRulesOfText(place, there)
            case .list: addRulesOfList(place, there)
            default: break
            }
        }
    }

    private mutating func addRulesOfNumber(_ place: Int, _ there: LearnedPlace) {
        if there.low >= 0, there.values.distinct > 1, there.name != "id", !there.values.areAll(in: ids), isConvincing(there.values) {
            let (name, sign, end): (String, String, String) =
                there.hasFractions && there.high <= 1
                ? ("is between 0 and 1", ">= 0", " <= 1") : there.low >= 1 ? ("is above 0", "> 0", "") : ("is never negative", ">= 0", "")
            // The sign of a number that is always far from 0 is hardly ever the fault.
            add(
                .range, [place], "\(self.name(place)) \(name)", there.values,
                certainty: there.values.certainty - (there.low > 100 ? 6 : 0),
                conditionUnlessNull(at: place) { path in
                    end.isEmpty ? "\(path) \(sign)" : "(\(path) \(sign) and \(path)\(end))"
                })
        }
        guard !there.isInElements, there.neverFalls || there.neverRises, isConvincing(there.moves), let path = path(place) else { return }
        let sign = there.neverFalls ? ">=" : "<="
        let before = Self.before(path)
        let guarded = there.kinds.contains(.null) ? "\(path) == null or \(before) == null or " : ""
        add(
            .direction, [place], "\(name(place)) never \(there.neverFalls ? "falls" : "rises")", there.moves,
            "\(guarded)\(path) \(sign) \(before)")
    }

    private mutating func addRulesOfText(_ place: Int, _ there: LearnedPlace) {
        guard let lengths = there.lengths, !there.isHidden, isConvincing(there.values) else { return }
        if lengths.lowerBound > 0, there.values.distinct > 2 {
            add(
                .notEmpty, [place], "\(name(place)) is never empty", there.values,
                conditionUnlessNull(at: place) { "(\($0) | length) > 0" })
        }
        if learner.isMasked { return }
        if lengths.lowerBound == lengths.upperBound, lengths.lowerBound > 3, there.values.distinct > 4 {
            add(
                .length, [place], "\(name(place)) has \(lengths.lowerBound) characters", there.values,
                conditionUnlessNull(at: place) { "(\($0) | length) == \(lengths.lowerBound)" })
        }
        // Each value often enough that another one would have been seen.
        let least = min(3, learner.recordings)
        guard let names = there.names, (2...8).contains(names.count), there.values.chances >= 10 * names.count,
            names.allSatisfy({ $0.value.count > 2 && $0.value.recordings >= least })
        else { return }
        let texts = names.keys.map { JSONValue.string($0.text).jsonText }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        add(
            .set, [place], "\(name(place)) is \(texts.joined(separator: " or "))", there.values,
            conditionUnlessNull(at: place) { path in
                let any = texts.map { "\(path) == \($0)" }.joined(separator: " or ")
                return there.isInElements ? "(\(any))" : any
            })
    }

    private mutating func addRulesOfList(_ place: Int, _ there: LearnedPlace) {
        if there.isInElements { return }
        if let lengths = there.lengths, lengths.lowerBound > 0, there.changes.distinct > 1, isConvincing(there.changes) {
            add(
                .notEmpty, [place], "\(name(place)) is never empty", there.changes,
                conditionUnlessNull(at: place) { "(\($0) | length) > 0" })
        }
        let of = there.elementsHaveIDs ? "the ids in \(name(place))" : "the elements of \(name(place))"
        func ids(_ path: String) -> String { there.elementsHaveIDs ? "(\(path) | map(.id))" : path }
        if there.isUnique, there.unique.distinct > 2, isConvincing(there.unique) {
            add(
                .unique, [place], "\(of) are different", there.unique,
                conditionUnlessNull(at: place) { path in
                    let all = there.elementsHaveIDs ? "\(path) | map(.id)" : path
                    return "(\(all) | unique | length) == (\(path) | length)"
                })
        }
        guard there.isSorted, there.sorted.distinct > 2, isConvincing(there.sorted), !learner.isMasked || hasNumbers(there) else { return }
        add(
            .sorted, [place], "\(of) are in ascending order", there.sorted,
            conditionUnlessNull(at: place) { "(\(ids($0)) | sort) == \(ids($0))" })
    }

    /// Whether the ids of a list, or its elements, are small numbers, whose order a masked recording keeps.
    private func hasNumbers(_ list: LearnedPlace) -> Bool {
        guard let element = list.element else { return false }
        let id = list.elementsHaveIDs ? places[element].children[JSONKey("id")] : element
        return id.map { places[$0].realKinds == .number && places[$0].high < 1_000_000 } ?? false
    }
}
