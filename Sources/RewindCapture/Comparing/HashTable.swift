import RewindValue

/// Where the entries of a dictionary or a set lie in memory.
///
/// A copy of a table keeps its layout, so what changed between two of them is where the same bucket holds other bits: that takes no
/// hashing, no copying and no counting of references, and so a fiftieth of the time of looking each key up. Going through both by their
/// indices or iterators takes nearly as long as that: in code that is not made for the type, each entry is copied out (0.8 to 2.2 ms for
/// 10,000 entries).
///
/// This reads the tables as the standard library lays them out (`__RawDictionaryStorage`, `__RawSetStorage`), which is fixed where Swift's
/// ABI is. Elsewhere a trial at the first use shows whether it is as expected; if not, and where a table may be an Objective-C object, it
/// is not read at all, and callers look each key up.
struct HashTable {
    private let storage: UnsafeRawPointer
    private let words: UnsafePointer<UInt>
    private let bucketCount: Int
    /// The keys of a dictionary, or the elements of a set, by bucket.
    let keys: UnsafeRawPointer
    /// A dictionary's values, by bucket.
    let values: UnsafeRawPointer?

    private static let wordBits = UInt.bitWidth

    /// The table of a dictionary that the caller holds.
    init?<Key, Value>(_ dictionary: [Key: Value]) {
        guard Self.isKnownLayout else { return nil }
        self.init(readingDictionary: dictionary)
    }

    /// The table of a set that the caller holds.
    init?<Element>(_ set: Set<Element>) {
        guard Self.isKnownLayout else { return nil }
        self.init(readingSet: set)
    }

    private init?<Key, Value>(readingDictionary dictionary: [Key: Value]) {
        guard MemoryLayout<[Key: Value]>.size == MemoryLayout<UnsafeRawPointer>.size else { return nil }
        self.init(unsafeBitCast(dictionary, to: UnsafeRawPointer.self), hasValues: true)
    }

    private init?<Element>(readingSet set: Set<Element>) {
        guard MemoryLayout<Set<Element>>.size == MemoryLayout<UnsafeRawPointer>.size else { return nil }
        self.init(unsafeBitCast(set, to: UnsafeRawPointer.self), hasValues: false)
    }

    /// After the object's header: count, capacity, four small numbers (the first is the scale), seed, keys, values if any, then a bit a
    /// bucket.
    private init?(_ storage: UnsafeRawPointer, hasValues: Bool) {
        let word = MemoryLayout<Int>.size
        let scale = storage.load(fromByteOffset: 4 * word, as: Int8.self)
        guard word == 8, (0..<48).contains(scale), let keys = storage.load(fromByteOffset: 6 * word, as: UnsafeRawPointer?.self) else {
            return nil
        }
        self.storage = storage
        self.keys = keys
        values = hasValues ? storage.load(fromByteOffset: 7 * word, as: UnsafeRawPointer?.self) : nil
        if hasValues, values == nil { return nil }
        words = (storage + (hasValues ? 8 : 7) * word).assumingMemoryBound(to: UInt.self)
        bucketCount = 1 << Int(scale)
    }

    /// How the bits of what lies in the buckets are compared.
    struct EntryLayout {
        let keys: SignificantBits
        let keyStride: Int
        let values: SignificantBits?
        let valueStride: Int
    }

    /// The buckets of each of two tables that hold something, but not the same as the same bucket of the other.
    func differences(to new: HashTable, _ entries: EntryLayout) -> (old: [Int], new: [Int]) {
        if storage == new.storage { return ([], []) }
        var (inOld, inNew): ([Int], [Int]) = ([], [])
        for index in 0..<max(wordCount, new.wordCount) {
            let (old, other) = (word(index), new.word(index))
            var occupied = old | other
            while occupied != 0 {
                let bit = occupied.trailingZeroBitCount
                occupied &= occupied &- 1
                let bucket = index * Self.wordBits + bit
                let (isInOld, isInNew) = (old >> bit & 1 == 1, other >> bit & 1 == 1)
                if isInOld, isInNew, isSame(bucket, in: new, entries) { continue }
                if isInOld { inOld.append(bucket) }
                if isInNew { inNew.append(bucket) }
            }
        }
        return (inOld, inNew)
    }

    private func isSame(_ bucket: Int, in new: HashTable, _ entries: EntryLayout) -> Bool {
        let key = bucket * entries.keyStride
        guard entries.keys.areSame(keys + key, new.keys + key) else { return false }
        guard let bits = entries.values, let values, let newValues = new.values else { return true }
        let value = bucket * entries.valueStride
        return bits.areSame(values + value, newValues + value)
    }

    private var wordCount: Int { (bucketCount + Self.wordBits - 1) / Self.wordBits }

