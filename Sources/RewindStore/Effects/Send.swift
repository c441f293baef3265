/// The way for an effect to send actions to the store: call it as a function, from any thread.
///
/// Like a dispatch, a call returns when the action is reduced. It does not keep the store alive; once the effect is cancelled or the store
/// is released, actions are dropped.
public struct Send<Action: Sendable>: Sendable {
    let deliver: @Sendable (_ action: Action, _ site: CallSite) -> Void
    /// Starts another effect on behalf of this one.
    let start: @Sendable (Effect<Action>) -> Void

    /// Dispatches an action whose cause is the reduction that started this effect.
    public func callAsFunction(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
        deliver(action, CallSite(fileID, line))
    }

    func map<Part: Sendable>(_ transform: @escaping @Sendable (Part) -> Action) -> Send<Part> {
        Send<Part>(deliver: { part, site in deliver(transform(part), site) }, start: { effect in start(effect.map(transform)) })
    }
}
