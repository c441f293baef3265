import RewindValue

/// Values in the elements of one array, whose origin is not found yet.
///
/// An insertion moves all elements behind it: here they move together, and only those that an operation names are looked at one by one.
struct BlameRow {
    private let place: [String]
    /// For each element of the array at the current time of the search, the line whose value is followed there; -1 for none.
    private var lineByElement: [Int]
    /// By line; the indices of the elements are of an earlier time.
    private var entries: [Int: UnresolvedTargets.Entry] = [:]

    /// A value that a patch reaches.
    struct AffectedValue {
        /// Where it is after the patch.
        var entry: UnresolvedTargets.Entry
        /// Where it was before, if it was there.
        var before: BlameTarget
        var isOrigin = false
        var mayBeDifferentValue = false
    }

    init(_ place: [String], count: Int) {
        self.place = place
        lineByElement = Array(repeating: -1, count: count)
    }

    var isEmpty: Bool { entries.isEmpty }

    /// All values at their present places.
    var all: [UnresolvedTargets.Entry] {
        lineByElement.indices.compactMap { index in
            guard lineByElement[index] >= 0, var entry = entries[lineByElement[index]] else { return nil }
            entry.target.move(to: index, of: lineByElement.count, at: place.count)
            return entry
        }
    }

    /// Takes a value in, unless its element is not in the array, or another value is followed there.
    mutating func insert(_ entry: UnresolvedTargets.Entry) -> Bool {
        guard let (index, count) = entry.target.element(of: place), count == lineByElement.count, lineByElement.indices.contains(index),
            lineByElement[index] < 0
        else {
            return false
        }
        lineByElement[index] = entry.line
        entries[entry.line] = entry
        return true
    }

    /// Goes back over a patch, and takes out the values that it reaches; `nil`, and nothing is changed, if it moves or replaces the array.
    mutating func revert(_ patch: JSONPatch) -> [AffectedValue]? {
        var before = lineByElement
        var reached: [Int: AffectedValue] = [:]
        var isAdding = true
        func reach(_ line: Int, _ body: (inout AffectedValue) -> Void) {
            guard line >= 0, let entry = entries[line] else { return }
            body(&reached[line, default: AffectedValue(entry: entry, before: entry.target)])
        }
        for operation in patch.operations.reversed() {
            if case .test = operation { continue }
            let relations = operation.changed.map { relation(of: $0, count: before.count) }
            if relations.allSatisfy({ $0 == .apart }) { continue }
            if case .add = operation, case .element? = relations.first {} else { isAdding = false }
            switch (operation, relations.first, relations.last) {
            case (.move, .element(let from), .element(let to)):
                guard before.indices.contains(to), from < before.count else { return nil }
                before.insert(before.remove(at: to), at: from)
            case (.add, .element(let index), _), (.copy, .element(let index), _):
                guard before.indices.contains(index) else { return nil }
                reach(before.remove(at: index)) { ($0.isOrigin, $0.mayBeDifferentValue) = (true, true) }
            case (.replace, .element(let index), _):
                guard before.indices.contains(index) else { return nil }
                reach(before[index]) { ($0.isOrigin, $0.mayBeDifferentValue) = (true, true) }
            case (.remove, .element(let index), _):
                guard index <= before.count else { return nil }
                before.insert(-1, at: index)
            case (_, .inside(let index), .inside(let other)) where index == other:
                guard before.indices.contains(index) else { return nil }
                reach(before[index]) { value in
                    value.before.move(to: index, of: before.count, at: place.count)
                    value.mayBeDifferentValue = value.before.mayBeDifferentValue(after: operation) || value.mayBeDifferentValue
                    value.isOrigin = value.before.isMade(by: operation) || value.isOrigin
                }
            default: return nil
            }
        }
        for (line, index) in Self.indices(of: reached.keys, in: lineByElement) {
            reached[line]?.entry.target.move(to: index, of: lineByElement.count, at: place.count)
            entries[line] = nil
        }
        for (line, index) in Self.indices(of: reached.keys, in: before) {
            reached[line]?.before.move(to: index, of: before.count, at: place.count)
            before[index] = -1
        }
        lineByElement = before
        // Where elements only came, none of them was there before.
        return reached.values.map { value in
            var value = value
            if isAdding { value.mayBeDifferentValue = false }
            return value
        }
    }

    /// Where a place is, seen from the array.
    private enum Relation: Equatable { case apart, above, element(Int), inside(Int) }

    private func relation(of pointer: JSONPointer, count: Int) -> Relation {
        let (tokens, reach) = (pointer.tokens, UnresolvedTargets.reach(of: pointer, seenFrom: place))
        guard zip(place, reach).allSatisfy({ $0.isIdentical(to: $1) }) else { return .apart }
        if reach.count <= place.count { return .above }
        let token = tokens[place.count]
        guard let index = token == "-" ? count - 1 : Int(token), index >= 0 else { return .above }
        return tokens.count == place.count + 1 ? .element(index) : .inside(index)
    }

    private static func indices(of lines: some Collection<Int>, in lineByElement: [Int]) -> [(line: Int, index: Int)] {
        if lines.count < 8 { return lines.compactMap { line in lineByElement.firstIndex(of: line).map { (line, $0) } } }
        let lines = Set(lines)
        return lineByElement.indices.filter { lines.contains(lineByElement[$0]) }.map { (lineByElement[$0], $0) }
    }
}
