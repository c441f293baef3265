import RewindFormat
package import RewindValue

/// A session whose steps can be switched off and on, with the commands of Redux DevTools.
///
/// It is a value that runs nothing: after each command, reduce ``present`` again (``Candidate/recomputed(by:of:)``).
package struct SessionEditHistory: Sendable {
    /// The session as it was recorded.
    private let recorded: Candidate
    /// The number of the state that the recorded session begins with.
    private let recordedBase: Int
    /// The session as it was when it was committed last.
    private var committed: (base: Int, session: Candidate)
    /// The steps on the list, those that are off included, and the state before them.
    package private(set) var listed: Candidate
    /// The number of the step after which the list begins.
    package var base: Int { committed.base }
    /// The numbers of the steps that are off.
    package private(set) var off: Set<Int> = []

    /// A session with every step on.
    ///
    /// - Parameter base: the number of the state before its first step.
    package init(_ recorded: Candidate, base: Int) {
        (self.recorded, recordedBase, committed, listed) = (recorded, base, (base, recorded), recorded)
    }

    /// Why a command can't be done.
    package enum Refusal: Error, Equatable {
        /// The list has no such step.
        case notListed(Int)
        /// The step is the one that the list begins after.
        case isBase
        case nothingIsOff
    }

    /// The steps that happen, and the state before them: what is to be reduced.
    package var present: Candidate {
        var present = listed
        present.steps.removeAll { off.contains($0.step.number) }
        return present
    }

    /// Whether everything is as it was recorded.
    package var isAsRecorded: Bool {
        off.isEmpty && base == recordedBase && listed.steps.count == recorded.steps.count
    }

    /// Switches a step off, or on again.
    ///
    /// - Returns: whether it is on, and the numbers of the steps that are on and that it caused.
    package mutating func toggle(_ number: Int) throws(Refusal) -> (isOn: Bool, caused: [Int]) {
        guard let position = listed.steps.firstIndex(where: { $0.step.number == number }) else { throw .notListed(number) }
        if off.remove(number) != nil { return (true, []) }
        off.insert(number)
        let caused = listed.effects(of: position).map { listed.steps[$0].step.number }.filter { !off.contains($0) }
        return (false, caused.sorted())
    }

    /// Makes the state after a step the one that the list begins with; the steps up to there leave the list.
    ///
    /// - Parameter state: the state after the step, of those that happen.
    package mutating func commit(_ state: JSONValue, after number: Int) throws(Refusal) {
        if number <= base { throw .isBase }
        listed = Candidate(from: state, listed.steps.filter { $0.step.number > number })
        off = off.filter { $0 > number }
        committed = (number, listed)
    }

    /// Goes back to the last commit, or without one to the recorded session: every step since is on the list, and happens.
    package mutating func rollback() { (listed, off) = (committed.session, []) }

    /// Goes back to the recorded session.
    package mutating func reset() {
        committed = (recordedBase, recorded)
        rollback()
    }

    /// Takes the steps that are off from the list; returns how many.
    @discardableResult package mutating func sweep() throws(Refusal) -> Int {
        if off.isEmpty { throw .nothingIsOff }
        defer { off = [] }
        listed = present
        return off.count
    }
}
