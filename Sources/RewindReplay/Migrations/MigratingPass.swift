import RewindFormat
import RewindValue

/// Makes of the lines of one store those that a recorder of the later version would have written.
///
/// A patch that has nothing to do with the rules stays; otherwise it becomes the difference of the two states.
struct MigratingPass {
    private let rules: [StateRule]
    /// The state as it was recorded; `nil` if it is unknown.
    private var recorded: JSONValue?
    /// What the patches since the last keyframe may still cost.
    private var budget = PatchBudget()

    /// - Parameter recorded: the recorded state before the first line, if that is not a keyframe and the state is known.
    init(_ rules: [StateRule], from recorded: JSONValue? = nil) { (self.rules, self.recorded) = (rules, recorded) }

    /// The next line's change.
    mutating func migrated(_ change: StateLine.Change) -> StateLine.Change {
        switch change {
        case .keyframe(let state):
            (recorded, budget) = (state, PatchBudget())
            return .keyframe(rules.applied(to: state))
        case .patch(let patch):
            guard var state = recorded else { return change }
            recorded = nil  // leaves a single reference, so that the patch is applied in place
            let before = rules.mayConcern(patch) ? rules.applied(to: state) : Optional.none
            do throws(JSONPatchError) { try patch.apply(to: &state, within: &budget) } catch {
                // It might fit the state that the rules make, and lead to one that the app never had.
                return .unencodable("its patch does not fit the state before it: \(error)")
            }
            recorded = state
            guard let before else { return change }
            return .patch(TreeDiff(from: before, to: rules.applied(to: state)).patch)
        case .unencodable, .unknown:
            recorded = nil
            return change
        case .failed, .action: return change
        }
    }
}
