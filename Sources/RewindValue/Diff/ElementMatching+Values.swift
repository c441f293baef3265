extension TreeDiff {
    /// The key of the member that identifies elements, if each has its own value.
    package static let identity = "id"

    /// For each new element the index of the old one that it was, by the same identity as in a difference; `nil` for an added one.
    package static func sources(of new: [JSONValue], among old: [JSONValue]) -> [Int?] {
        if areBounds(old), areBounds(new) { return [0, 1] }
        return ElementMatching(from: old[...], to: new[...]).sources
    }

    /// For each new element the index of the old one that it was, as in a difference, and whether it could also have been another.
    package static func origins(of new: [JSONValue], among old: [JSONValue]) -> [(index: Int, isGuess: Bool)?] {
        let (prefix, suffix) = ArrayDiff.equalEnds(old, new)
        let middle = ElementMatching(from: old[prefix..<(old.count - suffix)], to: new[prefix..<(new.count - suffix)])
        return (0..<prefix).map { ($0, false) }
            + zip(middle.sources, middle.isGuess).map { source, isGuess in source.map { (prefix + $0, isGuess) } }
            + (0..<suffix).map { (old.count - suffix + $0, false) }
    }

    /// Whether an array has two numbers, as a range or a point has: their index gives them their meaning, so they are not elements of a
    /// list.
    private static func areBounds(_ elements: [JSONValue]) -> Bool {
        elements.count == 2 && elements.allSatisfy { if case .number = $0 { true } else { false } }
    }
}

extension ElementMatching {
    /// Matches encoded elements: by their member `id` if each has its own, else by equality.
    ///
    /// With identities, unmatched elements are different ones. Without, they may have been edited in place.
    init(from old: ArraySlice<JSONValue>, to new: ArraySlice<JSONValue>) {
        if let oldIdentities = Self.identities(old), let newIdentities = Self.identities(new) {
            self.init(sources: Self.sources(of: newIdentities, among: oldIdentities), oldCount: old.count)
        } else {
            self.init(
                sources: Self.sources(of: Self.occurrences(new), among: Self.occurrences(old)), oldCount: old.count, pairsLeftovers: true)
        }
    }

    /// The members `id`, if all elements are objects that have one, and all are different.
    private static func identities(_ elements: ArraySlice<JSONValue>) -> [JSONValue]? {
        var identities: [JSONValue] = []
        for element in elements {
            switch element[TreeDiff.identity] {
            case .string(let id): identities.append(.string(id))
            case .number(let id): identities.append(.number(id))
            default: return nil
            }
        }
        var seen = Set<JSONValue>(minimumCapacity: identities.count)
        return identities.allSatisfy { seen.insert($0).inserted } ? identities : nil
    }

    private struct Occurrence: Hashable {
        var value: JSONValue
        var number: Int
    }

    /// Each value with the number of equal ones before it, which makes it unique.
    private static func occurrences(_ elements: ArraySlice<JSONValue>) -> [Occurrence] {
        var counts: [JSONValue: Int] = [:]
        return elements.map { value in
            let number = counts[value, default: 0]
            counts[value] = number + 1
            return Occurrence(value: value, number: number)
        }
    }

    private static func sources<Identity: Hashable>(of new: [Identity], among old: [Identity]) -> [Int?] {
        let positions = Dictionary(firstOf: zip(old, old.indices))
        return new.map { positions[$0] }
    }
}
