/// An episode as it appears in lists.
package struct Episode: Codable, Sendable, Equatable, Identifiable {
    package var id: Int
    package var show: String
    package var season: Int
    package var number: Int
    package var title: String
    /// The air date, such as `2026-11-23`.
    package var airs: String

    /// Season and number in the usual notation, such as `2x07`.
    var code: String { "\(season)x\(number < 10 ? "0" : "")\(number)" }
}

package struct EpisodeDetails: Codable, Sendable, Equatable {
    package var episode: Episode
    package var network: String
    package var summary: String
    package var guests: [String]
    package var rating: Double
}

/// A user's comment on an episode.
package struct Comment: Codable, Sendable, Equatable, Identifiable {
    package var id: Int
    package var author: String
    package var text: String
}
