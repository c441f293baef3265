import RewindCapture

/// A state that is not `Encodable`, to be recorded as a dump of its parts by their labels.
///
/// ```swift
/// let storeRecorder = recorder.store(initialState: DumpedState(state))
/// let step = storeRecorder.willReduce(action, from: DumpedState(state))
/// state = reducer(state, action)
/// storeRecorder.didReduce(step, to: DumpedState(state))
/// ```
///
/// People can read, search and compare such states, but no app can start from one. A dump has at most 2,000 parts on 24 levels, and texts
/// of up to 4 KiB; the rules apply as elsewhere. Where a state's bits differ from those of the one before, the recorder's thread walks both
/// with `Mirror`, at about three microseconds a part: some ten times what `JSONEncoder` takes for the same state. An `Encodable` struct of what matters, made from the state and passed to the same
/// calls, costs less and says more.
public struct DumpedState<Base: Sendable>: Encodable, Sendable {
    /// The state itself.
    var base: Base

    /// Wraps a state; O(1).
    public init(_ base: Base) { self.base = base }

    /// Encodes the dump.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Dumped(base))
    }
}

/// A type of states that are dumps, and the type that they are dumped from.
protocol DumpingState { static var dumpedType: Any.Type { get } }

extension DumpedState: DumpingState { static var dumpedType: Any.Type { Base.self } }
