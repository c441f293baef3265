/// The accounts that may sign in.
let accounts = ["ada": "lovelace", "grace": "hopper"]

struct ServerState: Sendable {
    var comments: [BundledComment]
    /// The users by refresh token.
    var users: [String: String] = [:]

    private var sessions: [String: (user: String, usesLeft: Int)] = [:]
    private var counts: [String: Int] = [:]
    private var random: SeededGenerator

    init(comments: [BundledComment], random: SeededGenerator) { (self.comments, self.random) = (comments, random) }

    /// The number of earlier requests of a kind; counts this one.
    mutating func noteRequest(ofKind kind: String) -> Int {
        defer { counts[kind, default: 0] += 1 }
        return counts[kind, default: 0]
    }

    /// Creates a session whose token is valid for four requests.
    mutating func beginSession(for user: String) -> Session {
        let session = Session(user: user, token: "tok-" + randomText(), refreshToken: "ref-" + randomText())
        sessions[session.token] = (user, 4)
        users[session.refreshToken] = user
        return session
    }

    /// The user of a token; uses up one of its requests.
    mutating func spendUse(of token: String) throws -> String {
        guard let session = sessions[token], session.usesLeft > 0 else { throw RepositoryError.tokenExpired }
        sessions[token]?.usesLeft -= 1
        return session.user
    }

    mutating func add(_ text: String, by user: String, to episode: Int) -> Comment {
        let id = (comments.map(\.id).max() ?? 0) + 1
        comments.append(BundledComment(id: id, episode: episode, author: user, text: text))
        return Comment(id: id, author: user, text: text)
    }

    func index(of comment: Int, writtenBy user: String) throws -> Int {
        guard let index = comments.firstIndex(where: { $0.id == comment }) else { throw RepositoryError.unknownComment(comment) }
        guard comments[index].author == user else { throw RepositoryError.notYours }
        return index
    }

    private mutating func randomText() -> String { String(random.next(), radix: 36) + String(random.next(), radix: 36) }
}
