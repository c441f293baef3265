/// The list of upcoming episodes.
package struct HomeState: Codable, Sendable, Equatable {
    package var episodes: [Episode] = []
    package var loading = Loading.idle
    package var selection = 0

    var selected: Episode? { episodes.indices.contains(selection) ? episodes[selection] : nil }
}

package enum HomeAction: Codable, Sendable, Equatable {
    case load
    case didReceive([Episode])
    case didFail(String)
    /// Moves the selection by a number of rows.
    case move(Int)
}
