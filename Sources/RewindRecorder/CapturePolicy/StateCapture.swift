/// Of which steps the recorder takes the state.
///
/// Every action is recorded in any case, and a host that has the app's reducer can compute the states between. Where a store returns a new
/// state from each step, taking all of them is free. A store that changes its state in place is another matter: while the recorder holds a
/// state, the next write has to copy what it touches, so `everyStep` costs such a store a copy at every step. The other policies do not hold a
/// state between those they take; a change from outside is then found only if it shows in the state's own stored properties (a change inside
/// an array's elements does not, nor any in a state with references), or is told with ``StoreRecorder/didReplace(with:)``. What is not found
/// counts to the step before it.
public enum StateCapture: Sendable, Equatable {
    /// Each step's.
    case everyStep
    /// Of each store, that of every so many-th step.
    case every(Int)
    /// The one before a pause: a tenth of a second without an action of this store, or longer. It is taken when the next action comes.
    case whenIdle
    /// The one at the end of each segment, so that every segment begins with a keyframe; 10,000 steps at most apart.
    case keyframesOnly

    /// What is a pause for ``whenIdle``, in nanoseconds.
    static let pause = 100_000_000

    /// What the manifest says of it; `nil` where each state is there.
    var described: String? {
        switch self {
        case .everyStep: nil
        case .every(let count): count > 1 ? "every \(count)" : nil
        case .whenIdle: "when idle"
        case .keyframesOnly: "keyframes only"
        }
    }
}
