import RewindRendering

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
