import RewindStore

/// The ids that cancel effects of the details.
enum DetailsEffect { case request }

extension Reducer where State == DetailsState, Action == DetailsAction {
    static func details(_ dependencies: AppDependencies) -> Reducer {
        return Reducer { state, action in
            switch action {
            case .load(let episode):
                if state.episode != episode { state = DetailsState(episode: episode) }
                state.loading = .loading
                return .run(
                    { send in send(.didReceive(try await dependencies.repository.details(of: episode))) }, catch: { .didFail("\($0)") }
                )
                .cancellable(id: DetailsEffect.request, cancelInFlight: true)
            case .didReceive(let details):
                state.loading = .loaded
                state.details = details
            case .didFail(let message):
                state.loading = .failed(message)
            }
            return .none
        }
    }
}

/// The details of the episode on the screen.
package struct DetailsState: Codable, Sendable, Equatable {
    package var episode: Int?
    package var details: EpisodeDetails?
    package var loading = Loading.idle
}

package enum DetailsAction: Codable, Sendable, Equatable {
    case load(Int)
    case didReceive(EpisodeDetails)
    case didFail(String)
}
