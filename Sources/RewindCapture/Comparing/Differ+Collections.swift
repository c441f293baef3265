import RewindValue

extension Duration: ComparedInPlace {
    /// As a whole: one word alone may look like the number of a card.
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) {
        if old != new { differ.output.put(.replace, new.encoded(at: path), at: path) }
    }
}

extension Optional: ComparedInPlace where Wrapped: Encodable {
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        switch (old, new) {
        case (nil, nil): break
        case (let old?, let new?): try differ.compare(old, new, at: path)
        case (nil, let new?):
            let value = try JSONValue(encoding: new, at: path)
            if value != .null { differ.output.put(.replace, value, at: path) }
        case (let old?, nil):
            try differ.compare(.expandingOneLevel(old, at: path), .value(.null), at: path)
        }
    }
}

extension Set: ComparedInPlace where Element: Encodable {
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        try path.checkDepth()
        differ.add(unsharedBytes: new.capacity * (MemoryLayout<Element>.stride + 1))
        guard let (oldElements, newElements) = differing(old, new, with: differ) else {
            return try differ.compare(.value(old.encoded(at: path)), .value(new.encoded(at: path)), at: path)
        }
        if oldElements.isEmpty, newElements.isEmpty { return }
        let inside = path.appending(.element)
        let before = try oldElements.map { try encodedBytes(of: $0, at: inside, by: differ.encoding) }
        let after = try newElements.map { try encodedBytes(of: $0, at: inside, by: differ.encoding) }
        // What lies in another bucket now is in both.
        let removed = Swift.Set<[UInt8]>(before).subtracting(after)
        let added = Swift.Set<[UInt8]>(after).subtracting(before).sorted { $0.lexicographicallyPrecedes($1) }
        guard before.count - removed.count == after.count - added.count,
            let oldKeys = try differ.orders(at: path)?.keys(of: old)
                ?? SortedKeys(old.map { try encodedBytes(of: $0, at: inside, by: differ.encoding) }),
            let newKeys = differ.change(oldKeys, of: old, removing: removed, adding: added, for: new, at: path)
        else {
            // Different elements that encode alike.
            return try differ.compare(.value(old.encoded(at: path)), .value(new.encoded(at: path)), at: path)
        }
        let start = differ.output.count
        for rank in removed.compactMap({ oldKeys.rank(of: $0) }).sorted(by: >) { differ.output.remove(at: path.index(rank)) }
        for element in added {
            guard let rank = newKeys.rank(of: element) else { continue }
            differ.output.put(.add, try JSONValue(parsing: element), at: path.index(rank))
        }
        try differ.replaceIfLighter(since: start, few: 1, count: new.count, at: path) { try new.encoded(at: path) }
    }
}

