import RewindFormat
package import RewindValue

/// A migration that was followed, and what it did to a state.
package struct FollowedRule: Sendable, Equatable {
    package let rule: StateRule
    /// From the state before it to the state after it; empty if it did nothing.
    package let patch: JSONPatch

    package var json: JSONValue { ["rule": rule.json, "patch": patch.json] }
}

extension Timeline {
    /// What each rule did to the state of a store after a step, in order; empty if the recorded state is unknown.
    ///
    /// - Throws: `RecordingError` if there is no such step, or a segment can't be read.
    func rulesFollowed(at number: Int, store: String) throws(RecordingError) -> [FollowedRule] {
        guard let rules = rules[store], case .known(var state) = try recordedState(at: number, store: store) else { return [] }
        var followed: [FollowedRule] = []
        for rule in rules {
            let next = [rule].applied(to: state)
            followed.append(FollowedRule(rule: rule, patch: TreeDiff(from: state, to: next).patch))
            state = next
        }
        return followed
    }
}
