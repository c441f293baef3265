package import RewindRendering

/// The screen for a state: exactly `size.rows` lines of at most `size.columns` columns.
///
/// In a replay, whose progress is shown in the last row, the page's keys do not work; nor do they while the app is paused from outside.
package func render(_ state: AppState, size: ScreenSize = .standard, replay: String? = nil, isPaused: Bool = false) -> [Line] {
    var page: Page =
        switch state.navigation.current {
        case .splash: splashPage(size)
        case .home: homePage(state.home, isSignedIn: state.session != nil, notice: state.comments.notice)
        case .search: searchPage(state.search)
        case .details: detailsPage(state, size)
        case .signIn: signInPage(state.signIn)
        }
    if let replay { page.keys = "\(replay)  q leave" }
    if isPaused {
        page.alert = Line(" Paused through Rewind: keys are refused.", .name)
        page.title += "  paused"
        page.keys = "'resume', or the end of 'rewind play', goes on  C-c quit"
    }
    return page.fitted(to: size, user: state.session?.user)
}

private func splashPage(_ size: ScreenSize) -> Page {
    let picture = ["┌───────────────┐", "│   EPISODES    │", "└──────┬─┬──────┘", "     ──┴─┴──     ", "", "what is on next"]
    let top = max(0, (size.rows - 5 - picture.count) / 2)
    let body = picture.map { Line(String(repeating: " ", count: max(0, (size.columns - DisplayWidth.of($0)) / 2)) + $0, .name) }
    return Page(title: "", body: Array(repeating: Line(), count: top) + body, keys: "any key goes on  q quit")
}
