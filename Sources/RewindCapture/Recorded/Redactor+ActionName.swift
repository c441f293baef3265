import RewindValue

extension Redactor {
    /// What of an action's own name may be recorded.
    func name(of action: any ActionNaming) -> String {
        let isAsIs = action is any RecordedAsIs || maskingPolicy?.types.contains(ObjectIdentifier(type(of: action))) == true
        guard let maskingPolicy else { return action.actionName }
        return isAsIs ? maskingPolicy.recorded(action.actionName) : masked(action.actionName)
    }
}
