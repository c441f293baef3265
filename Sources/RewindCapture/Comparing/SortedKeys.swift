import RewindValue

/// The encoded keys of a dictionary, or elements of a set, sorted by their bytes: the order gives each its place in the array.
struct SortedKeys {
    private var keys: [[UInt8]]

    /// Whether all keys are plain ASCII: then no two are one text in two spellings.
    private(set) var isASCII: Bool

    var isEmpty: Bool { keys.isEmpty }

    /// Sorts keys; `nil` if two are equal, so that a key does not determine its place.
    init?(_ keys: [[UInt8]]) {
        self.keys = keys.sorted { $0.lexicographicallyPrecedes($1) }
        for (left, right) in zip(self.keys, self.keys.dropFirst()) where left == right { return nil }
        isASCII = keys.allSatisfy(Self.isASCII)
    }

    private static func isASCII(_ key: [UInt8]) -> Bool { key.withUnsafeBytes { $0.isASCII } }

    /// How many keys precede a key, and whether the key is there.
    private func search(_ key: [UInt8]) -> (rank: Int, isThere: Bool) {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] == key { return (middle, true) }
            if keys[middle].lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
        }
        return (low, false)
    }

    /// The place of a key; `nil` if it is not there.
    func rank(of key: [UInt8]) -> Int? {
        let (rank, isThere) = search(key)
        return isThere ? rank : nil
    }

    /// The keys without some and with others; `nil` if one to be added is there already.
    func changed(removing removed: some Collection<[UInt8]>, adding added: [[UInt8]]) -> SortedKeys? {
        // One by one takes the length of the list for each.
        guard removed.count + added.count <= 64 else {
            let removed = Set(removed)
            return SortedKeys(keys.filter { !removed.contains($0) } + added)
        }
        var changed = self
        for key in removed {
            if let rank = changed.rank(of: key) { changed.keys.remove(at: rank) }
        }
        for key in added {
            let (rank, isThere) = changed.search(key)
            if isThere { return nil }
            changed.keys.insert(key, at: rank)
        }
        changed.isASCII = isASCII && added.allSatisfy(Self.isASCII)
        return changed
    }
}

/// The sorted keys of the hash tables that were compared last, so that a table's keys are encoded once and not at each step.
///
/// An entry retains its table, so the table's memory is not reused, and the table cannot be changed in place: an entry is right as long as
/// it exists. An entry that is its table's only owner is removed when the next comparison begins.
///
/// Not thread-safe: the comparison owns it.
final class KeyOrders {
    private struct Entry {
        let type: ObjectIdentifier
        var table: AnyObject
        let keys: SortedKeys
    }

    private var entries: [Entry] = []
    private static let limit = 32

    /// The sorted keys of a table, if they are known.
    func keys<Table>(of table: Table) -> SortedKeys? {
        guard let object = Self.object(table) else { return nil }
        return entries.last { $0.table === object && $0.type == ObjectIdentifier(Table.self) }?.keys
    }

    func remember<Table>(_ keys: SortedKeys, of table: Table) {
        guard !keys.isEmpty, self.keys(of: table) == nil, let object = Self.object(table) else { return }
        if entries.count == Self.limit { entries.removeFirst() }
        entries.append(Entry(type: ObjectIdentifier(Table.self), table: object, keys: keys))
    }

    /// Releases the tables that have no other owner.
    func removeUnused() {
        var index = 0
        while index < entries.count {
            if isKnownUniquelyReferenced(&entries[index].table) { entries.remove(at: index) } else { index += 1 }
        }
    }

    /// The object behind one of the library's dictionaries or sets.
    private static func object<Table>(_ table: Table) -> AnyObject? {
        #if _runtime(_ObjC)
            return nil
        #else
            guard MemoryLayout<Table>.size == MemoryLayout<AnyObject>.size else { return nil }
            return unsafeBitCast(table, to: AnyObject.self)
        #endif
    }
}
