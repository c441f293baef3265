import RewindValue

/// Two arrays to compare, whatever the type of their elements.
protocol ArrayPair {
    var oldCount: Int { get }
    var newCount: Int { get }

    /// Bytes of the new array's own storage.
    var newBytes: Int { get }

    /// Whether an old and a new element certainly encode alike. `false` where it would cost to know.
    func isSame(_ old: Int, _ new: Int) -> Bool

    /// How many elements at the beginning are the same.
    func samePrefix() -> Int

    /// How many of the last elements are the same, up to a limit.
    func sameSuffix(limit: Int) -> Int

    /// For each of the new elements, the old one that it came from, if that one can be identified.
    func sources(of new: [Int], among old: [Int]) -> [Int?]

    /// Whether an element without a source is another element, not an edited one.
    var sourcesAreIdentities: Bool { get }

    /// Whether an old and a new element have the same identity; `false` for elements without identity.
    func haveSameIdentity(_ old: Int, _ new: Int) -> Bool

    func compare(_ old: Int, _ new: Int, with differ: Differ, at path: CodingPath) throws

    func add(_ new: Int, to output: any PatchOutput, at path: CodingPath) throws

    func encodedOld(_ index: Int, at path: CodingPath) throws -> JSONValue
    func encodedNew(_ index: Int, at path: CodingPath) throws -> JSONValue
}

extension ArrayPair {
    var newBytes: Int { 0 }

    func samePrefix() -> Int {
        let common = min(oldCount, newCount)
        return (0..<common).first { !isSame($0, $0) } ?? common
    }

    func sameSuffix(limit: Int) -> Int { (0..<limit).first { !isSame(oldCount - 1 - $0, newCount - 1 - $0) } ?? limit }
}

/// Arrays of one Swift type, compared where they lie.
struct TypedArrays<Element: Encodable>: ArrayPair {
    let old: UnsafeBufferPointer<Element>
    let new: UnsafeBufferPointer<Element>
    let plan: TypePlan
    let bits: SignificantBits

    var oldCount: Int { old.count }
    var newCount: Int { new.count }
    var newBytes: Int { new.baseAddress == old.baseAddress ? 0 : new.count * MemoryLayout<Element>.stride }
    var sourcesAreIdentities: Bool { plan.identifiable != nil }

    func isSame(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        guard let old = old.baseAddress, let new = new.baseAddress else { return false }
        return bits.areSame(UnsafeRawPointer(old + oldIndex), UnsafeRawPointer(new + newIndex))
    }

    func samePrefix() -> Int {
        guard let old = old.baseAddress, let new = new.baseAddress else { return 0 }
        return bits.sameRun(
            UnsafeRawPointer(old), UnsafeRawPointer(new), count: min(oldCount, newCount), stride: MemoryLayout<Element>.stride)
    }

    func sameSuffix(limit: Int) -> Int {
        guard limit > 0, let old = old.baseAddress, let new = new.baseAddress else { return 0 }
        return bits.sameRun(
            UnsafeRawPointer(old + (oldCount - 1)), UnsafeRawPointer(new + (newCount - 1)), count: limit,
            stride: -MemoryLayout<Element>.stride)
    }

    func sources(of newIndices: [Int], among oldIndices: [Int]) -> [Int?] {
        if let type = plan.identifiable, let found = type.sources(of: newIndices, in: new, among: oldIndices, in: old) { return found }
        guard let oldStart = old.baseAddress, let newStart = new.baseAddress else { return newIndices.map { _ in nil } }
        return Hashes.sources(
            of: newIndices.map { ($0, bits.hash(UnsafeRawPointer(newStart + $0))) },
            among: oldIndices.map { ($0, bits.hash(UnsafeRawPointer(oldStart + $0))) }, isSame: isSame)
    }

    func compare(_ oldIndex: Int, _ newIndex: Int, with differ: Differ, at path: CodingPath) throws {
        try differ.compare(old[oldIndex], new[newIndex], at: path)
    }

