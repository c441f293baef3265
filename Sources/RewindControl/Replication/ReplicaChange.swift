public import RewindValue

/// When a change was made, as far as replicas can tell: by a logical clock (Lamport), and by name where two clocks are equal.
///
/// The clock of a new change is later than every clock that its replica has seen, so a change sorts after all changes that its author knew.
public struct ReplicaStamp: Sendable, Hashable, Comparable {
    /// The logical clock.
    public var clock: Int
    /// The replica that made the change.
    public var replica: String

    /// A stamp.
    public init(clock: Int, replica: String) { (self.clock, self.replica) = (clock, replica) }

    /// The order in which changes apply: the last one wins.
    public static func < (left: ReplicaStamp, right: ReplicaStamp) -> Bool {
        if left.clock != right.clock { return left.clock < right.clock }
        return left.replica.utf8.lexicographicallyPrecedes(right.replica.utf8)
    }
}

/// A change by one replica, as the others receive it.
public struct ReplicaChange: Sendable, Hashable {
    /// The number among the replica's own changes, from 1.
    public var number: Int
    /// When it was made, and by whom.
    public var stamp: ReplicaStamp
    /// The change; empty if it only announces the replica's position.
    public var patch: JSONPatch
    /// The last number of each other replica that the author had seen.
    public var seen: [String: Int]

    /// A change.
    public init(number: Int, stamp: ReplicaStamp, patch: JSONPatch, seen: [String: Int]) {
        (self.number, self.stamp, self.patch, self.seen) = (number, stamp, patch, seen)
    }

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
public struct ReplicaSnapshot: Sendable, Hashable {
    /// The state.
    public var state: JSONValue
    /// It has all changes with clocks up to this one; no others with such clocks will come.
    public var bound: Int
    /// The last number of each replica that's in it.
    public var has: [String: Int]
    /// The replica that took it.
    public var author: String
    /// When the first of the replicas that share it began, in milliseconds since 1970: later ones take over its state.
    public var founded: Int

    /// A snapshot.
    public init(state: JSONValue, bound: Int, has: [String: Int], author: String, founded: Int) {
        (self.state, self.bound, self.has, self.author, self.founded) = (state, bound, has, author, founded)
    }

    /// Whether to begin with the other one: it belongs to replicas that began earlier, or else it reaches further.
    public func yields(to other: ReplicaSnapshot) -> Bool {
        if founded != other.founded { return other.founded < founded }
        return ReplicaStamp(clock: bound, replica: author) < ReplicaStamp(clock: other.bound, replica: other.author)
    }
}

/// The position of a replica, announced when it begins its file anew.
public struct ReplicaPosition: Sendable, Hashable {
    /// The last number that it gave to a change.
    public var number: Int
    /// Its clock.
    public var clock: Int
    /// Its changes that are not in its snapshot, and all later ones, have clocks later than this one.
    public var settled: Int

    /// A position.
    public init(number: Int, clock: Int, settled: Int) { (self.number, self.clock, self.settled) = (number, clock, settled) }
}

/// Two replicas changed the same place without knowing of each other; the later stamp won.
public struct ReplicaConflict: Sendable, Hashable, CustomStringConvertible {
    /// The place; an element of a set, or a key that is not a text, is named by its JSON text.
    public var path: JSONPointer
    /// The change that counts.
    public var winner: ReplicaStamp
    /// The change that does not count.
    public var loser: ReplicaStamp

    /// A conflict.
    public init(path: JSONPointer, winner: ReplicaStamp, loser: ReplicaStamp) {
        (self.path, self.winner, self.loser) = (path, winner, loser)
    }

    /// The place, and who won.
    public var description: String {
        "\(path.tokens.isEmpty ? "the state" : path.description): \(winner.replica) (clock \(winner.clock)) wins over \(loser.replica) "
            + "(clock \(loser.clock))"
    }
}
