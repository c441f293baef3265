import RewindValue

extension ElementMatching {
    /// Matches the elements of typed arrays within two ranges; indices count from the ranges' starts.
    init(_ arrays: some ArrayPair, old: Range<Int>, new: Range<Int>) {
        var sources = [Int?](repeating: nil, count: new.count)
        if old.isEmpty || new.isEmpty {
            self.init(sources: sources, oldCount: old.count)
            return
        }
        // Where most elements are still in their places, only the others need matching.
        var isTaken = [Bool](repeating: false, count: old.count)
        if old.count == new.count {
            let inPlace = old.map { arrays.isSame($0, $0) }
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
        for (index, source) in zip(openNew, found) { sources[index] = source.map { $0 - old.lowerBound } }
        self.init(sources: sources, oldCount: old.count, pairsLeftovers: true)
    }
}
