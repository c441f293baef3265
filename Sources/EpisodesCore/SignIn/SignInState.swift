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

package enum SessionAction: Codable, Sendable, Equatable {
    case didBegin(Session)
    case didRefresh(Session)
    case signOut
}
