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
