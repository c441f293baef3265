/// The shape of ``bundledJSON``.
struct BundledData: Decodable, Sendable {
    var shows: [Show]
    var comments: [BundledComment]
}

struct BundledComment: Decodable, Sendable {
    var id: Int
    var episode: Int
    var author: String
    var text: String

    var comment: Comment { Comment(id: id, author: author, text: text) }
}

struct Show: Decodable, Sendable {
    struct Part: Decodable, Sendable {
        var id: Int
        var season: Int
        var number: Int
        var title: String
        var airs: String
        var rating: Double
        var guests: [String]
        var summary: String
    }

    var title: String
    var network: String
    var episodes: [Part]

    /// The episodes as they appear in lists.
    var listed: [Episode] { episodes.map(listing) }

    func details(of id: Int) -> EpisodeDetails? {
        episodes.first { $0.id == id }.map { part in
            EpisodeDetails(episode: listing(part), network: network, summary: part.summary, guests: part.guests, rating: part.rating)
        }
    }

    private func listing(_ part: Part) -> Episode {
        Episode(id: part.id, show: title, season: part.season, number: part.number, title: part.title, airs: part.airs)
    }
}