    /// Which buckets of a word hold something; bits beyond the last bucket are set in a table's only word, and mean nothing.
    private func word(_ index: Int) -> UInt {
        guard index < wordCount else { return 0 }
        return bucketCount < Self.wordBits ? words[0] & (1 << bucketCount &- 1) : words[index]
    }

    // MARK: The trial

    private static let isKnownLayout: Bool = {
        #if _runtime(_ObjC)
            return false
        #else
            return [0, 1, 5, 40, 700].allSatisfy { count in
                let numbers = (0..<count).map { $0 &* 7919 }
                let dictionary = Dictionary(uniqueKeysWithValues: numbers.map { ($0, "\($0)") })
                return isReadRight(dictionary) && isReadRight(Set(numbers))
            }
        #endif
    }()

    private static func isReadRight(_ dictionary: [Int: String]) -> Bool {
        guard let table = HashTable(readingDictionary: dictionary), let values = table.values else { return false }
        let found = table.buckets.map { bucket in
            (
                (table.keys + bucket * MemoryLayout<Int>.stride).load(as: Int.self),
                (values + bucket * MemoryLayout<String>.stride).assumingMemoryBound(to: String.self)
            )
        }
        // The keys first: a pointer is followed only where they are right.
        guard found.map(\.0).elementsEqual(dictionary.keys) else { return false }
        return withExtendedLifetime(dictionary) { found.map(\.1.pointee).elementsEqual(dictionary.values) }
    }

    private static func isReadRight(_ set: Set<Int>) -> Bool {
        guard let table = HashTable(readingSet: set) else { return false }
        return table.buckets.map { (table.keys + $0 * MemoryLayout<Int>.stride).load(as: Int.self) }.elementsEqual(set)
    }

    private var buckets: [Int] {
        (0..<bucketCount).filter { word($0 / Self.wordBits) >> ($0 % Self.wordBits) & 1 == 1 }
    }
}

extension Dictionary {
    /// The entries of each of two dictionaries that may differ from the other's.
    ///
    /// The entries left out are certainly the same in both: the same bits, in types whose bits determine the value.
    static func differing(_ old: Self, _ new: Self, with differ: Differ) -> (old: [Element], new: [Element]) {
        guard let keyBits = differ.bits(differ.plan(of: Key.self)), let valueBits = differ.bits(differ.plan(of: Value.self)) else {
            return (Array(old), Array(new))
        }
        return withExtendedLifetime((old, new)) {
            if let oldTable = HashTable(old), let newTable = HashTable(new) {
                let found = oldTable.differences(
                    to: newTable,
                    .init(
                        keys: keyBits, keyStride: MemoryLayout<Key>.stride, values: valueBits, valueStride: MemoryLayout<Value>.stride))
                if found.new.count <= 16 + new.count / 2 {
                    return (found.old.compactMap { oldTable.entry($0) }, found.new.compactMap { newTable.entry($0) })
                }
            }
            // A different layout: the table has grown, or was made anew.
            func isMissing(_ entry: Element, in other: Self) -> Bool {
                guard let index = other.index(forKey: entry.key) else { return true }
                let (key, value) = other[index]
                return !differ.isSame(key, entry.key, keyBits) || !differ.isSame(value, entry.value, valueBits)
            }
            return (old.filter { isMissing($0, in: new) }.map { $0 }, new.filter { isMissing($0, in: old) }.map { $0 })
        }
    }
}

extension Set {
    /// The elements of each of two sets that may be others than in the other one; as those of dictionaries.
    static func differing(_ old: Self, _ new: Self, with differ: Differ) -> (old: [Element], new: [Element])? {
        guard let bits = differ.bits(differ.plan(of: Element.self)) else { return nil }
        return withExtendedLifetime((old, new)) {
            if let oldTable = HashTable(old), let newTable = HashTable(new) {
                let found = oldTable.differences(
                    to: newTable, .init(keys: bits, keyStride: MemoryLayout<Element>.stride, values: nil, valueStride: 0))
                if found.new.count <= 16 + new.count / 2 { return (found.old.map { oldTable.key($0) }, found.new.map { newTable.key($0) }) }
            }
            func isMissing(_ element: Element, in other: Self) -> Bool {
                other.firstIndex(of: element).map { !differ.isSame(other[$0], element, bits) } ?? true
            }
            return (old.filter { isMissing($0, in: new) }, new.filter { isMissing($0, in: old) })
        }
    }
}

extension HashTable {
    // The callers found the buckets occupied in a table of these types, and hold it.

    fileprivate func key<Key>(_ bucket: Int) -> Key {
        (keys + bucket * MemoryLayout<Key>.stride).assumingMemoryBound(to: Key.self).pointee
    }

    fileprivate func entry<Key, Value>(_ bucket: Int) -> (key: Key, value: Value)? {
        guard let values else { return nil }
        return (key(bucket), (values + bucket * MemoryLayout<Value>.stride).assumingMemoryBound(to: Value.self).pointee)
    }
}
