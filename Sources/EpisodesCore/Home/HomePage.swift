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
