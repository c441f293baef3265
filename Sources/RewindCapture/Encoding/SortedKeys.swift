import RewindValue

/// The encoded keys of a dictionary, or elements of a set, sorted by their bytes: the order gives each its place in the array.
///
/// It never changes: a table with other keys gets a new one, at the cost of copying bytes.
final class SortedKeys: Sendable {
    private let bytes: [UInt8]
    /// Where each key ends.
    private let ends: [Int]

    /// Whether all keys are plain ASCII: then no two are one text in two spellings.
    let isASCII: Bool

    var count: Int { ends.count }

    private init(bytes: [UInt8], ends: [Int]) {
        self.bytes = bytes
        self.ends = ends
        isASCII = bytes.withUnsafeBytes { $0.isASCII }
    }

    /// Sorts keys; `nil` if two are equal, so that a key does not determine its place.
    convenience init?(_ keys: [[UInt8]]) {
        let sorted = keys.sorted { $0.lexicographicallyPrecedes($1) }
        for (left, right) in zip(sorted, sorted.dropFirst()) where left == right { return nil }
        var ends: [Int] = []
        ends.reserveCapacity(sorted.count)
        for key in sorted { ends.append((ends.last ?? 0) + key.count) }
        self.init(bytes: Array(sorted.joined()), ends: ends)
    }

    private func range(_ rank: Int) -> Range<Int> { (rank == 0 ? 0 : ends[rank - 1])..<ends[rank] }

    /// How many keys precede a key, and whether the key is there.
    private func search(_ key: [UInt8]) -> (rank: Int, isThere: Bool) {
        bytes.withUnsafeBufferPointer { bytes in
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                let other = UnsafeBufferPointer(rebasing: bytes[range(middle)])
                if other.elementsEqual(key) { return (middle, true) }
                if other.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
            }
            return (low, false)
        }
    }

    /// The place of a key; `nil` if it is not there.
    func rank(of key: [UInt8]) -> Int? {
        let (rank, isThere) = search(key)
        return isThere ? rank : nil
    }

    /// The keys without some and with others; `nil` if one to be added is there already.
    ///
    /// - Parameters:
    ///   - removed: the ranks of those that go, rising.
    ///   - added: those that come, in the order of their bytes, no two alike.
    func changed(removing removed: [Int], adding added: [[UInt8]]) -> SortedKeys? {
        if removed.isEmpty, added.isEmpty { return self }
        var bytes: [UInt8] = []
        var ends: [Int] = []
        bytes.reserveCapacity(self.bytes.count + added.reduce(0) { $0 + $1.count })
        ends.reserveCapacity(count + added.count)
        var next = 0
        func keep(to end: Int) {
            guard next < end else { return }
            let start = range(next).lowerBound
            let offset = bytes.count - start
            bytes.append(contentsOf: self.bytes[start..<self.ends[end - 1]])
            for rank in next..<end { ends.append(self.ends[rank] + offset) }
            next = end
        }
        var gone = removed[...]
        func remove(below end: Int) {
            while let rank = gone.first, rank < end {
                gone = gone.dropFirst()
                keep(to: rank)
                next = rank + 1
            }
        }
        for key in added {
            let (rank, isThere) = search(key)
            if isThere { return nil }
            remove(below: rank)
            keep(to: rank)
            bytes.append(contentsOf: key)
            ends.append(bytes.count)
        }
        remove(below: count)
        keep(to: count)
        return SortedKeys(bytes: bytes, ends: ends)
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
        guard keys.count > 0, self.keys(of: table) == nil, let object = Self.object(table) else { return }
        if entries.count == Self.limit { entries.removeFirst() }
        entries.append(Entry(type: ObjectIdentifier(Table.self), table: object, keys: keys))
    }

    /// Releases the tables that have no other owner.
    func tidy() {
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
