import RewindStore

/// The ids that cancel effects of the search.
enum SearchEffect { case pause, request }

extension Reducer where State == SearchState, Action == SearchAction {
    static func search(_ dependencies: AppDependencies) -> Reducer {
        return Reducer { state, action in
            switch action {
            case .setQuery(let query):
                state.query = query
                guard !query.isEmpty else {
                    state = SearchState()
                    return .merge(.cancel(id: SearchEffect.pause), .cancel(id: SearchEffect.request))
                }
                state.loading = .loading
                return .merge(
                    .cancel(id: SearchEffect.request),
                    .send(.start).debounce(id: SearchEffect.pause, for: dependencies.debounce, clock: dependencies.clock))
            case .start:
                let query = state.query
                state.loading = .loading
                return .run(
                    { send in send(.didReceive(query: query, results: try await dependencies.repository.episodes(matching: query))) },
                    catch: { .didFail(query: query, message: "\($0)") }
                )
                .cancellable(id: SearchEffect.request, cancelInFlight: true)
            case .didReceive(let query, let results) where query == state.query:
                state.loading = .loaded
                state.results = results
                state.selection = 0
            case .didFail(let query, let message) where query == state.query:
                state.loading = .failed(message)
            case .move(let rows):
                state.selection = state.selection.moved(by: rows, within: state.results.count)
            case .didReceive, .didFail: break  // a response to an older query
            }
            return .none
        }
    }
}

/// A search for episodes that begins when the typing stops.
package struct SearchState: Codable, Sendable, Equatable {
    package var query = ""
    package var results: [Episode] = []
    package var loading = Loading.idle
    package var selection = 0

    var selected: Episode? { results.indices.contains(selection) ? results[selection] : nil }
}

package enum SearchAction: Codable, Sendable, Equatable {
    case setQuery(String)
    /// The user has stopped typing.
    case start
    case didReceive(query: String, results: [Episode])
    case didFail(query: String, message: String)
    case move(Int)
}
