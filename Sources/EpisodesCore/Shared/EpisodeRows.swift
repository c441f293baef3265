import RewindRendering

/// The progress of a request.
package enum Loading: Codable, Sendable, Equatable {
    case idle, loading, loaded
    case failed(String)
}

func episodeRows(_ episodes: [Episode], selection: Int) -> [Line] {
    episodes.enumerated().map { row, episode in
        let isSelected = row == selection
        let text = "\(isSelected ? " > " : "   ")\(episode.airs)  \(episode.show.column(22))  \(episode.code.column(5))  \(episode.title)"
        return Line(text, isSelected ? .strong : .plain)
    }
}

/// The notice for a request that is in progress or has failed.
func notice(for loading: Loading, hint: String?) -> Line {
    switch loading {
    case .idle, .loaded: Line()
    case .loading: Line(" loading …", .faint)
    case .failed(let message): Line(" \(message)", .alarm) + Line(hint.map { " (\($0))" } ?? "", .faint)
    }
}

extension String {
    fileprivate func column(_ width: Int) -> String { DisplayWidth.padded(Line(self).cut(to: width).text, to: width) }
}

extension Int {
    /// The index moved up or down, within the bounds of a list.
    func moved(by rows: Int, within count: Int) -> Int { Swift.max(0, Swift.min(self + rows, count - 1)) }
}
