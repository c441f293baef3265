/// A search for episodes that begins when the typing stops.
package struct SearchState: Codable, Sendable, Equatable {
    package var query = ""
    package var results: [Episode] = []
    package var loading = Loading.idle
    package var selection = 0

    var selected: Episode? { results.indices.contains(selection) ? results[selection] : nil }
}

package enum SearchAction: Codable, Sendable, Equatable {
    case setQuery(String)
    /// The user has stopped typing.
    case start
    case didReceive(query: String, results: [Episode])
    case didFail(query: String, message: String)
    case move(Int)
}
