/// Episodes, a row each.
func episodeRows(_ episodes: [Episode], selection: Int) -> [Line] {
    episodes.enumerated().map { row, episode in
        let text = " \(episode.airs)  \(episode.show.column(22))  \(episode.code.column(5))  \(episode.title)"
        return Line(text, row == selection ? .selected : .plain)
    }
}

/// What is said of a request that is under way or has failed.
func notice(for loading: Loading, hint: String?) -> Line {
    switch loading {
    case .idle, .loaded: Line()
    case .loading: Line(" loading …", .dim)
    case .failed(let message): Line(" \(message)", .error) + Line(hint.map { " (\($0))" } ?? "", .dim)
    }
}

extension String {
    /// The text in a column of that width.
    fileprivate func column(_ width: Int) -> String { Line(self).clipped(to: width).padded(to: width).plainText }
}