extension Dictionary: ComparedInPlace where Key: Encodable, Value: Encodable {
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        try path.checkDepth()
        differ.add(unsharedBytes: new.capacity * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride + 1))
        let (oldEntries, newEntries) = differing(old, new, with: differ)
        if oldEntries.isEmpty, newEntries.isEmpty { return }
        if !keysAreText, differ.plan(of: Value.self).readsPath {
            return try differ.compare(.value(old.encoded(at: path)), .value(new.encoded(at: path)), at: path)
        }
        let changes = try Changes(oldEntries, newEntries, with: differ, at: path)
        // Different keys of a custom type may have the same text, and keys that are not texts need their places.
        guard Key.self != String.self || !path.isOpen else { return try compareMembers(changes, new, with: differ, at: path) }
        guard let changes, let oldKeys = try sortedKeys(of: old, with: differ, at: path),
            let newKeys = differ.change(oldKeys, of: old, removing: changes.removed, adding: changes.addedKeys, for: new, at: path)
        else { return try differ.compare(.value(old.encoded(at: path)), .value(new.encoded(at: path)), at: path) }
        if keysAreText {
            if !oldKeys.isASCII || !newKeys.isASCII, !hasDistinctKeys(old) || !hasDistinctKeys(new) {
                return try differ.compare(.value(old.encoded(at: path)), .value(new.encoded(at: path)), at: path)
            }
            return try compareMembers(changes, new, with: differ, at: path)
        }

        let start = differ.output.count
        let log = log(at: path)
        for rank in changes.removed.compactMap({ oldKeys.rank(of: $0) }).sorted(by: >) {
            differ.output.remove(at: path.index(2 * rank + 1))
            differ.output.remove(at: path.index(2 * rank))
        }
        for (key, entry) in changes.added {
            guard let rank = newKeys.rank(of: key) else { continue }
            differ.output.put(.add, try JSONValue(parsing: key), at: path.index(2 * rank))
            let place = path.index(2 * rank + 1)
            if let rule = rule(of: entry.key, key, in: log) {
                differ.output.put(.add, try encoded(entry.value, coveredBy: rule, at: place), at: place)
            } else {
                try differ.output.put(.add, encoding: entry.value, at: place)
            }
        }
        for (key, oldValue, entry) in changes.edited {
            guard let rank = newKeys.rank(of: key) else { continue }
            let place = path.index(2 * rank + 1)
            if let rule = rule(of: entry.key, key, in: log) {
                let old = try encoded(oldValue, coveredBy: rule, at: place)
                try differ.compare(.value(old), .value(encoded(entry.value, coveredBy: rule, at: place)), at: place)
            } else {
                try differ.compare(oldValue, entry.value, at: place)
            }
        }
        try differ.replaceIfLighter(since: start, few: 1, count: new.count, at: path) { try new.encoded(at: path) }
    }

    /// What changed between two dictionaries, by the bytes that their keys encode to, in the order of these.
    private struct Changes {
        private(set) var removed: [[UInt8]] = []
        private(set) var added: [(key: [UInt8], entry: Element)] = []
        /// What may have changed.
        private(set) var edited: [(key: [UInt8], old: Value, new: Element)] = []

        var addedKeys: [[UInt8]] { added.map { $0.key } }  // not by a key path, which is looked up each time

        /// `nil` if different keys encode alike.
        init?(_ old: [Element], _ new: [Element], with differ: Differ, at path: CodingPath) throws {
            // Most often one value has changed; then nothing has to be looked up.
            if old.count == 1, new.count == 1 {
                let key = try Dictionary.bytes(of: new[0].key, with: differ, at: path)
                if try Dictionary.bytes(of: old[0].key, with: differ, at: path) == key {
                    edited = [(key, old[0].value, new[0])]
                    return
                }
            }
            var before: [[UInt8]: Value] = [:]
            for (key, value) in old where before.updateValue(value, forKey: try Dictionary.bytes(of: key, with: differ, at: path)) != nil {
                return nil
            }
            var seen: Swift.Set<[UInt8]> = []
            for entry in new {
                let bytes = try Dictionary.bytes(of: entry.key, with: differ, at: path)
                guard seen.insert(bytes).inserted else { return nil }
                if let oldValue = before.removeValue(forKey: bytes) {
                    edited.append((bytes, oldValue, entry))
                } else {
                    added.append((bytes, entry))
                }
            }
            removed = before.keys.sorted { $0.lexicographicallyPrecedes($1) }
            added.sort { $0.key.lexicographicallyPrecedes($1.key) }
            edited.sort { $0.key.lexicographicallyPrecedes($1.key) }
        }
    }

    /// The bytes that identify a key: its text if the dictionary encodes as an object, otherwise its encoding.
    private static func bytes(of key: Key, with differ: Differ, at path: CodingPath) throws -> [UInt8] {
        keysAreText ? Array(text(of: key, in: path).utf8) : try encodedBytes(of: key, at: path.dictionaryKey, by: differ.encoding)
    }

    /// All keys in order; `nil` if different keys encode alike.
    ///
    /// Keys that may change in place are encoded each time.
    private static func sortedKeys(of dictionary: Self, with differ: Differ, at path: CodingPath) throws -> SortedKeys? {
        if differ.bits(differ.plan(of: Key.self)) != nil, let known = differ.orders(at: path)?.keys(of: dictionary) { return known }
        return SortedKeys(try dictionary.keys.map { try bytes(of: $0, with: differ, at: path) })
    }

    /// Puts the changes of a dictionary that encodes as an object into the output.
    private static func compareMembers(_ changes: Changes?, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        guard let changes else { return }  // texts that differ are different keys
        func text(_ key: [UInt8]) -> String { String(decoding: key, as: UTF8.self) }
        let start = differ.output.count
        for key in changes.removed { differ.output.remove(at: path.key(text(key))) }
        for (key, entry) in changes.added {
            try differ.output.put(.add, encoding: entry.value, at: place(of: entry.key, text(key), in: path))
        }
        for (key, oldValue, entry) in changes.edited {
            try differ.compare(oldValue, entry.value, at: place(of: entry.key, text(key), in: path))
        }
        let mayHoldField =
            changes.edited.contains { EncodingLog.mayHoldField(text($0.key)) }
            || changes.added.contains { EncodingLog.mayHoldField(text($0.key)) }
        if mayHoldField, let members = new as? [String: Value], members.keys.contains(where: EncodingLog.mayNameField) {
            try differ.keepFieldWhole(new, since: start, at: path)
        }
        if changes.edited.count == 1, differ.output.count == start || changes.removed.isEmpty && changes.added.isEmpty { return }
        try differ.replaceIfLighter(since: start, few: 16, count: new.count, at: path) { try new.encoded(at: path) }
    }
}

extension Differ {
    /// The sorted keys of a new table, made from those of the old one, and both kept for the next comparison.
    ///
    /// `nil` if different keys encode alike.
    fileprivate func change<Table>(
        _ keys: SortedKeys, of old: Table, removing removed: some Collection<[UInt8]>, adding added: [[UInt8]], for new: Table,
        at path: CodingPath
    ) -> SortedKeys? {
        if added.isEmpty, removed.isEmpty {
            orders(at: path)?.remember(keys, of: new)
            return keys
        }
        guard let changed = keys.changed(removing: removed, adding: added) else { return nil }
        orders(at: path)?.remember(keys, of: old)
        orders(at: path)?.remember(changed, of: new)
        return changed
    }

    /// What is known of hash tables; `nil` if the recorded form of a key depends on the place.
    fileprivate func orders(at path: CodingPath) -> KeyOrders? { path.dependsOnPlace ? nil : orders }
}
