func episodeRows(_ episodes: [Episode], selection: Int) -> [Line] {
    episodes.enumerated().map { row, episode in
        let text = " \(episode.airs)  \(episode.show.column(22))  \(episode.code.column(5))  \(episode.title)"
        return Line(text, row == selection ? .selected : .plain)
    }
}

/// The notice for a request that is in progress or has failed.
func notice(for loading: Loading, hint: String?) -> Line {
    switch loading {
    case .idle, .loaded: Line()
    case .loading: Line(" loading …", .dim)
    case .failed(let message): Line(" \(message)", .error) + Line(hint.map { " (\($0))" } ?? "", .dim)
    }
}

extension String {
    fileprivate func column(_ width: Int) -> String { Line(self).clipped(to: width).padded(to: width).plainText }
}
