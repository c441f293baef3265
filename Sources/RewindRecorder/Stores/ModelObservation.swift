import Observation

/// The observation of an `@Observable` model: each change that no action made is recorded as a step `@@EXTERNAL`.
///
/// ``StoreRecorder/observe(_:)`` makes it; it ends when it is cancelled or released.
@MainActor public final class ModelObservation {
    private let readAndRecord: (_ cause: Cause?, _ willChange: @escaping @Sendable () -> Void) -> Void
    private var isActive = true

    init<State>(_ storeRecorder: StoreRecorder<State>, _ state: @escaping @MainActor () -> State) {
        readAndRecord = { cause, willChange in
            storeRecorder.didReplace(with: withObservationTracking(state, onChange: willChange), cause: cause)
        }
        record(cause: nil)
    }

    /// Records nothing from now on.
    public func cancel() { isActive = false }

    /// Records the state, and asks to be called again when it changes.
    ///
    /// That call comes before the change, on the thread that makes it: only the cause is known then. The state is recorded in the next
    /// turn.
    private func record(cause: Cause?) {
        guard isActive else { return }
        readAndRecord(cause) { [weak self] in
            let cause = Cause.current
            Task { @MainActor in self?.record(cause: cause) }
        }
    }
}

extension StoreRecorder {
    /// Records the changes of an `@Observable` model that no action makes: bindings, effects that write into it.
    ///
    /// ```swift
    /// let storeRecorder = recorder.store(initialState: model.snapshot)   // a struct of what matters in the model
    /// let observation = storeRecorder.observe { model.snapshot }
    /// ```
    ///
    /// Changes in the same turn of the main actor make one step. A change that an action made is that action's, if the calls around it
    /// report the same state; it is not recorded twice.
    ///
    /// - Parameter state: reads the model; what it reads is observed. Called on the main actor after each change.
    /// - Returns: the observation, which lasts as long as it is kept.
    @MainActor public func observe(_ state: @escaping @MainActor () -> State) -> ModelObservation { ModelObservation(self, state) }
}
