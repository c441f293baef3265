/// How an array becomes another: which elements to remove, then which to add and move, front to back.
///
/// Each index is valid at the moment its step applies. Elements that keep their order are not touched; as many as possible are kept.
package struct ArrayScript {
    package enum Step: Equatable {
        /// Inserts the new element with that index.
        case add(Int)
        case move(from: Int, to: Int)
    }

    /// Old indices to remove first, from the back.
    package private(set) var removals: [Int] = []
    package private(set) var steps: [Step] = []

    /// Whether all elements stay where they are.
    package var isEmpty: Bool { removals.isEmpty && steps.isEmpty }

    /// The script for a matching.
    ///
    /// - Complexity: O(n log n); O(n) without moves.
    package init(_ matching: ElementMatching) {
        let sources = matching.sources
        let isKept = matching.isKept
        removals = isKept.indices.reversed().filter { !isKept[$0] }

        // Elements that will be moved but are still at their old place, by old index.
        var floating = Counter(count: matching.oldCount)
        for (index, source) in sources.enumerated() { if let source, !matching.isFixed[index] { floating.add(1, at: source) } }
        if floating.total == 0 {
            steps = sources.indices.filter { sources[$0] == nil }.map(Step.add)
            return
        }
        // The fixed elements: old and new index, both ascending.
        let anchors = sources.indices.filter { matching.isFixed[$0] }.map { (old: sources[$0] ?? 0, new: $0) }
        var passed = 0  // how many anchors lie before the current index
        for (index, source) in sources.enumerated() {
            if matching.isFixed[index] {
                passed += 1
                continue
            }
            // All elements before `index` are in place. Among them are the floating ones that come before the last anchor.
            func place() -> Int { index + (passed == 0 ? 0 : floating.count(below: anchors[passed - 1].old)) }
            guard let source else {
                steps.append(.add(place()))
                continue
            }
            // A floating element comes after other floating ones, the anchors before it, and the elements inserted after these.
            let before = anchors.partitioningIndex { $0.old >= source }
            let end = before < anchors.count ? anchors[before].new : sources.count
            let settled = end <= index ? end : index + max(0, before - passed)
            let from = floating.count(below: source) + settled
            floating.add(-1, at: source)
            steps.append(.move(from: from, to: place()))
        }
        steps.removeAll { if case .move(let from, let to) = $0 { from == to } else { false } }
    }
}

/// Counts by index, with prefix sums in O(log n): a Fenwick tree.
private struct Counter {
    private var sums: [Int]
    private(set) var total = 0

    package init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

    mutating func add(_ amount: Int, at index: Int) {
        total += amount
        var node = index + 1
        while node < sums.count {
            sums[node] += amount
            node += node & -node
        }
    }

    func count(below end: Int) -> Int {
        var sum = 0
        var node = end
        while node > 0 {
            sum += sums[node]
            node -= node & -node
        }
        return sum
    }
}
