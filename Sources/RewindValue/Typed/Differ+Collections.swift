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
    private static func compareMembers(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        let keyPlan = differ.plan(of: Key.self)
        let valuePlan = differ.plan(of: Value.self)
        var removed: [Key] = []
        var added: Self = [:]
        var changed: [(key: Key, old: Value, new: Value)] = []
        for (key, value) in new {
            guard let index = old.index(forKey: key), hasSameText(old[index].key, key, keyPlan, differ) else {
                added[key] = value
                continue
            }
            if !differ.isSame(old[index].value, value, valuePlan) { changed.append((key, old[index].value, value)) }
        }
        if old.count > new.count - added.count {
            for key in old.keys {
                guard let index = new.index(forKey: key), hasSameText(new[index].key, key, keyPlan, differ) else {
                    removed.append(key)
                    continue
                }
            }
        }
        let start = differ.output.count
        for key in removed.map({ keyText($0) }).sorted() { differ.output.remove(at: path.key(key)) }
        for (key, entry) in added.textMembers() {
            try differ.output.put(.add, encoding: entry.value, at: path.key(key))
        }
        for (key, change) in changed.map({ (keyText($0.key), $0) }).sorted(by: { $0.0 < $1.0 }) {
            try differ.compare(change.old, change.new, at: path.key(key))
        }
        try differ.replaceIfLighter(since: start, few: 16, count: new.count, at: path) { try new.encoded(at: path) }
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
