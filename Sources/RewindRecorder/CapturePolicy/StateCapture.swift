/// The steps whose state the recorder takes.
///
/// Every action is recorded in any case, and a host that has the app's reducer can compute the states between. If a store returns a new
/// state from each step, taking all of them is free. A store that changes its state in place is different: while the recorder holds a
/// state, the next write has to copy what it touches, so `everyStep` costs such a store a copy at every step. The other policies hold no
/// state between those they take. A change from outside is then found only if it shows in the state's own stored properties (a change
/// inside an array's elements does not, nor does any in a state with references), or if ``StoreRecorder/didReplace(with:cause:site:)``
/// reports it. A change that is not found counts as the previous step's.
public enum StateCapture: Sendable, Equatable {
    /// The state after each step.
    case everyStep
    /// For each store, the state after every n-th of its steps.
    case every(Int)
    /// The state before a pause of a tenth of a second or longer without an action of this store; it is taken when the next action comes.
    case whenIdle
    /// The state at the end of each segment, so that every segment begins with a keyframe; at most 10,000 steps apart.
    case keyframesOnly

    /// The length of a pause for ``whenIdle``, in nanoseconds.
    static let pause = 100_000_000

    /// The policy's entry in the manifest; `nil` if every state is captured.
    var described: String? {
        switch self {
        case .everyStep: nil
        case .every(let count): count > 1 ? "every \(count)" : nil
        case .whenIdle: "when idle"
        case .keyframesOnly: "keyframes only"
        }
    }
}
