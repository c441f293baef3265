/// The app's interface to the server.
///
/// Every request may throw a ``RepositoryError``.
package protocol EpisodesRepository: Sendable {
    func upcoming() async throws -> [Episode]
    func episodes(matching query: String) async throws -> [Episode]
    func details(of episode: Int) async throws -> EpisodeDetails
    func comments(of episode: Int) async throws -> [Comment]

    func signIn(name: String, password: String) async throws -> Session
    func refresh(_ refreshToken: String) async throws -> Session

    func post(_ text: String, to episode: Int, token: String) async throws -> Comment
    func edit(_ comment: Int, text: String, token: String) async throws
    func delete(_ comment: Int, token: String) async throws
}

/// The reason why a request failed, in words for the user.
package enum RepositoryError: Error, Equatable, CustomStringConvertible {
    case unreachable
    case unknownEpisode(Int)
    case unknownComment(Int)
    case notYours
    case wrongPassword
    case tokenExpired
    case signedOut

    package var description: String {
        switch self {
        case .unreachable: "The server did not answer. Try again."
        case .unknownEpisode(let id): "The server knows no episode \(id)."
        case .unknownComment(let id): "The server knows no comment \(id). Press r to reload."
        case .notYours: "Only who wrote a comment can change it."
        case .wrongPassword: "Wrong name or password. Try ada and lovelace."
        case .tokenExpired: "The session has expired."
        case .signedOut: "The session has ended. Sign in again."
        }
    }
}

/// The session that the server gave a user after signing in.
///
/// A recording must not contain the tokens.
package struct Session: Codable, Sendable, Equatable {
    package var user: String
    package var token: String
    package var refreshToken: String
}

/// The app's external dependencies: its server and its clock.
package struct AppDependencies: Sendable {
    package var repository: any EpisodesRepository
    package var clock: any Clock<Duration>
    /// The pause in typing after which a search begins.
    package var debounce = Duration.milliseconds(300)
    package var splash = Duration.milliseconds(800)

    package init(repository: any EpisodesRepository, clock: any Clock<Duration>) {
        (self.repository, self.clock) = (repository, clock)
    }
}
