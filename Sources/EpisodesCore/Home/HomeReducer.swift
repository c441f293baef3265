import RewindStore

extension Reducer where State == HomeState, Action == HomeAction {
    static func home(_ world: World) -> Reducer {
        Reducer { state, action in
            switch action {
            case .load:
                state.loading = .loading
                return .run({ send in send(.didReceive(try await world.repository.upcoming())) }, catch: { .didFail("\($0)") })
            case .didReceive(let episodes):
                state.loading = .loaded
                state.episodes = episodes
                state.selection = state.selection.moved(by: 0, within: episodes.count)
            case .didFail(let message):
                state.loading = .failed(message)
            case .move(let rows):
                state.selection = state.selection.moved(by: rows, within: state.episodes.count)
            }
            return .none
        }
    }
}

extension Int {
    /// This row of a list moved up or down, as far as the list goes.
    func moved(by rows: Int, within count: Int) -> Int { Swift.max(0, Swift.min(self + rows, count - 1)) }
}
