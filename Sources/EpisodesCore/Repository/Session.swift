/// What the server gave whoever signed in.
///
/// The tokens are secrets: a recording must not hold them.
package struct Session: Codable, Sendable, Equatable {
    package var user: String
    package var token: String
    package var refreshToken: String
}
