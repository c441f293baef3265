/// How an effect gives its actions to the store: call it as a function, from any thread.
///
/// It does not keep the store alive; sent after the effect was cancelled or the store is gone, an action goes nowhere.
public struct Send<Action: Sendable>: Sendable {
    let deliver: @Sendable (_ action: Action, _ site: String) -> Void

    /// Dispatches an action whose cause is the reduction that started this effect.
    public func callAsFunction(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
        deliver(action, ActionContext.site(fileID, line))
    }

    func map<Part: Sendable>(_ transform: @escaping @Sendable (Part) -> Action) -> Send<Part> {
        Send<Part> { part, site in deliver(transform(part), site) }
    }
}
