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

    init(
        _ description: String, find condition: String, at place: String, in session: [AppAction],
        spoil: @escaping @Sendable (inout AppState, AppAction) -> Void
    ) { (self.description, self.condition, self.place, self.session, self.spoil) = (description, condition, place, session, spoil) }

    func reduce(_ state: inout AppState, _ action: AppAction) {
        _ = Self.app.reduce(&state, action)
        spoil(&state, action)
    }

    /// The number of the first step after which the state is not what it would be without the bug; `nil` if there is none.
    var firstSpoiledStep: Int? {
        var state = AppState()
        for (index, action) in session.enumerated() {
            var sound = state
            _ = Self.app.reduce(&sound, action)
            reduce(&state, action)
            if sound != state { return index + 1 }
        }
        return nil
    }

    private static let app = Reducer<AppState, AppAction>.app(AppDependencies(repository: NoRepository(), clock: ManualClock()))

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
        Bug("a home screen that goes on loading", find: ".home.episodes | length == 3", at: "/home/loading", in: home) {
            if case .home(.didReceive) = $1 { $0.home.loading = .loading }
        },
        Bug("a selection behind the last row", find: ".home.selection > 2", at: "/home/selection", in: home) {
            if case .home(.move) = $1, $0.home.selection == 2 { $0.home.selection = 3 }
        },
        Bug("an episode that is listed twice", find: ".home.episodes | length > 3", at: "/home/episodes", in: home) {
            if case .home(.move) = $1, $0.home.episodes.count == 3 { $0.home.episodes.append($0.home.episodes[0]) }
        },
        Bug("episodes that lose their season", find: ".home.episodes[0].season == 0", at: "/home/episodes/0/season", in: home) {
            if case .home(.move) = $1, !$0.home.episodes.isEmpty { $0.home.episodes[0].season = 0 }
        },
        Bug("a query that keeps three letters", find: ".search.query | length == 3", at: "/search/query", in: search) {
            if case .search(.setQuery(let query)) = $1, query.count > 3 { $0.search.query = String(query.prefix(3)) }
        },
        Bug(
            "an answer for another query is thrown away wrongly", find: #".search.loading | has("loaded")"#, at: "/search/results",
            in: search
        ) {
            if case .search(.didReceive(let query, _)) = $1, query == $0.search.query { $0.search.results = [] }
        },
        Bug("a search that selects nothing", find: ".search.selection < 0", at: "/search/selection", in: search) {
            if case .search(.didReceive(_, let results)) = $1, !results.isEmpty { $0.search.selection = -1 }
        },
        Bug(
            "a title that loses its capital at the search", find: ".search.results | length == 1", at: "/search/results/0/title", in: search
        ) {
            if case .search(.move) = $1, let first = $0.search.results.first, first.title.first?.isUppercase == true {
                $0.search.results[0].title = first.title.lowercased()
            }
        },
        Bug("a date of another form", find: ".home.episodes | length == 3", at: "/home/episodes/2/airs", in: home) {
            if case .home(.didReceive) = $1 { $0.home.episodes[2].airs = $0.home.episodes[2].airs.filter { $0 != "-" } }
        },
        Bug("a draft that grows a blank", find: ".comments.draft.text | length == 5", at: "/comments/draft", in: comments) {
            if case .comments(.setDraft(let text)) = $1, text.count == 4 { $0.comments.draft?.text += " " }
        },
        Bug("a post that is counted twice", find: ".comments.posting == 2", at: "/comments/posting", in: comments) {
            if case .comments(.post) = $1 { $0.comments.posting += 1 }
        },
        Bug("a comment of nobody", find: #".comments.comments | length == 3"#, at: "/comments/comments/2/author", in: comments) {
            if case .comments(.postDidFinish) = $1 { $0.comments.comments[2].author = "" }
        },
        Bug("an edit that never ends", find: ".comments.saving | length == 1", at: "/comments/saving", in: comments) {
            if case .comments(.editDidFinish(let id, _)) = $1 { $0.comments.saving.append(id) }
        },
        Bug(
            "an edit that goes to the author's other comment", find: ".comments.comments | length == 3", at: "/comments/comments/1/text",
            in: comments
        ) {
            if case .comments(.editDidFinish(let id, let text)) = $1, let edited = $0.comments.comments.first(where: { $0.id == id }),
                let other = $0.comments.comments.firstIndex(where: { $0.author == edited.author })
            {
                $0.comments.comments[other].text = text
            }
        },
        Bug("a comment that is sorted by its text", find: ".comments.comments[0].id == 106", at: "/comments/comments", in: comments) {
            // It depends on the order of two texts, which a pseudonym does not keep.
            if case .comments(.postDidFinish) = $1 { $0.comments.comments.sort { $0.text < $1.text } }
            if case .comments(.editDidFinish) = $1 { $0.comments.comments.sort { $0.text < $1.text } }
        },
        Bug("a sign-in that forgets the name", find: ".signIn.loading | has(\"failed\")", at: "/signIn/name", in: signIn) {
            if case .signIn(.didFail) = $1 { $0.signIn.name = "" }
        },
        Bug("a user whose name is not the one who signed in", find: ".session != null", at: "/session/user", in: signIn) {
            if case .session(.didBegin(let session)) = $1, session.user == $0.signIn.name || $0.signIn.name.isEmpty {
                $0.session?.user = session.user + session.user
            }
        },
        Bug("a session that ends at the next key", find: ".session == null", at: "/session", in: signIn) {
            if case .home(.move) = $1, $0.session != nil { $0.session = nil }
        },
    ]

    /// Bugs by which the app dies.
    static let crashes: [Bug] = [
        Bug(
            "a comment deleted while its edit is on the way", find: ".comments.deleting | length == 1", at: "/comments/deleting",
            in: comments + [
                .comments(.edit(id: 107, text: "Again")), .comments(.delete(id: 107)), .comments(.deleteDidFinish(id: 107)),
                .comments(.editDidFinish(id: 107, text: "Again")),
            ]
        ) { _, _ in },
        Bug("the fourth letter of a query", find: ".search.query | length == 3", at: "/search/query", in: search) {
            if case .search(.setQuery(let query)) = $1 { precondition(Array(query).count < 4) }
        },
    ]
}
