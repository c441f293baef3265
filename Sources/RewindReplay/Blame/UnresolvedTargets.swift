import RewindValue

/// The values whose origin is not found yet.
///
/// Of the members of a large object, a patch reaches few: they are found by their keys. The elements of a large array move together.
struct UnresolvedTargets {
    struct Entry {
        var line: Int
        var target: BlameTarget
    }

    private let place: [String]
    /// The values in members of the asked object, by the member's key.
    private var members: [String: [Entry]] = [:]
    /// The values in elements of the asked array, if there are many.
    private var row: BlameRow?
    private var others: [Entry] = []

    /// Fewer are looked at one by one.
    private static let many = 16

    init(_ targets: [BlameTarget], in place: JSONPointer) {
        self.place = place.tokens
        for (line, target) in targets.enumerated() { insert(Entry(line: line, target: target)) }
    }

    var isEmpty: Bool { members.isEmpty && others.isEmpty && row?.isEmpty != false }

    var all: [Entry] { others + members.values.joined() + (row?.all ?? []) }

    mutating func insert(_ entry: Entry) {
        if row?.insert(entry) == true { return }
        if let key = entry.target.key(in: place) { members[key, default: []].append(entry) } else { others.append(entry) }
    }

    /// Takes out all.
    mutating func removeAll() -> [Entry] {
        defer { (members, row, others) = ([:], nil, []) }
        return all
    }

    /// Goes back over a patch: takes out the values that it may reach, and perhaps others.
    mutating func removeAffected(byReverting patch: JSONPatch) -> [BlameRow.AffectedValue] {
        formRow()
        var reached: [BlameRow.AffectedValue] = []
        if row != nil {
            if let found = row?.revert(patch) {
                reached = found
            } else {
                others += row.take()?.all ?? []
            }
        }
        return reached
            + removeOthersAffected(byReverting: patch).map { entry in
                var reached = BlameRow.AffectedValue(entry: entry, before: entry.target)
                for operation in patch.operations.reversed() {
                    reached.mayBeDifferentValue = reached.before.mayBeDifferentValue(after: operation) || reached.mayBeDifferentValue
                    reached.isOrigin = reached.before.isMade(by: operation) || reached.isOrigin
                }
                return reached
            }
    }

    private mutating func removeOthersAffected(byReverting patch: JSONPatch) -> [Entry] {
        var taken = others
        others = []
        var keys: Set<String> = []
        for pointer in patch.operations.flatMap({ $0.changed }) where !members.isEmpty {
            let reach = Self.reach(of: pointer, seenFrom: place)
            guard zip(place, reach).allSatisfy({ $0.isIdentical(to: $1) }) else { continue }
            if reach.count <= place.count {
                defer { members = [:] }
                return taken + members.values.joined()
            }
            keys.insert(reach[place.count])
        }
        for key in keys { taken += members.removeValue(forKey: key) ?? [] }
        return taken
    }

    /// The place below which an operation there may change what is at a place: an operation on an element moves those behind it, and a changed
    /// identity makes another element.
    static func reach(of pointer: JSONPointer, seenFrom place: [String]) -> ArraySlice<String> {
        var reach = pointer.tokens[...]
        if reach.last == TreeDiff.identity { reach.removeLast() }
        if reach.count <= place.count, BlameTarget.isElement(reach.last) { reach.removeLast() }
        return reach
    }

    private var elementCount: Int? {
        for entry in others { if let element = entry.target.element(of: place) { return element.count } }
        return nil
    }

    private mutating func formRow() {
        guard row == nil, others.count >= Self.many,
            let count = elementCount
        else { return }
        var row = BlameRow(place, count: count)
        var left: [Entry] = []
        for entry in others where !row.insert(entry) { left.append(entry) }
        (others, self.row) = (left, row)
    }
}
