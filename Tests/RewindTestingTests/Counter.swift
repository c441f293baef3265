import Rewind

struct CounterState: Codable, Sendable, Equatable {
    var total = 0
    var history: [Int] = []
}

enum CounterAction: Codable, Sendable {
    case add(Int)
    case reset
}

@Sendable func countingReducer(_ state: inout CounterState, _ action: CounterAction) {
    switch action {
    case .add(let number):
        state.total += number
        state.history.append(number)
    case .reset: state = CounterState()
    }
}

/// A small store of an app's own.
final class CounterStore: ReplayableStore {
    private(set) var state = CounterState()
    private let storeRecorder: StoreRecorder<CounterState>
    private let reducer: @Sendable (inout CounterState, CounterAction) -> Void

    init(recorder: Recorder, reducer: @escaping @Sendable (inout CounterState, CounterAction) -> Void = countingReducer) {
        (storeRecorder, self.reducer) = (recorder.store(initialState: CounterState()), reducer)
    }

    func send(_ action: CounterAction) {
        storeRecorder.reduce(action, in: &state) { [reducer] state, action in reducer(&state, action) }
    }

    func replaceState(_ state: CounterState) { self.state = state }
    func replay(_ action: CounterAction, of step: Step) { reducer(&state, action) }
    func didReplaceState(site: CallSite) { storeRecorder.didReplace(with: state, site: site) }
}
