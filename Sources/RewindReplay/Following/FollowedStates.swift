package import RewindFormat
package import RewindValue

/// The last known state of each store of a recording that is still growing, kept current from the lines of its state streams.
package struct FollowedStates: Sendable {
    /// The stores, in the order of their first lines.
    package private(set) var stores: [String] = []
    private var states: [String: Followed] = [:]
    /// The last step with a line, of any store: the lines of states come in the order of the steps, across stores.
    package private(set) var lastStep = 0

    /// A change of a store's state.
    package struct Change: Sendable, Equatable {
        package var store: String
        package var kind: Kind

        package enum Kind: Sendable, Equatable {
            /// The state changed by this patch, or, if lines are taken with an `apply` closure, by the one that it returned.
            case patched(JSONPatch)
            /// The state is known as a whole; before, it was unknown or different.
            case replaced
            /// The state is unknown until the next keyframe, for this reason.
            case lost(String)
        }
    }

    package init() {}

    /// The last known state of a store and its step; `nil` while the state is unknown.
    package func state(of store: String) -> (step: Int, state: JSONValue)? {
        states[store].flatMap { followed in followed.state.map { (followed.step, $0) } }
    }

    /// Applies a patch to the state of a store, and returns the patch to report.
    package typealias Applying = (_ store: String, JSONPatch, inout JSONValue) throws(JSONPatchError) -> JSONPatch

    /// Takes the next lines, and returns what they change; steps that changed nothing, and keyframes that repeat a known state, return
    /// nothing.
    ///
    /// - Parameter apply: applies their patches; a patch may be left partly applied if it throws.
    @discardableResult
    package mutating func apply(_ lines: [StateLine], applying apply: Applying? = nil) -> [Change] {
        lines.compactMap { self.apply($0, applying: apply) }
    }

    /// Forgets all states, because steps are missing; each is known again from the store's next keyframe.
    package mutating func forget() {
        for store in stores { states[store]?.state = nil }
    }

    private mutating func apply(_ line: StateLine, applying apply: Applying?) -> Change? {
        if states[line.store] == nil {
            stores.append(line.store)
            states[line.store] = Followed(step: line.step)
        }
        guard var followed = states[line.store] else { return nil }
        states[line.store] = nil  // leaves a single reference, so that the patch is applied in place
        let kind = followed.apply(line, applying: apply)
        // An action that was too large for the journal does not affect the states before it.
        if case .action = line.change {} else { lastStep = max(lastStep, line.step) }
        followed.step = max(followed.step, line.step)
        states[line.store] = followed
        return kind.map { Change(store: line.store, kind: $0) }
    }
}

/// What is known of one store.
private struct Followed: Sendable {
    var step: Int
    var state: JSONValue?
    private var budget = PatchBudget()

    init(step: Int) { self.step = step }

    mutating func apply(
        _ line: StateLine, applying apply: FollowedStates.Applying?
    ) -> FollowedStates.Change.Kind? {
        switch line.change {
        case .keyframe(let value):
            budget = PatchBudget()
            if state == value { return nil }
            state = value
            return .replaced
        case .patch(let patch):
            guard var patched = state.take() else { return nil }
            if patch.operations.isEmpty {
                state = patched
                return nil
            }
            do throws(JSONPatchError) {
                var told = patch
                if let apply { told = try apply(line.store, patch, &patched) } else { try patch.apply(to: &patched, within: &budget) }
                state = patched
                return .patched(told)
            } catch {
                return .lost("\(error)")
            }
        case .unencodable(let reason):
            state = nil
            return .lost(reason)
        case .unknown(let why):
            state = nil
            return .lost(why.rawValue)
        case .failed, .action:
            return nil
        }
    }
}
