import RewindStore

extension Reducer where State == HomeState, Action == HomeAction {
    static func home(_ dependencies: AppDependencies) -> Reducer {
        Reducer { state, action in
            switch action {
            case .load:
                state.loading = .loading
                return .run({ send in send(.didReceive(try await dependencies.repository.upcoming())) }, catch: { .didFail("\($0)") })
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

/// The list of upcoming episodes.
package struct HomeState: Codable, Sendable, Equatable {
    package var episodes: [Episode] = []
    package var loading = Loading.idle
    package var selection = 0

    var selected: Episode? { episodes.indices.contains(selection) ? episodes[selection] : nil }
}

package enum HomeAction: Codable, Sendable, Equatable {
    case load
    case didReceive([Episode])
    case didFail(String)
    /// Moves the selection by a number of rows.
    case move(Int)
}