    func haveSameIdentity(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        plan.identifiable?.haveSameIdentity(old[oldIndex], new[newIndex]) ?? false
    }

    func add(_ index: Int, to output: any PatchOutput, at path: CodingPath) throws { try output.put(.add, encoding: new[index], at: path) }

    func encodedOld(_ index: Int, at path: CodingPath) throws -> JSONValue { try JSONValue(encoding: old[index], at: path) }
    func encodedNew(_ index: Int, at path: CodingPath) throws -> JSONValue { try JSONValue(encoding: new[index], at: path) }
}

/// Arrays of parts of several kinds.
struct PartArrays: ArrayPair {
    let old: [EncodedPart]
    let new: [EncodedPart]
    let differ: Differ

    var oldCount: Int { old.count }
    var newCount: Int { new.count }
    var sourcesAreIdentities: Bool { false }

    func isSame(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        switch (old[oldIndex], new[newIndex]) {
        case (.value(let old), .value(let new)): old == new
        case (.typed(let old), .typed(let new)): differ.isSame(boxed: old, new)
        default: false
        }
    }

    func sources(of newIndices: [Int], among oldIndices: [Int]) -> [Int?] { newIndices.map { _ in nil } }

    func compare(_ oldIndex: Int, _ newIndex: Int, with differ: Differ, at path: CodingPath) throws {
        try differ.compare(old[oldIndex], new[newIndex], at: path)
    }

    func haveSameIdentity(_ oldIndex: Int, _ newIndex: Int) -> Bool { false }

    func add(_ index: Int, to output: any PatchOutput, at path: CodingPath) throws {
        output.put(.add, try encodedNew(index, at: path), at: path)
    }

    func encodedOld(_ index: Int, at path: CodingPath) throws -> JSONValue { try old[index].value(at: path) }
    func encodedNew(_ index: Int, at path: CodingPath) throws -> JSONValue { try new[index].value(at: path) }
}

/// Matches elements by a hash.
private enum Hashes {
    /// For each new element the first old one that is the same and not taken yet.
    static func sources(
        of new: [(index: Int, hash: Int)], among old: [(index: Int, hash: Int)], isSame: (Int, Int) -> Bool
    ) -> [Int?] {
        var waiting: [Int: [Int]] = [:]
        for (index, hash) in old.reversed() { waiting[hash, default: []].append(index) }
        return new.map { index, hash in
            guard let source = waiting[hash]?.last, isSame(source, index) else { return nil }
            waiting[hash]?.removeLast()
            return source
        }
    }
}

extension Identifiable {
    // The caller found `Self` in the plan of `Element`, so both are one type and the casts change nothing.
    fileprivate static func haveSameIdentity<Element>(_ old: Element, _ new: Element) -> Bool {
        unsafeBitCast(old, to: Self.self).id == unsafeBitCast(new, to: Self.self).id
    }

    /// For each new element the old one with its id; `nil` if an id is there twice.
    ///
    /// The caller found `Self` in the plan of `Element`, so both are one type and the buffers may be read as buffers of `Self`.
    fileprivate static func sources<Element>(
        of newIndices: [Int], in new: UnsafeBufferPointer<Element>, among oldIndices: [Int], in old: UnsafeBufferPointer<Element>
    ) -> [Int?]? {
        let new = UnsafeRawBufferPointer(new).assumingMemoryBound(to: Self.self)
        let old = UnsafeRawBufferPointer(old).assumingMemoryBound(to: Self.self)
        var indices: [ID: Int] = [:]
        for index in oldIndices where indices.updateValue(index, forKey: old[index].id) != nil { return nil }
        var seen: Set<ID> = []
        var sources: [Int?] = []
        for index in newIndices {
            let id = new[index].id
            guard seen.insert(id).inserted else { return nil }
            sources.append(indices[id])
        }
        return sources
    }
}
