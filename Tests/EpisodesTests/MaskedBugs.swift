import RewindStore
import TestSupport

@testable import EpisodesCore

/// A bug put into the app's reducer, the session that meets it, and how one asks for it.
struct Bug: Sendable, CustomStringConvertible {
    /// What is wrong.
    let description: String
    /// What `rewind find` is given.
    let condition: String
    /// What `rewind blame` and `rewind history` are given.
    let place: String
    let session: [AppAction]
    /// What the bug does, after the reducer.
    let spoil: @Sendable (inout AppState, AppAction) -> Void

    func reduce(_ state: inout AppState, _ action: AppAction) {
        _ = Self.app.reduce(&state, action)
        spoil(&state, action)
    }

    private static let app = Reducer<AppState, AppAction>.app(World(repository: NoRepository(), clock: ManualClock()))

    // MARK: Sessions

    static let episodes = [
        Episode(id: 11, show: "Office Hours", season: 2, number: 7, title: "The Stapler Summit", airs: "2026-11-23"),
        Episode(id: 12, show: "Dead Air", season: 1, number: 3, title: "Do Not Adjust Your Set", airs: "2026-11-24"),
        Episode(id: 13, show: "Night Bus to Orion", season: 4, number: 1, title: "Terminus", airs: "2026-12-01"),
    ]

    static let home: [AppAction] = [
        .navigation(.launch), .navigation(.splashDidEnd), .home(.load), .home(.didReceive(episodes)), .home(.move(1)), .home(.move(1)),
    ]
    static let search: [AppAction] =
        home + [.navigation(.open(.search))] + ["d", "de", "dea", "dead"].map { .search(.setQuery($0)) }
        + [.search(.start), .search(.didReceive(query: "dead", results: [episodes[1]])), .search(.move(1))]
    static let comments: [AppAction] =
        home + [
            .navigation(.open(.details(11))), .comments(.load(11)),
            .comments(
                .didReceive([
                    Comment(id: 101, author: "bob", text: "I knew it."), Comment(id: 106, author: "ada", text: "The cake!"),
                ])),
            .comments(.move(1)), .comments(.compose), .comments(.setDraft("M")), .comments(.setDraft("Mi")), .comments(.setDraft("Mine")),
            .comments(.post(text: "Mine")), .comments(.postDidFinish(Comment(id: 107, author: "ada", text: "Mine"))),
            .comments(.edit(id: 107, text: "Mine, edited")), .comments(.editDidFinish(id: 107, text: "Mine, edited")), .comments(.move(-1)),
        ]
    static let signIn: [AppAction] =
        home + [
            .navigation(.open(.signIn)), .signIn(.setName("Ada")), .signIn(.focus(.password)), .signIn(.setPassword("lovelace")),
            .signIn(.submit), .signIn(.didFail("The server is busy.")), .signIn(.submit),
            .session(.didBegin(Session(user: "Ada", token: "tok-1", refreshToken: "ref-1"))), .navigation(.back), .home(.move(-1)),
        ]

    // MARK: Bugs

