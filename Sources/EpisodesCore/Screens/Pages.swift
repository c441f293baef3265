import RewindRendering

/// The page with the upcoming episodes.
///
/// The notice belongs to a time without comments on the screen: when the comments are left, their notice goes with them.
func homePage(_ home: HomeState, isSignedIn: Bool, notice: String?) -> Page {
    var page = Page(title: "Upcoming", body: episodeRows(home.episodes, selection: home.selection), focus: home.selection, keys: "")
    page.keys = "↑↓ choose  enter open  / search  r reload  \(isSignedIn ? "o sign out" : "s sign in")  q quit"
    page.notice = notice.map { Line(" \($0)", .alarm) } ?? EpisodesCore.notice(for: home.loading, hint: "r loads again")
    return page
}

func searchPage(_ search: SearchState) -> Page {
    var page = Page(
        title: "Search", body: [Line(" ? ", .name) + Line(search.query + "▏"), Line()],
        keys: "type to search  ↑↓ choose  enter open  esc back")
    if search.loading == .loaded && search.results.isEmpty { page.body.append(Line(" Nothing found for “\(search.query)”.", .faint)) }
    page.body += episodeRows(search.results, selection: search.selection)
    page.focus = search.selection + 2
    page.notice = notice(for: search.loading, hint: "type on to search again")
    return page
}

func signInPage(_ form: SignInState) -> Page {
    func field(_ label: String, _ text: String, _ field: SignInState.Field) -> Line {
        let isFocused = form.focus == field
        return Line(isFocused ? " > " : "   ", .name) + Line(label, isFocused ? .strong : .faint) + Line(text + (isFocused ? "▏" : ""))
    }
    let hidden = String(repeating: "•", count: form.password.count)
    return Page(
        title: "Sign in",
        body: [
            Line(), field("Name      ", form.name, .name), field("Password  ", hidden, .password), Line(),
            Line("   Try ada and lovelace.", .faint),
        ],
        notice: notice(for: form.loading, hint: nil), keys: "tab other field  enter sign in  esc back")
}
