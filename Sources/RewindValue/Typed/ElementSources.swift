/// Which old element each new one came from.
struct ElementSources {
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
