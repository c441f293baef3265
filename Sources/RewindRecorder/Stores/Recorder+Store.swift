import RewindCapture
public import RewindFormat
import RewindValue

extension Recorder {
    /// The recorder of one store.
    ///
    /// Give every store of a process its own name; `main` is the usual one.
    ///
    /// The initial state is the recording's step 0 for this store, or, for a store made later, the state at the present step.
    public func store<State: Encodable & Sendable>(
        _ name: String = ActionLine.mainStore, initialState: State
    ) -> StoreRecorder<State> {
        StoreRecorder(core: core, name: core?.form.text(name, at: .store) ?? name, initialState: initialState)
    }
}
