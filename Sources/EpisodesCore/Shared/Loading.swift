/// The progress of a request.
package enum Loading: Codable, Sendable, Equatable {
    case idle, loading, loaded
    case failed(String)
}
