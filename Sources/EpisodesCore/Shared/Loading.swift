/// How far a request has come.
package enum Loading: Codable, Sendable, Equatable {
    case idle, loading, loaded
    case failed(String)
}
