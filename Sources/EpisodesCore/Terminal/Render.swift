/// The screen for a state: exactly `size.rows` lines of at most `size.columns` columns.
///
/// In a replay, whose words then stand in the last row, none of a page's keys works.
package func render(_ state: AppState, size: ScreenSize = .standard, replay: String? = nil) -> [Line] {
    var page: Page =
        switch state.navigation.current {
        case .splash: splashPage(size)
        case .home: homePage(state.home, isSignedIn: state.session != nil, notice: state.comments.notice)
        case .search: searchPage(state.search)
        case .details: detailsPage(state, size)
        case .signIn: signInPage(state.signIn)
        }
    if let replay { page.keys = "\(replay)  q leave" }
    return page.fitted(to: size, user: state.session?.user)
}

private func splashPage(_ size: ScreenSize) -> Page {
    let picture = ["┌───────────────┐", "│   EPISODES    │", "└──────┬─┬──────┘", "     ──┴─┴──     ", "", "what is on next"]
    let top = max(0, (size.rows - 5 - picture.count) / 2)
    let body = picture.map { Line(String(repeating: " ", count: max(0, (size.columns - $0.width) / 2)) + $0, .accent) }
    return Page(title: "", body: Array(repeating: Line(), count: top) + body, keys: "any key goes on  q quit")
}

/// The notice is one that came before any comments were there: leaving them takes theirs along.
private func homePage(_ home: HomeState, isSignedIn: Bool, notice: String?) -> Page {
    var page = Page(title: "Upcoming", body: episodeRows(home.episodes, selection: home.selection), focus: home.selection, keys: "")
    page.keys = "↑↓ choose  enter open  / search  r reload  \(isSignedIn ? "o sign out" : "s sign in")  q quit"
    page.notice = notice.map { Line(" \($0)", .error) } ?? EpisodesCore.notice(for: home.loading, hint: "r loads again")
    return page
}

private func searchPage(_ search: SearchState) -> Page {
    var page = Page(
        title: "Search", body: [Line(" ? ", .accent) + Line(search.query + "▏"), Line()],
        keys: "type to search  ↑↓ choose  enter open  esc back")
    if search.loading == .loaded && search.results.isEmpty { page.body.append(Line(" Nothing found for “\(search.query)”.", .dim)) }
    page.body += episodeRows(search.results, selection: search.selection)
    page.focus = search.selection + 2
    page.notice = notice(for: search.loading, hint: "type on to search again")
    return page
}

private func signInPage(_ form: SignInState) -> Page {
    func field(_ label: String, _ text: String, _ field: SignInState.Field) -> Line {
        let isFocused = form.focus == field
        return Line(isFocused ? " > " : "   ", .accent) + Line(label, isFocused ? .bold : .dim) + Line(text + (isFocused ? "▏" : ""))
    }
    let hidden = String(repeating: "•", count: form.password.count)
    return Page(
        title: "Sign in",
        body: [
            Line(), field("Name      ", form.name, .name), field("Password  ", hidden, .password), Line(),
            Line("   Try ada and lovelace.", .dim),
        ],
        notice: notice(for: form.loading, hint: nil), keys: "tab other field  enter sign in  esc back")
}

func episodeRows(_ episodes: [Episode], selection: Int) -> [Line] {
    episodes.enumerated().map { row, episode in
        let text = " \(episode.airs)  \(episode.show.column(22))  \(episode.code.column(5))  \(episode.title)"
        return Line(text, row == selection ? .selected : .plain)
    }
}

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
