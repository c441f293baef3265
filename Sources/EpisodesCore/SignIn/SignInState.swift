/// The form that asks for name and password.
package struct SignInState: Codable, Sendable, Equatable {
    package enum Field: String, Codable, Sendable { case name, password }

    package var name = ""
    package var password = ""
    package var focus = Field.name
    package var loading = Loading.idle
}

package enum SignInAction: Codable, Sendable, Equatable {
    case setName(String)
    case setPassword(String)
    case focus(SignInState.Field)
    case submit
    case didFail(String)
}

/// What the server gave whoever signed in.
///
/// The tokens are secrets: a recording must not hold them.
package struct Session: Codable, Sendable, Equatable {
    package var user: String
    package var token: String
    package var refreshToken: String
}

package enum SessionAction: Codable, Sendable, Equatable {
    case didBegin(Session)
    case didRefresh(Session)
    case signOut
}
