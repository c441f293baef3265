package import RewindValue

/// When a change was made, as far as replicas can tell: by a logical clock (Lamport), and by name where two clocks are equal.
///
/// The clock of a new change is later than every clock that its replica has seen, so a change sorts after all changes that its author knew.
package struct ReplicaStamp: Sendable, Hashable, Comparable {
    package var clock: Int
    package var replica: String

    /// The order in which changes apply: the last one wins.
    package static func < (left: ReplicaStamp, right: ReplicaStamp) -> Bool {
        if left.clock != right.clock { return left.clock < right.clock }
        return left.replica.utf8.lexicographicallyPrecedes(right.replica.utf8)
    }
}

/// A change by one replica, as the others receive it.
package struct ReplicaChange: Sendable, Hashable {
    /// The number among the replica's own changes, from 1.
    package var number: Int
    /// When it was made, and by whom.
    package var stamp: ReplicaStamp
    /// The change; empty if it only announces the replica's position.
    package var patch: JSONPatch
    /// The last number of each other replica that the author had seen.
    package var seen: [String: Int]

    /// Whether both were made without knowledge of each other.
    func isConcurrent(with other: ReplicaChange) -> Bool {
        stamp.replica != other.stamp.replica && seen[other.stamp.replica, default: 0] < other.number
            && other.seen[stamp.replica, default: 0] < number
    }

    /// Places that both change differently, or of which one contains the other.
    func commonPlaces(with other: ReplicaChange) -> [JSONPointer] {
        patch.operations.compactMap { operation in
            let pointer = operation.pointer
            // A number may be the index of an element that both have inserted into an array: then both elements stay.
            let mayBeIndex = pointer.tokens.last.map { Int($0) != nil } ?? false
            let isCommon = other.patch.operations.contains { other in
                if other == operation, !mayBeIndex { return false }
                return other.pointer.isPrefix(of: pointer) || pointer.isPrefix(of: other.pointer)
            }
            return isCommon ? pointer : nil
        }
    }
}

/// A whole state that replaces all changes up to a clock.
package struct ReplicaSnapshot: Sendable, Hashable {
    package var state: JSONValue
    /// It has all changes with clocks up to this one; no others with such clocks will come.
    package var bound: Int
    /// The last number of each replica that's in it.
    package var has: [String: Int]
    package var author: String
    /// When the first of the replicas that share it began, in milliseconds since 1970: later ones take over its state.
    package var founded: Int

    /// Whether to begin with the other one: it belongs to replicas that began earlier, or else it reaches further.
    package func isSuperseded(by other: ReplicaSnapshot) -> Bool {
        if founded != other.founded { return other.founded < founded }
        return ReplicaStamp(clock: bound, replica: author) < ReplicaStamp(clock: other.bound, replica: other.author)
    }
}

/// The position of a replica, announced when it begins its file anew.
package struct ReplicaPosition: Sendable, Hashable {
    /// The last number that it gave to a change.
    package var number: Int
    package var clock: Int
    /// Its changes that are not in its snapshot, and all later ones, have clocks later than this one.
    package var settled: Int
}

/// Two replicas changed the same place without knowing of each other; the later stamp won.
package struct ReplicaConflict: Sendable, Hashable, CustomStringConvertible {
    /// The place; an element of a set, or a key that is not a text, is named by its JSON text.
    package var path: JSONPointer
    package var winner: ReplicaStamp
    /// The change that does not count.
    package var loser: ReplicaStamp

    /// The place, and who won.
    package var description: String {
        "\(path.tokens.isEmpty ? "the state" : path.description): \(winner.replica) (clock \(winner.clock)) wins over \(loser.replica) "
            + "(clock \(loser.clock))"
    }
}
