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
        let prefix = arrays.samePrefix()
        let suffix = arrays.sameSuffix(limit: min(arrays.oldCount, arrays.newCount) - prefix)
        let old = prefix..<arrays.oldCount - suffix
        let new = prefix..<arrays.newCount - suffix
        if old.isEmpty, new.isEmpty { return }

        let start = operations.count
        let matching = ElementMatching(arrays, old: old, new: new)
        let script = ArrayScript(matching)
        if !script.isEmpty, old.count == new.count, try encodeAlike(arrays, old, new, at: path) { return }
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
            if matching.isLeftover[index], arrays.sourcesAreIdentities {
                let value = try arrays.encodedNew(prefix + index, at: path)
                if try arrays.encodedOld(prefix + source, at: path) != value { replace(with: value, at: path) }
            } else {
                try arrays.compare(prefix + source, prefix + index, with: &self, at: path)
            }
        }
        try replaceIfLighter(since: start, few: 1, count: arrays.newCount, at: path) {
            .array(try (0..<arrays.newCount).map { try arrays.encodedNew($0, at: path.index($0)) })
        }
    }

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
