/// The shape of ``bundledJSON``.
struct BundledData: Decodable, Sendable {
    var episodes: [EpisodeDetails]
    var comments: [BundledComment]
}

struct BundledComment: Decodable, Sendable {
    var id: Int
    var episode: Int
    var author: String
    var text: String

    var comment: Comment { Comment(id: id, author: author, text: text) }
}
