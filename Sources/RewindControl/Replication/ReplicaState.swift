package import RewindValue

/// The state that replicas share, as one of them knows it: a pure value, independent of how changes are transported.
///
/// The last writer wins, by path: changes apply in the order of their stamps, so if two set the same place, the later one wins whenever it
/// arrives. All replicas skip an operation that can no longer be applied, such as one inside an element that an earlier change removed. So
/// replicas that know the same changes have the same state, whatever order the changes arrived in.
///
/// Settled changes are folded into a base. Each new change of a replica has a clock later than everything that the replica has sent before,
/// so a change is settled if its clock is not later than the last known clock of every replica.
package struct ReplicaState: Sendable {
    package let name: String
    /// The state, with all known changes.
    package private(set) var state: JSONValue
    /// The logical clock: the largest seen so far.
    package private(set) var clock = 0
    /// The last known number of each replica.
    package private(set) var has: [String: Int]
    private var base: ReplicaSnapshot
    /// A number that this replica has given, in this run or an earlier one.
    private var given = 0
    /// The changes after the base, in the order of their stamps.
    private var changes: [ReplicaChange] = []
    /// The last known clock of each replica.
    private var clocks: [String: Int] = [:]

    /// The result of taking in a change or a snapshot.
    package enum ApplyResult: Sendable, Equatable {
        case known
        /// It comes after all others: the state has changed by its patch.
        case appended([ReplicaConflict])
        /// It belongs before others, so the state was rebuilt.
        case inserted([ReplicaConflict])
        /// The others went on without it for too long: it does not count.
        case tooLate
    }

    /// A replica that begins with a state of its own, or with one that others share.
    package init(name: String, beginningWith snapshot: ReplicaSnapshot) {
        self.name = name
        base = snapshot
        (state, has) = (snapshot.state, snapshot.has)
        clock = snapshot.bound
    }

    /// A replica that is the first to share a state.
    ///
    /// - Parameters:
    ///   - name: the replica's.
    ///   - state: what it shares.
    ///   - founded: now, in milliseconds since 1970.
    package init(name: String, state: JSONValue, founded: Int) {
        self.init(name: name, beginningWith: ReplicaSnapshot(state: state, bound: 0, has: [:], author: name, founded: founded))
    }

    // MARK: Changes

    /// Makes a change of this replica, later than everything known.
    package mutating func change(_ patch: JSONPatch) -> ReplicaChange {
        clock += 1
        let change = ReplicaChange(
            number: lastNumber + 1, stamp: ReplicaStamp(clock: clock, replica: name), patch: patch,
            seen: has.filter { $0.key != name })
        _ = apply(change)
        return change
    }

    /// Takes in a change from any replica.
    ///
    /// The changes of one replica must arrive in order; those of different replicas may interleave. A number may be skipped: that
    /// change is in a snapshot, changed nothing, or came too late.
    package mutating func apply(_ change: ReplicaChange) -> ApplyResult {
        let replica = change.stamp.replica
        if change.number <= has[replica, default: 0] { return .known }
        has[replica] = change.number
        clocks[replica] = max(clocks[replica, default: 0], change.stamp.clock)
        clock = max(clock, change.stamp.clock)
        if change.patch.isEmpty { return .appended([]) }
        if change.stamp.clock <= base.bound { return .tooLate }
        var conflicts: [ReplicaConflict] = []
        for other in changes where other.isConcurrent(with: change) {
            let (winner, loser) = other.stamp < change.stamp ? (change, other) : (other, change)
            conflicts += loser.commonPlaces(with: winner).map { ReplicaConflict(path: $0, winner: winner.stamp, loser: loser.stamp) }
        }
        let place = changes.lastIndex { $0.stamp < change.stamp }.map { $0 + 1 } ?? 0
        changes.insert(change, at: place)
        if place == changes.count - 1 {
            change.patch.applyWhatFits(to: &state)
            return .appended(conflicts)
        }
        fold()
        return .inserted(conflicts)
    }

    /// Takes in a snapshot of another replica, if it is the one to begin with: changes before its bound that it lacks do not count.
    ///
    /// If it belongs to replicas that began earlier, ``founded`` changes: then all their lines have to be taken in again.
    ///
    /// - Returns: how many of this replica's own changes do not count as a result; `nil` if the snapshot is not taken.
    package mutating func adopt(_ snapshot: ReplicaSnapshot) -> Int? {
        guard base.isSuperseded(by: snapshot) else { return nil }
        if snapshot.founded != base.founded {
            // Others began earlier: changes made here before they were known belong to another state.
            let own = lastNumber
            let lost = ownChanges.count
            self = ReplicaState(name: name, beginningWith: snapshot)
            noteOwn(number: own)
            return lost
        }
        let lost = changes.count {
            $0.stamp.replica == name && $0.stamp.clock <= snapshot.bound && $0.number > snapshot.has[name, default: 0]
        }
        base = snapshot
        has.merge(snapshot.has, uniquingKeysWith: max)
        clock = max(clock, snapshot.bound)
        changes.removeAll { $0.stamp.clock <= snapshot.bound }
        fold()
        return lost
    }

    private mutating func fold() {
        state = base.state
        for change in changes { change.patch.applyWhatFits(to: &state) }
    }

    // MARK: Settling

    /// The number of changes that are kept individually.
    package var openCount: Int { changes.count }

    /// Notes the position that a replica announced, which may be this one before it was restarted.
    package mutating func note(_ position: ReplicaPosition, of replica: String) {
        clocks[replica] = max(clocks[replica, default: 0], position.settled)
        clock = max(clock, position.clock)
        if replica == name { noteOwn(number: position.number) }
    }

    /// Notes how many changes of this replica others have seen, so that a replica that lost its file continues after them.
    package mutating func noteOwn(number: Int) { given = max(given, number) }

    /// The last number that this replica gave to a change.
    private var lastNumber: Int { max(given, has[name, default: 0]) }

    /// Folds all settled changes into the base; the other replicas have to be told, by ``snapshot``.
    ///
    /// - Parameters:
    ///   - others: the other replicas.
    ///   - forced: fold everything, even if other replicas still have earlier changes, which then come too late.
    package mutating func compact(among others: some Sequence<String>, forced: Bool = false) {
        let bound = forced ? clock : others.reduce(clock) { min($0, clocks[$1, default: 0]) }
        guard bound > base.bound else { return }
        let count = changes.firstIndex { $0.stamp.clock > bound } ?? changes.count
        for change in changes[..<count] { change.patch.applyWhatFits(to: &base.state) }
        changes.removeFirst(count)
        base.bound = bound
        base.author = name
        base.has = has
        // The base does not contain changes that were not folded.
        for change in changes.reversed() { base.has[change.stamp.replica] = change.number - 1 }
    }

    package var position: ReplicaPosition {
        ReplicaPosition(number: lastNumber, clock: clock, settled: ownChanges.isEmpty ? clock : base.bound)
    }

    /// When the first of the replicas that share the state began; changes of replicas founded at another time do not belong to it.
    package var founded: Int { base.founded }

    /// The settled state, for replicas that join later.
    package var snapshot: ReplicaSnapshot { base }

    /// This replica's own changes that are not in the snapshot.
    package var ownChanges: [ReplicaChange] { changes.filter { $0.stamp.replica == name } }
}

extension JSONPatch {
    /// Applies the operations that can be applied, and skips the others.
    package func applyWhatFits(to value: inout JSONValue) {
        if (try? apply(to: &value)) != nil || operations.count == 1 { return }
        for operation in operations { try? JSONPatch([operation]).apply(to: &value) }
    }
}
