import RewindRedaction
import RewindValue

extension Redactor {
    /// What of an action's own name may be recorded.
    func name(of action: any ActionNaming) -> String {
        let isAsIs = action is any RecordedAsIs || redaction.maskingPolicy?.types.contains(ObjectIdentifier(type(of: action))) == true
        return redact(action.actionName, at: isAsIs ? .sourceName : .actionName)
    }
}
