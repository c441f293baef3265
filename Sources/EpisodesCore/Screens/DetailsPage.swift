import RewindRendering

/// The page with an episode's details, its comments, and the line for writing one.
func detailsPage(_ state: AppState, _ size: ScreenSize) -> Page {
    let comments = state.comments
    var page = Page(title: "Episode", body: [], keys: keys(for: state))
    if let details = state.details.details {
        page.title = details.episode.show
        page.body = facts(details, columns: size.columns)
    } else if state.details.loading == .loading {
        page.body = [Line(" loading …", .faint), Line()]
    }
    page.body.append(Line(" Comments", .strong) + Line(comments.loading == .loading ? "  loading …" : "", .faint))
    if comments.loading == .loaded && comments.comments.isEmpty { page.body.append(Line(" None yet.", .faint)) }
    page.focus = page.body.count + comments.selection
    page.body += comments.comments.enumerated().map { row, comment in
        line(for: comment, in: comments, isSelected: row == comments.selection)
    }
    if comments.posting > 0 { page.body.append(Line(" posting …", .faint)) }
    page.notice = notice(for: state)
    if comments.draft != nil { page.alert = comments.notice.map { Line(" \($0)", .alarm) } }
    return page
}

private func facts(_ details: EpisodeDetails, columns: Int) -> [Line] {
    let episode = details.episode
    var lines = [
        Line(" \(episode.title)", .strong),
        Line(" \(episode.code) on \(details.network), \(episode.airs), rated \(details.rating)", .faint),
        Line(),
    ]
    lines += Line(" \(details.summary)").hanging(1).wrapped(to: min(columns, 76) - 1)
    if !details.guests.isEmpty { lines.append(Line(" With \(details.guests.joined(separator: ", "))", .faint)) }
    lines.append(Line())
    return lines
}

private func line(for comment: Comment, in comments: CommentsState, isSelected: Bool) -> Line {
    var line = Line(isSelected ? " > " : "   ", .name)
    line.add("\(comment.author): ", isSelected ? .strong : .faint)
    line.add(comment.text)
    if comments.deleting.contains(comment.id) {
        line.add("  deleting …", .faint)
    } else if comments.saving.contains(comment.id) {
        line.add("  saving …", .faint)
    }
    return line
}

private func notice(for state: AppState) -> Line {
    if let draft = state.comments.draft {
        return Line(draft.comment == nil ? " New comment: " : " Edit: ", .name) + Line(draft.text + "▏")
    }
    if let notice = state.comments.notice { return Line(" \(notice)", .alarm) }
    if case .failed = state.details.loading { return EpisodesCore.notice(for: state.details.loading, hint: "r loads again") }
    return EpisodesCore.notice(for: state.comments.loading, hint: "r loads again")
}

private func keys(for state: AppState) -> String {
    if state.comments.draft != nil { return "enter send  esc discard" }
    return state.session == nil
        ? "↑↓ choose  r reload  s sign in to comment  esc back" : "↑↓ choose  c comment  e edit  x delete  r reload  esc back"
}
