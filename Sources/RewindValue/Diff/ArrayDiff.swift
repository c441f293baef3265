extension TreeDiff.ArrayDiff {
    /// The difference of two arrays; `nil` if they are equal.
    init?(from old: [JSONValue], to new: [JSONValue]) {
        let (prefix, suffix) = Self.equalEnds(old, new)
        if prefix == old.count, prefix == new.count { return nil }
        var builder = ElementsBuilder()
        builder.unchanged(from: 0, to: 0, count: prefix)
        builder.middle(old[prefix..<(old.count - suffix)], new[prefix..<(new.count - suffix)])
        builder.unchanged(from: old.count - suffix, to: new.count - suffix, count: suffix)
        self.init(old: old, new: new, elements: builder.elements)
    }

    /// How many elements at the beginning, and how many of the others at the end, are equal.
    ///
    /// Elements with the same bits are equal without a look at what they refer to: nearly all, if one state came from the other.
    static func equalEnds(_ old: [JSONValue], _ new: [JSONValue]) -> (prefix: Int, suffix: Int) {
        let shorter = min(old.count, new.count)
        let stride = MemoryLayout<JSONValue>.stride
        return old.withUnsafeBytes { oldBytes in
            new.withUnsafeBytes { newBytes in
                func areEqual(_ left: Int, _ right: Int) -> Bool {
                    var offset = 0
                    while offset < MemoryLayout<JSONValue>.size {
                        if oldBytes[left * stride + offset] != newBytes[right * stride + offset] { return old[left] == new[right] }
                        offset += 1
                    }
                    return true
                }
                if shorter == old.count, shorter == new.count, oldBytes.baseAddress == newBytes.baseAddress { return (shorter, 0) }
                var prefix = 0
                while prefix < shorter, areEqual(prefix, prefix) { prefix += 1 }
                var suffix = 0
                while suffix < shorter - prefix, areEqual(old.count - 1 - suffix, new.count - 1 - suffix) { suffix += 1 }
                return (prefix, suffix)
            }
        }
    }
}

/// Sorts the elements of an array's difference.
private struct ElementsBuilder {
    private(set) var elements: [TreeDiff.Element] = []

    mutating func unchanged(from old: Int, to new: Int, count: Int) {
        if count == 0 { return }
        if case .unchanged(let from, let to) = elements.last, from.upperBound == old, to.upperBound == new {
            elements[elements.count - 1] = .unchanged(from: from.lowerBound..<(old + count), to: to.lowerBound..<(new + count))
        } else {
            elements.append(.unchanged(from: old..<(old + count), to: new..<(new + count)))
        }
    }

    mutating func middle(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>) {
        let matching = ElementMatching(from: old, to: new)
        let isKept = matching.isKept
        var oldPosition = 0
        /// Passes old elements that were removed, or that mark where they moved to.
        func passRemoved(to end: Int) {
            for position in oldPosition..<end where !isKept[position] { elements.append(.removed(at: old.startIndex + position)) }
            oldPosition = end
        }
        for (newPosition, source) in matching.sources.enumerated() {
            let to = new.startIndex + newPosition
            guard let source else {
                elements.append(.added(at: to))
                continue
            }
            let from = old.startIndex + source
            let node = TreeDiff.Node(from: old[from], to: new[to])
            guard matching.isFixed[newPosition] else {
                elements.append(.moved(from: from, to: to, node))
                continue
            }
            passRemoved(to: source)
            oldPosition = source + 1
            if node.isUnchanged {
                unchanged(from: from, to: to, count: 1)
            } else {
                elements.append(.changed(from: from, to: to, node))
            }
        }
        passRemoved(to: old.count)
    }
}

extension TreeDiff.ArrayDiff {
    /// How the elements reach their places, and the index from which the script counts: the equal elements before it are left out.
    var script: (start: Int, script: ArrayScript) {
        var start = 0
        if case .unchanged(let from, let to) = elements.first, from == to { start = from.upperBound }
        var sources = [Int?](repeating: nil, count: new.count - start)
        var isFixed = [Bool](repeating: true, count: sources.count)
        for element in elements {
            switch element {
            case .unchanged(let from, let to):
                for (from, to) in zip(from, to) where from >= start { sources[to - start] = from - start }
            case .changed(let from, let to, _): sources[to - start] = from - start
            case .moved(let from, let to, _):
                sources[to - start] = from - start
                isFixed[to - start] = false
            case .added(let index): isFixed[index - start] = false
            case .removed: break
            }
        }
        return (start, ArrayScript(ElementMatching(sources: sources, isFixed: isFixed, oldCount: old.count - start)))
    }
}
