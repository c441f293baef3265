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
    /// Elements of the same bits are equal without a look at what they refer to: nearly all, where one state came from the other.
    private static func equalEnds(_ old: [JSONValue], _ new: [JSONValue]) -> (prefix: Int, suffix: Int) {
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

/// Puts the elements of an array's difference into their order.
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
        var oldIndices = [Int](repeating: -1, count: new.count)
        for (position, index) in matching.newIndices.enumerated() where index >= 0 { oldIndices[index] = position }
        var oldPosition = 0
        /// Passes old elements that are gone, or that show where they went to.
        func passRemoved() {
            while oldPosition < old.count, !matching.isFixed[oldPosition] {
                if matching.newIndices[oldPosition] < 0 { elements.append(.removed(at: old.startIndex + oldPosition)) }
                oldPosition += 1
            }
        }
        for newPosition in 0..<new.count {
            let position = oldIndices[newPosition]
            let to = new.startIndex + newPosition
            guard position >= 0 else {
                elements.append(.added(at: to))
                continue
            }
            let from = old.startIndex + position
            guard matching.isFixed[position] else {
                elements.append(.moved(from: from, to: to, TreeDiff.Node(from: old[from], to: new[to])))
                continue
            }
            passRemoved()
            oldPosition += 1
            let node = TreeDiff.Node(from: old[from], to: new[to])
            if node.isUnchanged {
                unchanged(from: from, to: to, count: 1)
            } else {
                elements.append(.changed(from: from, to: to, node))
            }
        }
        passRemoved()
    }
}
