/// An error in a store that no caller can catch; it goes to the `onError` function that the store was made with.
public enum StoreError: Error, CustomStringConvertible {
    /// An effect threw an error and had no `catch:`; `site` is where the effect was made, `cause` the step that started it.
    case effectFailed(any Error, site: CallSite, cause: Cause?)
    /// More actions were dispatched from inside one turn than the limit allows; these are the names that repeat, in order.
    case dispatchLoop(cycle: [String], limit: Int)

    /// What failed, and what to do next.
    public var description: String {
        switch self {
        case .effectFailed(let error, let site, let cause):
            "The effect of \(site)\(cause.map { ", started by \($0)," } ?? "") failed: \(error). "
                + "Give it a catch: that turns its errors into actions."
        case .dispatchLoop(let cycle, let limit):
            "The dispatch loop \(cycle.joined(separator: " → ")) → … was broken after \(limit) actions in one turn; what it dispatched next was "
                + "refused. Look for the middleware, subscriber or effect that answers the last of them with the first, or set a higher loopLimit."
        }
    }
}
