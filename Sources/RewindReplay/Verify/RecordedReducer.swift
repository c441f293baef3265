package import RewindValue

/// What runs an app's reducer on recorded actions: a host process, or the app's own store.
///
/// It has one state at a time, that of the store it was given last.
package protocol RecordedReducer {
    /// Why it can't be used at all.
    associatedtype Failure: Error

    /// Begins in a recorded state.
    ///
    /// - Parameter step: the step after which the store had the state.
    mutating func load(_ state: JSONValue, of store: String, after step: Int) throws(Failure) -> LoadedState

    /// Begins in a state that it gave itself, or that it encodes in the same way.
    mutating func resume(_ state: JSONValue, of store: String) throws(Failure)

    /// Reduces the actions of steps, one after the other.
    ///
    /// - Parameter goesOn: whether those that it does not reduce are reduced next, unless a state is taken before; it may begin with them.
    /// - Returns: what the first came to, and as many of the others as it likes; after one that is no change, none is reduced. After a crash
    ///   it has no state.
    mutating func reduce(_ steps: ArraySlice<Step>, of store: String, goesOn: Bool) throws(Failure) -> [ReducedStep]

    /// Reduces the action of a step again and again, where the process, and what surrounds it, is another each time.
    ///
    /// Its own state is unknown afterwards.
    ///
    /// - Parameters:
    ///   - state: the state before the step.
    ///   - reached: the state that it reached.
    /// - Returns: how another state was reached, as a clause; `nil` if none was.
    mutating func reduceDifferently(_ step: Step, of store: String, from state: JSONValue, reached: JSONValue) throws(Failure) -> String?
}

extension RecordedReducer {
    package mutating func resume(_ state: JSONValue, of store: String) throws(Failure) { _ = try load(state, of: store, after: 0) }

    /// Reduces the actions of steps, after which anything may come.
    package mutating func reduce(_ steps: ArraySlice<Step>, of store: String) throws(Failure) -> [ReducedStep] {
        try reduce(steps, of: store, goesOn: false)
    }
}

package enum LoadedState: Sendable, Equatable {
    /// It encodes the state in this way: as it was recorded, unless its types have changed.
    case loaded(JSONValue)
    /// Its types do not decode the state, for this reason.
    case undecodable(String)
}

/// What reducing an action again came to.
package enum ReducedStep: Sendable, Equatable {
    /// The state changed by this patch.
    case patch(JSONPatch)
    case state(JSONValue)
    /// The action does not decode, for this reason.
    case undecodable(String)
    /// The reducer ended its process, or did not come back: at the step, if it was the only one to reduce, else at one of them.
    case crashed(ReducerCrash)
}
