/// Which element of one array is which of another.
///
/// Never compares each with each: elements are found by hash, and the longest run of matches in common order takes O(n log n).
struct ElementMatching {
    /// For each old element the index of its counterpart in the new array, or -1.
    private(set) var newIndices: [Int]
    /// Whether a matched old element keeps its place among the others; the rest of the matched ones moved.
    private(set) var isFixed: [Bool]

    init(from old: ArraySlice<JSONValue>, to new: ArraySlice<JSONValue>) {
        if let oldIdentities = Self.identities(old), let newIdentities = Self.identities(new) {
            newIndices = Self.match(oldIdentities, newIdentities)
            isFixed = Self.longestRun(newIndices)
        } else {
            newIndices = Self.match(Self.occurrences(old), Self.occurrences(new))
            isFixed = Self.longestRun(newIndices)
            pairLeftovers(newCount: new.count)
        }
    }

    /// The members `id`, if all elements are objects that have one, and all differ.
    private static func identities(_ elements: ArraySlice<JSONValue>) -> [JSONValue]? {
        var seen: Set<JSONValue> = []
        var identities: [JSONValue] = []
        for element in elements {
            switch element["id"] {
            case .string(let id): identities.append(.string(id))
            case .number(let id): identities.append(.number(id))
            default: return nil
            }
        }
        seen.reserveCapacity(identities.count)
        return identities.allSatisfy { seen.insert($0).inserted } ? identities : nil
    }

    private struct Occurrence: Hashable {
        var value: JSONValue
        var number: Int
    }

    /// Each value with how many equal ones came before it, which makes it unique.
    private static func occurrences(_ elements: ArraySlice<JSONValue>) -> [Occurrence] {
        var counts: [JSONValue: Int] = [:]
        return elements.map { value in
            let number = counts[value, default: 0]
            counts[value] = number + 1
            return Occurrence(value: value, number: number)
        }
    }

    private static func match<Identity: Hashable>(_ old: [Identity], _ new: [Identity]) -> [Int] {
        let positions = Dictionary(zip(new, new.indices), uniquingKeysWith: { first, _ in first })
        return old.map { positions[$0] ?? -1 }
    }

    /// Marks a longest increasing run among the matched ones: those that need no move.
    private static func longestRun(_ newIndices: [Int]) -> [Bool] {
        var lasts: [Int] = []
        var previous = [Int](repeating: -1, count: newIndices.count)
        for (position, index) in newIndices.enumerated() where index >= 0 {
            var low = 0
            var high = lasts.count
            while low < high {
                let middle = (low + high) / 2
                if newIndices[lasts[middle]] < index { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[position] = lasts[low - 1] }
            if low == lasts.count { lasts.append(position) } else { lasts[low] = position }
        }
        var isFixed = [Bool](repeating: false, count: newIndices.count)
        var position = lasts.last ?? -1
        while position >= 0 {
            isFixed[position] = true
            position = previous[position]
        }
        return isFixed
    }

    /// Pairs what is left between two fixed elements in its order: elements without identity that were edited where they stood.
    private mutating func pairLeftovers(newCount: Int) {
        var isTaken = [Bool](repeating: false, count: newCount)
        for index in newIndices where index >= 0 { isTaken[index] = true }
        var candidate = 0
        var gapEnd = nextFixed(after: -1, newCount: newCount)
        for position in newIndices.indices {
            if isFixed[position] {
                candidate = newIndices[position] + 1
                gapEnd = nextFixed(after: position, newCount: newCount)
            } else if newIndices[position] < 0 {
                while candidate < gapEnd, isTaken[candidate] { candidate += 1 }
                guard candidate < gapEnd else { continue }
                newIndices[position] = candidate
                isFixed[position] = true
                candidate += 1
            }
        }
    }

    private func nextFixed(after position: Int, newCount: Int) -> Int {
        isFixed[(position + 1)...].firstIndex(of: true).map { newIndices[$0] } ?? newCount
    }
}