    static let all: [Bug] = [
        Bug(
            description: "a home screen that goes on loading", condition: ".home.episodes | length == 3", place: "/home/loading",
            session: home
        ) {
            if case .home(.didReceive) = $1 { $0.home.loading = .loading }
        },
        Bug(description: "a selection behind the last row", condition: ".home.selection > 2", place: "/home/selection", session: home) {
            if case .home(.move) = $1, $0.home.selection == 2 { $0.home.selection = 3 }
        },
        Bug(
            description: "an episode that is listed twice", condition: ".home.episodes | length > 3", place: "/home/episodes", session: home
        ) {
            if case .home(.move) = $1, $0.home.episodes.count == 3 { $0.home.episodes.append($0.home.episodes[0]) }
        },
        Bug(
            description: "episodes that lose their season", condition: ".home.episodes[0].season == 0", place: "/home/episodes/0/season",
            session: home
        ) {
            if case .home(.move) = $1, !$0.home.episodes.isEmpty { $0.home.episodes[0].season = 0 }
        },
        Bug(
            description: "a query that keeps three letters", condition: ".search.query | length == 3", place: "/search/query",
            session: search
        ) {
            if case .search(.setQuery(let query)) = $1, query.count > 3 { $0.search.query = String(query.prefix(3)) }
        },
        Bug(
            description: "an answer for another query is thrown away wrongly", condition: #".search.loading | has("loaded")"#,
            place: "/search/results", session: search
        ) {
            if case .search(.didReceive(let query, _)) = $1, query == $0.search.query { $0.search.results = [] }
        },
        Bug(description: "a search that selects nothing", condition: ".search.selection < 0", place: "/search/selection", session: search) {
            if case .search(.didReceive(_, let results)) = $1, !results.isEmpty { $0.search.selection = -1 }
        },
        Bug(
            description: "a title that loses its capital at the search", condition: ".search.results | length == 1",
            place: "/search/results/0/title", session: search
        ) {
            if case .search(.move) = $1, let first = $0.search.results.first, first.title.first?.isUppercase == true {
                $0.search.results[0].title = first.title.lowercased()
            }
        },
        Bug(description: "a date of another form", condition: ".home.episodes | length == 3", place: "/home/episodes/2/airs", session: home)
        {
            if case .home(.didReceive) = $1 { $0.home.episodes[2].airs = $0.home.episodes[2].airs.filter { $0 != "-" } }
        },
        Bug(
            description: "a draft that grows a blank", condition: ".comments.draft.text | length == 5", place: "/comments/draft",
            session: comments
        ) {
            if case .comments(.setDraft(let text)) = $1, text.count == 4 { $0.comments.draft?.text += " " }
        },
        Bug(description: "a post that is counted twice", condition: ".comments.posting == 2", place: "/comments/posting", session: comments)
        {
            if case .comments(.post) = $1 { $0.comments.posting += 1 }
        },
        Bug(
            description: "a comment of nobody", condition: #".comments.comments | length == 3"#, place: "/comments/comments/2/author",
            session: comments
        ) {
            if case .comments(.postDidFinish) = $1 { $0.comments.comments[2].author = "" }
        },
        Bug(
            description: "an edit that never ends", condition: ".comments.saving | length == 1", place: "/comments/saving",
            session: comments
        ) {
            if case .comments(.editDidFinish(let id, _)) = $1 { $0.comments.saving.append(id) }
        },
        Bug(
            description: "an edit that goes to the author's other comment", condition: ".comments.comments | length == 3",
            place: "/comments/comments/1/text", session: comments
        ) {
            if case .comments(.editDidFinish(let id, let text)) = $1, let edited = $0.comments.comments.first(where: { $0.id == id }),
                let other = $0.comments.comments.firstIndex(where: { $0.author == edited.author })
            {
                $0.comments.comments[other].text = text
            }
        },
        Bug(
            description: "a comment that is sorted by its text", condition: ".comments.comments[0].id == 106", place: "/comments/comments",
            session: comments
        ) {
            // It depends on the order of two texts, which a pseudonym does not keep.
            if case .comments(.postDidFinish) = $1 { $0.comments.comments.sort { $0.text < $1.text } }
            if case .comments(.editDidFinish) = $1 { $0.comments.comments.sort { $0.text < $1.text } }
        },
        Bug(
            description: "a sign-in that forgets the name", condition: ".signIn.loading | has(\"failed\")", place: "/signIn/name",
            session: signIn
        ) {
            if case .signIn(.didFail) = $1 { $0.signIn.name = "" }
        },
        Bug(
            description: "a user whose name is not the one who signed in", condition: ".session != null", place: "/session/user",
            session: signIn
        ) {
            if case .session(.didBegin(let session)) = $1, session.user == $0.signIn.name || $0.signIn.name.isEmpty {
                $0.session?.user = session.user + session.user
            }
        },
        Bug(description: "a session that ends at the next key", condition: ".session == null", place: "/session", session: signIn) {
            if case .home(.move) = $1, $0.session != nil { $0.session = nil }
        },
    ]

    /// Bugs by which the app dies.
    static let crashes: [Bug] = [
        Bug(
            description: "a comment deleted while its edit is on the way", condition: ".comments.deleting | length == 1",
            place: "/comments/deleting",
            session: comments + [
                .comments(.edit(id: 107, text: "Again")), .comments(.delete(id: 107)), .comments(.deleteDidFinish(id: 107)),
                .comments(.editDidFinish(id: 107, text: "Again")),
            ]
        ) { _, _ in },
        Bug(description: "the fourth letter of a query", condition: ".search.query | length == 3", place: "/search/query", session: search)
        {
            if case .search(.setQuery(let query)) = $1 { precondition(Array(query).count < 4) }
        },
    ]
}
