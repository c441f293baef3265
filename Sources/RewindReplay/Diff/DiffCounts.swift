package import RewindValue

/// How much differs between two states, by part of the state.
package struct DiffCounts: Sendable {
    package private(set) var places: [(name: String, counts: Counts)] = []
    package private(set) var total = Counts()

    /// The numbers of values that differ, by kind of change.
    package struct Counts: Sendable, Equatable {
        package var added = 0
        package var removed = 0
        package var changed = 0
        package var moved = 0

        package var all: Int { added + removed + changed + moved }

        fileprivate mutating func add(_ other: Counts) {
            added += other.added
            removed += other.removed
            changed += other.changed
            moved += other.moved
        }
    }

    /// Counts a difference, separately for each member of the state.
    package init(_ diff: TreeDiff, at path: JSONPointer) {
        switch diff.root {
        case .object(let members):
            for member in members { add(Self.name(path.appending(member.key)), member.node) }
        default: add(Self.name(path), diff.root)
        }
    }

    private static func name(_ place: JSONPointer) -> String { place.tokens.isEmpty ? "(all)" : place.description }

    private mutating func add(_ name: String, _ node: TreeDiff.Node) {
        let counts = Self.count(node)
        guard counts.all > 0 else { return }
        places.append((name, counts))
        total.add(counts)
    }

    private static func count(_ node: TreeDiff.Node) -> Counts {
        var counts = Counts()
        switch node {
        case .unchanged: break
        case .added: counts.added = 1
        case .removed: counts.removed = 1
        case .changed: counts.changed = 1
        case .object(let members): for member in members { counts.add(count(member.node)) }
        case .array(let array):
            for element in array.elements {
                switch element {
                case .unchanged: break
                case .added: counts.added += 1
                case .removed: counts.removed += 1
                case .changed(_, _, let node): counts.add(count(node))
                case .moved(_, _, let node):
                    counts.moved += 1
                    counts.add(count(node))
                }
            }
        }
        return counts
    }

    /// The sums, and the counts of each part.
    var json: JSONObject {
        func json(_ counts: Counts) -> JSONObject {
            [
                "added": .number(JSONNumber(counts.added)), "removed": .number(JSONNumber(counts.removed)),
                "changed": .number(JSONNumber(counts.changed)), "moved": .number(JSONNumber(counts.moved)),
            ]
        }
        var object = json(total)
        object["places"] = .array(
            places.map { name, counts in
                var row: JSONObject = ["path": .string(name)]
                for (key, value) in json(counts) { row[key] = value }
                return .object(row)
            })
        return object
    }
}
