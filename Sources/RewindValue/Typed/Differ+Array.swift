/// Two arrays to be compared, whatever their elements are.
protocol ArrayPair {
    var oldCount: Int { get }
    var newCount: Int { get }

    /// Whether an old and a new element certainly encode alike. `false` where it would cost to know.
    func isSame(_ old: Int, _ new: Int) -> Bool

    /// For each of the new elements the old one that it came from, if there is one that can be told from all others.
    func sources(of new: [Int], among old: [Int]) -> [Int?]

    /// Whether what has no source is another element, not an edited one.
    var sourcesAreIdentities: Bool { get }

    func compare(_ old: Int, _ new: Int, with differ: inout Differ, at path: CodingPath) throws

    func encodedOld(_ index: Int, at path: CodingPath) throws -> JSONValue
    func encodedNew(_ index: Int, at path: CodingPath) throws -> JSONValue
}

extension Array where Element: Encodable {
    static func compare(_ old: Self, _ new: Self, with differ: inout Differ, at path: CodingPath) throws {
        try path.checkDepth()
        let plan = TypePlan.of(Element.self)
        guard let bits = differ.bits(plan) else {
            return try differ.compare(.value(old.encoded(at: path)), .value(new.encoded(at: path)), at: path)
        }
        try old.withUnsafeBufferPointer { old in
            try new.withUnsafeBufferPointer { new in
                try differ.compareArrays(TypedArrays(old: old, new: new, plan: plan, bits: bits), at: path)
            }
        }
    }
}

extension Differ {
    /// Compares two arrays: skips what is the same at both ends, matches the rest, and goes down into each pair.
    mutating func compareArrays(_ arrays: some ArrayPair, at path: CodingPath) throws {
        let common = min(arrays.oldCount, arrays.newCount)
        var prefix = 0
        while prefix < common, arrays.isSame(prefix, prefix) { prefix += 1 }
        var suffix = 0
        while suffix < common - prefix, arrays.isSame(arrays.oldCount - 1 - suffix, arrays.newCount - 1 - suffix) { suffix += 1 }
        let old = prefix..<arrays.oldCount - suffix
        let new = prefix..<arrays.newCount - suffix
        if old.isEmpty, new.isEmpty { return }

        let start = operations.count
        let matching = ArrayMatching(arrays, old: old, new: new)
        let script = ArrayScript(sources: matching.sources, oldCount: old.count)
        for index in script.removals { append(.remove(path.index(prefix + index).pointer)) }
        var additions = matching.sources.indices.filter { matching.sources[$0] == nil }.makeIterator()
        for step in script.steps {
            switch step {
            case .add(let index):
                guard let added = additions.next() else { continue }
                let path = path.index(prefix + index)
                append(.add(path.pointer, try arrays.encodedNew(prefix + added, at: path)))
            case .move(let from, let to): append(.move(from: path.index(prefix + from).pointer, to: path.index(prefix + to).pointer))
            }
        }
        for (index, source) in matching.sources.enumerated() {
            guard let source, !arrays.isSame(prefix + source, prefix + index) else { continue }
            let path = path.index(prefix + index)
            if matching.isReplaced[index] {
                let value = try arrays.encodedNew(prefix + index, at: path)
                if try arrays.encodedOld(prefix + source, at: path) != value { replace(with: value, at: path) }
            } else {
                try arrays.compare(prefix + source, prefix + index, with: &self, at: path)
            }
        }
        try replaceIfLighter(since: start, count: arrays.newCount, at: path) {
            .array(try (0..<arrays.newCount).map { try arrays.encodedNew($0, at: path.index($0)) })
        }
    }
}

/// Which old element each new one came from.
struct ArrayMatching {
    /// For each new element of the range the old one, both counted from the range's start; `nil` for one that is added.
    private(set) var sources: [Int?]
    /// Whether the new element is another one that takes the old one's place.
    private(set) var isReplaced: [Bool]

    init(_ arrays: some ArrayPair, old: Range<Int>, new: Range<Int>) {
        sources = Array(repeating: nil, count: new.count)
        isReplaced = Array(repeating: false, count: new.count)
        if old.isEmpty || new.isEmpty { return }

        // Where most elements are still in their places, only the others need matching.
        var isTaken = [Bool](repeating: false, count: old.count)
        if old.count == new.count {
            let inPlace = old.indices.map { arrays.isSame($0, $0) }
            if inPlace.count(where: \.self) * 2 >= inPlace.count {
                for (index, isSame) in inPlace.enumerated() where isSame {
                    sources[index] = index
                    isTaken[index] = true
                }
            }
        }
        let openNew = sources.indices.filter { sources[$0] == nil }
        let openOld = isTaken.indices.filter { !isTaken[$0] }
        let found = arrays.sources(of: openNew.map { $0 + new.lowerBound }, among: openOld.map { $0 + old.lowerBound })
        for (index, source) in zip(openNew, found) {
            guard let source else { continue }
            sources[index] = source - old.lowerBound
            isTaken[source - old.lowerBound] = true
        }
        pairGaps(isTaken: isTaken, asReplacements: arrays.sourcesAreIdentities)
    }

    /// Pairs what is left, in order, between elements that keep their order.
    private mutating func pairGaps(isTaken: [Bool], asReplacements: Bool) {
        let fixed = ArrayScript.longestIncreasing(sources)
        var gapStart = (old: 0, new: 0)
        func gapEnds() -> [(old: Int, new: Int)] {
            var ends: [(old: Int, new: Int)] = []
            for (index, source) in sources.enumerated() where fixed[index] {
                if let source { ends.append((source, index)) }
            }
            return ends + [(isTaken.count, sources.count)]
        }
        for end in gapEnds() {
            let oldGap = (gapStart.old..<end.old).filter { !isTaken[$0] }
            let newGap = (gapStart.new..<end.new).filter { sources[$0] == nil }
            for (old, new) in zip(oldGap, newGap) {
                sources[new] = old
                isReplaced[new] = asReplacements
            }
            gapStart = (end.old + 1, end.new + 1)
        }
    }
}
