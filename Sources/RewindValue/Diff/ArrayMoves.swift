/// The moves that bring the elements which stay in an array into their new order, each with the indices it finds.
///
/// Elements that keep their place are never moved. Every moved one goes right behind the element that precedes it in the end. So it is enough to count
/// how many elements stand at or before each old place: a tree of sums does that in O(log n) a move.
struct ArrayMoves {
    private(set) var steps: [(from: Int, to: Int)] = []

    init(_ array: TreeDiff.ArrayDiff) {
        guard array.elements.contains(where: { if case .moved = $0 { true } else { false } }) else { return }
        // A place is an old index plus one; what goes before every fixed element is counted at place 0.
        var counts = PrefixSums(count: array.old.count + 1)
        for index in array.old.indices { counts.add(1, at: index + 1) }
        for case .removed(let index) in array.elements { counts.add(-1, at: index + 1) }

        var anchor = 0
        for element in array.elements {
            switch element {
            case .unchanged(let from, _): anchor = from.upperBound
            case .changed(let from, _, _): anchor = from + 1
            case .moved(let from, _, _):
                let current = counts.sum(before: from + 1)
                counts.add(-1, at: from + 1)
                let destination = counts.sum(before: anchor + 1)
                counts.add(1, at: anchor)
                if current != destination { steps.append((current, destination)) }
            case .added, .removed: break
            }
        }
    }
}

/// Counts with quick sums over everything before a place (a Fenwick tree).
private struct PrefixSums {
    private var tree: [Int]

    init(count: Int) { tree = Array(repeating: 0, count: count + 1) }

    mutating func add(_ amount: Int, at place: Int) {
        var index = place + 1
        while index < tree.count {
            tree[index] += amount
            index += index & -index
        }
    }

    func sum(before place: Int) -> Int {
        var sum = 0
        var index = place
        while index > 0 {
            sum += tree[index]
            index -= index & -index
        }
        return sum
    }
}
