import RewindValue

extension Differ {
    /// Compares two arrays: skips equal elements at both ends, matches the rest, and compares each pair.
    func compareArrays(_ arrays: some ArrayPair, at path: CodingPath) throws {
        add(unsharedBytes: arrays.newBytes)
        let prefix = arrays.samePrefix()
        let suffix = arrays.sameSuffix(limit: min(arrays.oldCount, arrays.newCount) - prefix)
        let old = prefix..<arrays.oldCount - suffix
        let new = prefix..<arrays.newCount - suffix
        if old.isEmpty, new.isEmpty { return }

        let start = output.count
        if old.isEmpty || new.isEmpty {
            for index in old.reversed() { output.remove(at: path.index(index)) }
            for index in new { try arrays.add(index, to: output, at: path.index(index)) }
            return try replaceIfLighter(since: start, few: 1, arrays, at: path)
        }
        if old.count == 1, new.count == 1 {
            let isLeftover = arrays.sourcesAreIdentities && !arrays.haveSameIdentity(prefix, prefix)
            try comparePair(arrays, prefix, prefix, isLeftover: isLeftover, at: path.index(prefix))
            return try replaceIfLighter(since: start, few: 1, arrays, at: path)
        }
        let matching = ElementMatching(arrays, old: old, new: new)
        if matching.moves > Self.fewMoves, matching.moves > arrays.newCount / 8 {
            if old.count == new.count, try encodeAlike(arrays, old, new, at: path) { return }
            // Sorted or shuffled: moving so many elements one by one costs more than the whole array does, here and for each reader.
            return output.put(.replace, try encodedNew(arrays, at: path), at: path)
        }
        let script = ArrayScript(matching)
        if !script.isEmpty, old.count == new.count, try encodeAlike(arrays, old, new, at: path) { return }
        for index in script.removals { output.remove(at: path.index(prefix + index)) }
        var additions = matching.sources.indices.filter { matching.sources[$0] == nil }.makeIterator()
        for step in script.steps {
            switch step {
            case .add(let index):
                guard let added = additions.next() else { continue }
                try arrays.add(prefix + added, to: output, at: path.index(prefix + index))
            case .move(let from, let to): output.move(in: path, from: prefix + from, to: prefix + to)
            }
        }
        for (index, source) in matching.sources.enumerated() {
            guard let source, !arrays.isSame(prefix + source, prefix + index) else { continue }
            try comparePair(
                arrays, prefix + source, prefix + index, isLeftover: matching.isLeftover[index], at: path.index(prefix + index))
        }
        try replaceIfLighter(since: start, few: 1, arrays, at: path)
    }

    /// Compares two elements at the same place; if the new one is another element, not an edited one, it replaces the old one as a whole.
    private func comparePair(_ arrays: some ArrayPair, _ old: Int, _ new: Int, isLeftover: Bool, at path: CodingPath) throws {
        guard isLeftover, arrays.sourcesAreIdentities else { return try arrays.compare(old, new, with: self, at: path) }
        let value = try arrays.encodedNew(new, at: path)
        if try arrays.encodedOld(old, at: path) != value { output.put(.replace, value, at: path) }
    }

    private func replaceIfLighter(since start: Int, few: Int, _ arrays: some ArrayPair, at path: CodingPath) throws {
        try replaceIfLighter(since: start, few: few, count: arrays.newCount, at: path) { try encodedNew(arrays, at: path) }
    }

    private func encodedNew(_ arrays: some ArrayPair, at path: CodingPath) throws -> JSONValue {
        .array(try (0..<arrays.newCount).map { try arrays.encodedNew($0, at: path.index($0)) })
    }

    /// So many moves are made one by one in an array of any size.
    private static var fewMoves: Int { 1_024 }

    /// Whether elements that seem to have changed places encode to the same array, as twins do.
    ///
    /// It stops at the first that does not, so it costs little in almost all cases.
    private func encodeAlike(_ arrays: some ArrayPair, _ old: Range<Int>, _ new: Range<Int>, at path: CodingPath) throws -> Bool {
        for (old, new) in zip(old, new) where !arrays.isSame(old, new) {
            if try arrays.encodedOld(old, at: path.index(old)) != arrays.encodedNew(new, at: path.index(new)) { return false }
        }
        return true
    }
}

extension Array: ComparedInPlace where Element: Encodable {}
extension ContiguousArray: ComparedInPlace where Element: Encodable {}

extension ComparedInPlace where Self: ElementList, Self.Element: Encodable {
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        try path.checkDepth()
        let plan = differ.plan(of: Element.self)
        guard !path.joins(Element.self), !plan.readsPath, let bits = differ.bits(plan) else {
            return try differ.compare(.value(old.encoded(at: path)), .value(new.encoded(at: path)), at: path)
        }
        try old.withElements { old in
            try new.withElements { new in
                try differ.compareArrays(TypedArrays(old: old, new: new, plan: plan, bits: bits), at: path)
            }
        }
    }
}
