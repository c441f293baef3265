import SmallFoundation
import Synchronization

/// A simulated server: it answers from bundled data after a delay, and sometimes fails.
///
/// The delay and the failure of a request depend on the seed, the kind of the request and the number of earlier requests of that kind, so
/// the same session always behaves the same.
package final class BundledRepository: EpisodesRepository {
    /// The behaviour of the server.
    package struct Conditions: Sendable {
        package var seed: UInt64 = 1
        /// The delay of a request.
        package var latency: ClosedRange<Duration> = .milliseconds(100) ... .milliseconds(600)
        /// The probability that a request fails, from 0 to 1.
        package var failureRate = 0.05

        package init() {}
    }

    private let conditions: Conditions
    private let clock: any Clock<Duration>
    private let episodes: [EpisodeDetails]
    private let state: Mutex<ServerState>

    /// Creates a server with the bundled episodes; throws `DecodingError` if they can't be decoded.
    package init(_ conditions: Conditions, clock: any Clock<Duration>) throws {
        self.conditions = conditions
        self.clock = clock
        let data = try JSONDecoder().decode(BundledData.self, from: Data(bundledJSON.utf8))
        episodes = data.episodes
        state = Mutex(ServerState(comments: data.comments, random: SeededGenerator(seed: conditions.seed, kind: "token", count: 0)))
    }

    /// Counts the request, waits for its delay, and fails if it should.
    ///
    /// An edit takes four times as long.
    private func exchange(_ kind: String, slowness: Int = 1) async throws {
        let count = state.withLock { $0.noteRequest(ofKind: kind) }
        var generator = SeededGenerator(seed: conditions.seed, kind: kind, count: count)
        let (shortest, longest) = (conditions.latency.lowerBound, conditions.latency.upperBound)
        let latency = shortest + (longest - shortest) * Double.random(in: 0...1, using: &generator)
        let fails = Double.random(in: 0..<1, using: &generator) < conditions.failureRate
        try await clock.sleep(for: latency * slowness)
        if fails { throw RepositoryError.unreachable }
    }

    // MARK: Reading

    package func upcoming() async throws -> [Episode] {
        try await exchange("upcoming")
        return episodes.map(\.episode).sorted { ($0.airs, $0.id) < ($1.airs, $1.id) }
    }

    package func episodes(matching query: String) async throws -> [Episode] {
        try await exchange("search")
        let words = query.lowercased().split(separator: " ")
        return episodes.map(\.episode).filter { episode in
            let text = "\(episode.show) \(episode.title)".lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    package func details(of episode: Int) async throws -> EpisodeDetails {
        try await exchange("details")
        guard let details = episodes.first(where: { $0.episode.id == episode }) else { throw RepositoryError.unknownEpisode(episode) }
        return details
    }

    package func comments(of episode: Int) async throws -> [Comment] {
        try await exchange("comments")
        return state.withLock { $0.comments.filter { $0.episode == episode }.map(\.comment) }
    }

    // MARK: Sessions

    package func signIn(name: String, password: String) async throws -> Session {
        try await exchange("sign-in")
        guard accounts[name] == password else { throw RepositoryError.wrongPassword }
        return state.withLock { $0.beginSession(for: name) }
    }

    package func refresh(_ refreshToken: String) async throws -> Session {
        try await exchange("refresh")
        return try state.withLock { state in
            guard let user = state.users[refreshToken] else { throw RepositoryError.signedOut }
            return state.beginSession(for: user)
        }
    }

    // MARK: Writing

    package func post(_ text: String, to episode: Int, token: String) async throws -> Comment {
        try await exchange("post")
        return try state.withLock { state in
            let user = try state.spendUse(of: token)
            return state.add(text, by: user, to: episode)
        }
    }

    /// Saves the text immediately, but responds much later, so that the comment can be deleted meanwhile.
    package func edit(_ comment: Int, text: String, token: String) async throws {
        try state.withLock { state in
            let index = try state.index(of: comment, writtenBy: state.spendUse(of: token))
            state.comments[index].text = text
        }
        try await exchange("edit", slowness: 4)
    }

    package func delete(_ comment: Int, token: String) async throws {
        try await exchange("delete")
        try state.withLock { state in
            let index = try state.index(of: comment, writtenBy: state.spendUse(of: token))
            state.comments.remove(at: index)
        }
    }
}

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
