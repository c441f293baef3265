/// The session that the server gave a user after signing in.
///
/// The tokens are secrets, which a recording must not contain.
package struct Session: Codable, Sendable, Equatable {
    package var user: String
    package var token: String
    package var refreshToken: String
}
