/// The page with an episode's details, its comments, and the line for writing one.
func detailsPage(_ state: AppState, _ size: ScreenSize) -> Page {
    let comments = state.comments
    var page = Page(title: "Episode", body: [], keys: keys(for: state))
    if let details = state.details.details {
        page.title = details.episode.show
        page.body = facts(details, columns: size.columns)
    } else if state.details.loading == .loading {
        page.body = [Line(" loading …", .dim), Line()]
    }
    page.body.append(Line(" Comments", .bold) + Line(comments.loading == .loading ? "  loading …" : "", .dim))
    if comments.loading == .loaded && comments.comments.isEmpty { page.body.append(Line(" None yet.", .dim)) }
    page.focus = page.body.count + comments.selection
    page.body += comments.comments.enumerated().map { row, comment in
        line(for: comment, in: comments, isSelected: row == comments.selection)
    }
    if comments.posting > 0 { page.body.append(Line(" posting …", .dim)) }
    page.notice = notice(for: state)
    if comments.draft != nil { page.alert = comments.notice.map { Line(" \($0)", .error) } }
    return page
}

private func facts(_ details: EpisodeDetails, columns: Int) -> [Line] {
    let episode = details.episode
    var lines = [
        Line(" \(episode.title)", .bold),
        Line(" \(episode.code) on \(details.network), \(episode.airs), rated \(details.rating)", .dim),
        Line(),
    ]
    lines += details.summary.wrapped(to: min(columns, 76) - 2).map { Line(" \($0)") }
    if !details.guests.isEmpty { lines.append(Line(" With \(details.guests.joined(separator: ", "))", .dim)) }
    lines.append(Line())
    return lines
}

private func line(for comment: Comment, in comments: CommentsState, isSelected: Bool) -> Line {
    var line = Line(isSelected ? " > " : "   ", .accent)
    line.append("\(comment.author): ", isSelected ? .bold : .dim)
    line.append(comment.text)
    if comments.deleting.contains(comment.id) {
        line.append("  deleting …", .dim)
    } else if comments.saving.contains(comment.id) {
        line.append("  saving …", .dim)
    }
    return line
}

private func notice(for state: AppState) -> Line {
    if let draft = state.comments.draft {
        return Line(draft.comment == nil ? " New comment: " : " Edit: ", .accent) + Line(draft.text + "▏")
    }
    if let notice = state.comments.notice { return Line(" \(notice)", .error) }
    if case .failed = state.details.loading { return EpisodesCore.notice(for: state.details.loading, hint: "r loads again") }
    return EpisodesCore.notice(for: state.comments.loading, hint: "r loads again")
}

private func keys(for state: AppState) -> String {
    if state.comments.draft != nil { return "enter send  esc discard" }
    return state.session == nil
        ? "↑↓ choose  r reload  s sign in to comment  esc back" : "↑↓ choose  c comment  e edit  x delete  r reload  esc back"
}
