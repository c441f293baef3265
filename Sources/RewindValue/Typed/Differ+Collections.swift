extension Optional where Wrapped: Encodable {
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        switch (old, new) {
        case (nil, nil): break
        case (let old?, let new?): try differ.compare(old, new, at: path)
        case (nil, let new?):
            let value = try JSONValue(encoding: new, at: path)
            if value != .null { differ.output.put(.replace, value, at: path) }
        case (let old?, nil):
            // One level is enough to see that it is not `null`.
            try differ.compare(.opening(old, at: path), .value(.null), at: path)
        }
    }
}

extension Set where Element: Encodable {
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        // Where an element lies depends on the bytes of all others, so both are encoded. Being sorted, they need no moves.
        let old = try old.encoded(at: path)
        let new = try new.encoded(at: path)
        try differ.compare(.value(old), .value(new), at: path)
    }
}

extension Dictionary where Key: Encodable, Value: Encodable {
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        try path.checkDepth()
        if !hasDistinctKeys(old) || !hasDistinctKeys(new) {
            try differ.compare(.value(old.encoded(at: path)), .value(new.encoded(at: path)), at: path)
        } else if keysAreText {
            try compareMembers(old, new, with: differ, at: path)
        } else {
            try comparePairs(old, new, with: differ, at: path)
        }
    }

    /// Compares dictionaries that encode as objects.
    ///
    /// Only the keys of what changed become text.
    // Specialised for texts, which nearly all keys are: generic code asks the runtime for a type at every other line.
    @_specialize(where Key == String, Value == Int)
    @_specialize(where Key == String, Value == String)
    @_specialize(kind:partial,where Key == String)
    private static func compareMembers(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        let keyPlan = differ.plan(of: Key.self)
        let valuePlan = differ.plan(of: Value.self)
        var changes: [Change] = []
        var addedCount = 0
        var place = new.startIndex
        while place != new.endIndex {
            let key = new[place].key
            if let index = old.index(forKey: key), hasSameText(old[index].key, key, keyPlan, differ) {
                if !differ.isSame(old[index].value, new[place].value, valuePlan) { changes.append(Change(old: index, new: place)) }
            } else {
                addedCount += 1
                changes.append(Change(old: nil, new: place))
            }
            new.formIndex(after: &place)
        }
        let isOneEdit = changes.count == 1 && addedCount == 0 && old.count == new.count
        if isOneEdit, let change = changes.first, let index = change.old {
            return try differ.compare(old[index].value, new[change.new].value, at: entryPath(of: new[change.new].key, in: path))
        }
        let start = differ.output.count
        if old.count > new.count - addedCount {
            let removed = old.keys.filter { key in new.index(forKey: key).map { !hasSameText(new[$0].key, key, keyPlan, differ) } ?? true }
            for place in removed.map({ entryPath(of: $0, in: path) }).sorted(by: { $0.writtenKey < $1.writtenKey }) {
                differ.output.remove(at: place)
            }
        }
        let sorted = changes.map { (place: entryPath(of: new[$0.new].key, in: path), change: $0) }
            .sorted { $0.place.writtenKey < $1.place.writtenKey }
        for (place, change) in sorted where change.old == nil {
            try differ.output.put(.add, encoding: new[change.new].value, at: place)
        }
        for (place, change) in sorted {
            if let index = change.old { try differ.compare(old[index].value, new[change.new].value, at: place) }
        }
        try differ.replaceIfLighter(since: start, few: 16, count: new.count, at: path) { try new.encoded(at: path) }
    }

    /// A member that is new, or may be another than before.
    private struct Change {
        let old: Index?
        let new: Index
    }

    private static func hasSameText(_ old: Key, _ new: Key, _ plan: TypePlan, _ differ: Differ) -> Bool {
        differ.isSame(old, new, plan) || keyText(old).isIdentical(to: keyText(new))
    }

    /// Compares dictionaries that encode as arrays `[key, value, …]`.
    ///
    /// Their order needs every key encoded, but only the values that changed.
    private static func comparePairs(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        let oldPairs = try old.pairs(at: path)
        let newPairs = try new.pairs(at: path)
        let oldIndices = Dictionary<JSONValue, Int>(zip(oldPairs.map(\.key), oldPairs.indices)) { first, _ in first }
        let newKeys = Set<JSONValue>(newPairs.map(\.key))
        guard oldIndices.count == oldPairs.count, newKeys.count == newPairs.count else {
            // Different keys that encode alike.
            return try differ.compare(.value(old.encoded(at: path)), .value(new.encoded(at: path)), at: path)
        }
        let start = differ.output.count
        for (index, pair) in oldPairs.enumerated().reversed() where !newKeys.contains(pair.key) {
            differ.output.remove(at: path.index(2 * index + 1))
            differ.output.remove(at: path.index(2 * index))
        }
        for (index, pair) in newPairs.enumerated() where oldIndices[pair.key] == nil {
            differ.output.put(.add, pair.key, at: path.index(2 * index))
            try differ.output.put(.add, encoding: pair.entry.value, at: path.index(2 * index + 1))
        }
        for (index, pair) in newPairs.enumerated() {
            guard let source = oldIndices[pair.key] else { continue }
            try differ.compare(oldPairs[source].entry.value, pair.entry.value, at: path.index(2 * index + 1))
        }
        try differ.replaceIfLighter(since: start, few: 1, count: newPairs.count, at: path) { try new.encoded(at: path) }
    }
}
