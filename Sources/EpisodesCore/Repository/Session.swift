/// The session that the server gave a user after signing in.
///
/// A recording must not contain the tokens.
package struct Session: Codable, Sendable, Equatable {
    package var user: String
    package var token: String
    package var refreshToken: String
}
