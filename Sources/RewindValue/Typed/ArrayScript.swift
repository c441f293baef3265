/// How an array becomes another: what to take away, then what to add and move, front to back.
///
/// Each index is valid at the moment its step applies. Elements that keep their order are not touched; as many as possible are kept.
struct ArrayScript {
    enum Step: Equatable {
        /// Insert the new element of that index there.
        case add(Int)
        case move(from: Int, to: Int)
    }

    /// Old indices to take away first, from the back.
    private(set) var removals: [Int] = []
    private(set) var steps: [Step] = []

    /// Whether all elements stay where they are.
    var isEmpty: Bool { removals.isEmpty && steps.isEmpty }

    /// - Parameters:
    ///   - sources: for each new element the old index it came from, or `nil` for one that is added.
    ///   - oldCount: how many elements there were.
    ///   - Complexity: O(n log n).
    init(sources: [Int?], oldCount: Int) {
        var isKept = [Bool](repeating: false, count: oldCount)
        for case let source? in sources { isKept[source] = true }
        removals = (0..<oldCount).reversed().filter { !isKept[$0] }

        let fixed = Self.longestIncreasing(sources)
        // Elements that will be moved and still lie where they were, by old index.
        var floating = Counter(count: oldCount)
        for (index, source) in sources.enumerated() { if let source, !fixed[index] { floating.add(1, at: source) } }
        if floating.total == 0 {
            steps = sources.indices.filter { sources[$0] == nil }.map(Step.add)
            return
        }
        // The fixed elements: old and new index, both rising.
        let anchors = sources.indices.filter { fixed[$0] }.map { (old: sources[$0] ?? 0, new: $0) }
        var passed = 0  // how many anchors lie before the current index
        for (index, source) in sources.enumerated() {
            if fixed[index] {
                passed += 1
                continue
            }
            // All elements before `index` are in place. Between them lie the floating ones that come before the last anchor.
            func place() -> Int { index + (passed == 0 ? 0 : floating.count(below: anchors[passed - 1].old)) }
            guard let source else {
                steps.append(.add(place()))
                continue
            }
            // Before a floating element lie other floating ones, the anchors before it, and what was put after these.
            let before = anchors.partition { $0.old < source }
            let end = before < anchors.count ? anchors[before].new : sources.count
            let settled = end <= index ? end : index + max(0, before - passed)
            let from = floating.count(below: source) + settled
            floating.add(-1, at: source)
            steps.append(.move(from: from, to: place()))
        }
        steps.removeAll { if case .move(let from, let to) = $0 { from == to } else { false } }
    }

    /// Marks the elements of a longest increasing subsequence.
    static func longestIncreasing(_ values: [Int?]) -> [Bool] {
        var tails: [Int] = []  // index of the smallest end of a subsequence of each length
        var previous = [Int](repeating: -1, count: values.count)
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            let length = tails.partition { (values[$0] ?? 0) < value }
            if length > 0 { previous[index] = tails[length - 1] }
            if length == tails.count { tails.append(index) } else { tails[length] = index }
        }
        var isMember = [Bool](repeating: false, count: values.count)
        var index = tails.last ?? -1
        while index >= 0 {
            isMember[index] = true
            index = previous[index]
        }
        return isMember
    }
}

extension Array {
    /// How many elements from the front hold the condition, where all that do come first.
    fileprivate func partition(_ isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Counts by index, with sums over a beginning in O(log n): a Fenwick tree.
private struct Counter {
    private var sums: [Int]
    private(set) var total = 0

    init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

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
