/// Matches the elements of one array to those of another: for each new element, the old one that it came from.
///
/// Never compares every pair: the initialisers find sources by hash, and the longest run of matches in common order takes O(n log n).
package struct ElementMatching {
    /// For each new element the index of the old one; `nil` for an added one.
    package private(set) var sources: [Int?]
    /// Whether a new element keeps its place among the others that came from the old array; the rest of them moved.
    package private(set) var isFixed: [Bool]
    /// Whether a new element has its source only because both were unmatched between the same neighbours.
    package private(set) var isLeftover: [Bool]
    /// Whether the numbers of old and new elements between these neighbours differed, so that the source may be another of them, or none.
    package private(set) var isGuess: [Bool]
    package let oldCount: Int

    /// A matching from known sources.
    ///
    /// - Parameter pairsLeftovers: treat unmatched elements between two that keep their places as edited there.
    package init(sources: [Int?], oldCount: Int, pairsLeftovers: Bool = false) {
        self.sources = sources
        self.oldCount = oldCount
        isFixed = Self.longestRun(sources)
        isLeftover = Array(repeating: false, count: sources.count)
        isGuess = isLeftover
        if pairsLeftovers { pairLeftovers() }
    }

    package init(sources: [Int?], isFixed: [Bool], oldCount: Int) {
        self.sources = sources
        self.isFixed = isFixed
        self.oldCount = oldCount
        isLeftover = Array(repeating: false, count: sources.count)
        isGuess = isLeftover
    }

    /// Whether each old element is the source of a new one.
    package var isKept: [Bool] {
        var isKept = [Bool](repeating: false, count: oldCount)
        for case let source? in sources { isKept[source] = true }
        return isKept
    }

    /// How many elements come from another place among the others.
    package var moves: Int { sources.indices.count { sources[$0] != nil && !isFixed[$0] } }

    /// Marks a longest run of elements with ascending sources: those that need no move.
    package static func longestRun(_ sources: [Int?]) -> [Bool] {
        var ends: [(position: Int, source: Int)] = []  // the smallest end of a run of each length
        var previous = [Int](repeating: -1, count: sources.count)
        for (position, source) in sources.enumerated() {
            guard let source else { continue }
            let length =
                if let last = ends.last, last.source < source { ends.count } else { ends.partitioningIndex { $0.source >= source } }
            if length > 0 { previous[position] = ends[length - 1].position }
            if length == ends.count { ends.append((position, source)) } else { ends[length] = (position, source) }
        }
        var isMember = [Bool](repeating: false, count: sources.count)
        var position = ends.last?.position ?? -1
        while position >= 0 {
            isMember[position] = true
            position = previous[position]
        }
        return isMember
    }

    /// Pairs unmatched elements between two fixed ones, in order.
    private mutating func pairLeftovers() {
        let isKept = isKept
        let anchors = sources.indices.filter { isFixed[$0] }.map { (old: sources[$0] ?? 0, new: $0) }
        var start = (old: 0, new: 0)
        for end in anchors + [(oldCount, sources.count)] {
            let oldGap = (start.old..<end.old).filter { !isKept[$0] }
            let newGap = (start.new..<end.new).filter { sources[$0] == nil }
            for (old, new) in zip(oldGap, newGap) {
                sources[new] = old
                isFixed[new] = true
                isLeftover[new] = true
                isGuess[new] = oldGap.count != newGap.count
            }
            start = (end.old + 1, end.new + 1)
        }
    }
}

extension Array {
    /// The first index whose element satisfies the predicate, in an array where all before it don't and all after it do.
    @inlinable package func partitioningIndex(where belongsAfter: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
