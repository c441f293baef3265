import RewindRecorder
import RewindStore
import RewindValue
import SmallFoundation
import TestSupport

@testable import EpisodesCore

/// The app's bundled server, which answers at once.
private struct Server: Sendable {
    let episodes: [EpisodeDetails]
    let comments: [BundledComment]

    init() throws {
        let data = try JSONDecoder().decode(BundledData.self, from: Data(bundledJSON.utf8))
        (episodes, comments) = (data.episodes, data.comments)
    }

    func upcoming() -> [Episode] { episodes.map(\.episode).sorted { ($0.airs, $0.id) < ($1.airs, $1.id) } }
    func comments(of episode: Int) -> [EpisodesCore.Comment] { comments.filter { $0.episode == episode }.map(\.comment) }
}

/// Episodes, with what a bug does after the reducer.
private func episodesApp(_ spoil: @escaping @Sendable (inout AppState, AppAction) -> Void = { _, _ in }) -> PlantedApp<AppState, AppAction>
{
    let reducer = Reducer<AppState, AppAction>.app(AppDependencies(repository: NoRepository(), clock: ManualClock()))
    return PlantedApp(name: "Episodes", initial: AppState(), idle: { .home(.move([1, 1, -1, 1, -1, -1][$0 % 6])) }) { state, action in
        switch action {
        case .comments(.editDidFinish(let id, _)) where !state.comments.comments.contains { $0.id == id }: throw WouldCrash()
        case .home(.move(let rows)), .search(.move(let rows)), .comments(.move(let rows)):
            guard (-1_000_000...1_000_000).contains(rows) else { throw WouldCrash() }
        default: break
        }
        _ = reducer.reduce(&state, action)
        spoil(&state, action)
    }
}

extension Tape where State == AppState, Action == AppAction {
    /// Launches the app, and has its list loaded; returns the server's answer.
    @discardableResult
    fileprivate func launch(_ server: Server, edit: (inout [Episode]) -> Void = { _ in }) throws -> Sent {
        let launch = try send(.navigation(.launch))
        let load = try send(.home(.load), by: launch)
        let loading = begin("home/load", by: load)
        let splash = begin("splash", by: launch)
        try answer(splash, .navigation(.splashDidEnd))
        var episodes = server.upcoming()
        edit(&episodes)
        return try answer(loading, .home(.didReceive(episodes)))
    }

    /// Opens an episode; returns the action that did, and the server's answers.
    @discardableResult
    fileprivate func open(
        _ server: Server, _ episode: Int, edit: (inout [EpisodesCore.Comment]) -> Void = { _ in }
    ) throws -> (open: Sent, details: Sent, comments: Sent) {
        let open = try send(.navigation(.open(.details(episode))))
        guard case .navigation(.open(.details(let episode))) = open.action else { throw NothingThere() }
        let details = begin("details/load", by: try send(.details(.load(episode)), by: open))
        let comments = begin("comments/load", by: try send(.comments(.load(episode)), by: open))
        let shown = try answer(details, .details(.didReceive(server.episodes.first { $0.episode.id == episode }.there())))
        var list = server.comments(of: episode)
        edit(&list)
        return (open, shown, try answer(comments, .comments(.didReceive(list))))
    }

    /// Signs in; returns the action that typed the name last, and the server's answer.
    @discardableResult
    fileprivate func signIn(as name: String) throws -> (name: Sent, session: Sent) {
        try send(.navigation(.open(.signIn)))
        for count in 1..<name.count { try send(.signIn(.setName(String(name.prefix(count))))) }
        let typed = try send(.signIn(.setName(name)))
        try send(.signIn(.focus(.password)))
        try send(.signIn(.setPassword("lovelace")))
        let request = begin("signIn/submit", by: try send(.signIn(.submit)))
        let session = Session(user: state.signIn.name, token: "tok-71", refreshToken: "ref-93")
        let began = try answer(request, .session(.didBegin(session)))
        try send(.navigation(.back), by: began)
        return (typed, began)
    }

    /// Types a text into the draft; returns the action that typed it last.
    fileprivate func type(_ text: String) throws -> Sent {
        for count in 1..<text.count { try send(.comments(.setDraft(String(text.prefix(count))))) }
        return try send(.comments(.setDraft(text)))
    }

    /// Posts the draft, and has the server answer with a comment of that text.
    @discardableResult
    fileprivate func post(id: Int) throws -> Sent {
        let post = try send(.comments(.post(text: state.comments.draft.there().text)))
        guard case .comments(.post(let text)) = post.action else { throw NothingThere() }
        return try answer(
            begin("comments/post", by: post),
            .comments(.postDidFinish(Comment(id: id, author: state.session?.user ?? "", text: text))))
    }

    /// Sends the draft of a comment that is being edited.
    fileprivate func save() throws -> (effect: EffectInProgress, answer: AppAction) {
        let draft = try state.comments.draft.there()
        let edit = try send(.comments(.edit(id: draft.comment.there(), text: draft.text)))
        guard case .comments(.edit(let id, let text)) = edit.action else { throw NothingThere() }
        return (begin("comments/edit", by: edit), .comments(.editDidFinish(id: id, text: text)))
    }
}

private let own = [Comment(id: 106, author: "ada", text: "The cake!"), Comment(id: 107, author: "ada", text: "And the candles.")]

extension Plant {
    static let episodes: [Plant] = [
        Plant(episodesApp(), .copy, "a draft has the server's mangled text") { tape in
            let server = try Server()
            try tape.launch(server)
            try tape.signIn(as: "ada")
            let opened = try tape.open(server, 11) { $0 = own + [Comment(id: 109, author: "ada", text: "Who\u{FFFD}s there?")] }
            try tape.idle(9)
            let editing = try tape.send(.comments(.beginEditing(109)))
            try tape.idle(5)
            return Asked(
                "/comments/draft/text",
                directly: [editing.before("/comments/comments/*/text"), editing.action("/comments/_0/beginEditing/_0")],
                from: opened.comments.action("/comments/_0/didReceive/_0/2/text"))
        },
        Plant(episodesApp(), .answer, "the session has the name as it was mistyped") { tape in
            try tape.launch(try Server())
            try tape.idle(7)
            let signedIn = try tape.signIn(as: "adda")
            try tape.idle(9)
            return Asked(
                "/session/user", directly: [signedIn.session.action("/session/_0/didBegin/_0/user")],
                from: signedIn.name.action("/signIn/_0/setName/_0"))
        },
        Plant(episodesApp(), .answer, "an edit's late answer brings back an older text") { tape in
            let server = try Server()
            try tape.launch(server)
            try tape.signIn(as: "ada")
            try tape.open(server, 11) { $0 = own }
            try tape.send(.comments(.beginEditing(107)))
            let older = try tape.type("Candels")
            let first = try tape.save()
            try tape.send(.comments(.beginEditing(107)))
            _ = try tape.type("Candles")
            let second = try tape.save()
            try tape.answer(second.effect, second.answer)
            try tape.idle(4)
            let late = try tape.answer(first.effect, first.answer)
            try tape.idle(6)
            return Asked(
                "/comments/comments/1/text", directly: [late.action("/comments/_0/editDidFinish/*")],
                from: older.action("/comments/_0/setDraft/_0"))
        },
        Plant(episodesApp(), .id, "the details are of another episode than the one meant") { tape in
            let server = try Server()
            try tape.launch(server)
            try tape.idle(8)
            let opened = try tape.open(server, 12)
            try tape.idle(10)
            return Asked(
                "/details/details/episode/title",
                directly: [opened.details.action("/details/_0/didReceive/_0/episode/title")],
                from: opened.open.action("/navigation/_0/open/_0/details/_0"))
        },
        Plant(episodesApp(), .move, "after a deletion another row has the wrong text") { tape in
            let server = try Server()
            try tape.launch(server)
            try tape.signIn(as: "ada")
            let opened = try tape.open(server, 11) { $0 = own + [Comment(id: 110, author: "bob", text: "Happy birthday, Adam!")] }
            try tape.idle(5)
            let deleting = try tape.send(.comments(.delete(id: 106)))
            let deleted = try tape.answer(tape.begin("comments/delete", by: deleting), .comments(.deleteDidFinish(id: 106)))
            try tape.idle(11)
            return Asked(
                "/comments/comments/1/text",
                directly: [
                    opened.comments.action("/comments/_0/didReceive/_0/2/text"), deleted.before("/comments/comments/2/text"),
                    deleted.action("/comments/_0/deleteDidFinish/id"),
                ],
                from: opened.comments.action("/comments/_0/didReceive/_0/2/text"))
        },
        Plant(episodesApp(), .sum, "one post is under way for ever") { tape in
            let server = try Server()
            try tape.launch(server)
            try tape.signIn(as: "ada")
            try tape.open(server, 11)
            try tape.send(.comments(.compose))
            _ = try tape.type("First")
            try tape.post(id: 201)
            try tape.send(.comments(.compose))
            _ = try tape.type("Second")
            let lost = try tape.send(.comments(.post(text: "Second")))
            _ = tape.begin("comments/post", by: lost)
            try tape.idle(6)
            try tape.send(.comments(.compose))
            _ = try tape.type("Third")
            let last = try tape.post(id: 203)
            try tape.idle(6)
            return Asked("/comments/posting", directly: [last.before("/comments/posting")], from: lost.action(""))
        },
        Plant(episodesApp(), .answer, "a failed post's text comes back over a cancelled draft") { tape in
            let server = try Server()
            try tape.launch(server)
            try tape.signIn(as: "ada")
            try tape.open(server, 12)
            try tape.send(.comments(.compose))
            let typed = try tape.type("Not this one")
            let post = try tape.send(.comments(.post(text: tape.state.comments.draft.there().text)))
            guard case .comments(.post(let text)) = post.action else { throw NothingThere() }
            let request = tape.begin("comments/post", by: post)
            try tape.send(.comments(.compose))
            try tape.send(.comments(.cancelDraft))
            try tape.idle(5)
            let failed = try tape.answer(request, .comments(.postDidFail(text: text, message: "The server did not answer.")))
            try tape.idle(7)
            return Asked(
                "/comments/draft/text",
                directly: [failed.action("/comments/_0/postDidFail/text")],
                from: typed.action("/comments/_0/setDraft/_0"))
        },
        Plant(
            episodesApp { state, action in
                if case .home(.didReceive) = action, state.session?.user == "grace", let first = state.home.episodes.first {
                    state.home.episodes[0].title = first.title.uppercased()
                }
            }, .condition, "the first title is in capitals for one user"
        ) { tape in
            let server = try Server()
            try tape.launch(server)
            let signedIn = try tape.signIn(as: "grace")
            try tape.idle(8)
            let reloaded = try tape.answer(tape.begin("home/load", by: tape.send(.home(.load))), .home(.didReceive(server.upcoming())))
            try tape.idle(9)
            return Asked(
                "/home/episodes/0/title",
                directly: [reloaded.before("/session/user"), reloaded.action("/home/_0/didReceive/_0/0/title")],
                from: signedIn.name.action("/signIn/_0/setName/_0"), signedIn.session.action("/session/_0/didBegin/_0/user"))
        },
        Plant(episodesApp(), .sum, "the selection counts a comment that the server sent twice") { tape in
            let server = try Server()
            try tape.launch(server)
            try tape.signIn(as: "ada")
            let opened = try tape.open(server, 11) { $0 = own + [own[1]] }
            try tape.idle(6)
            try tape.send(.comments(.compose))
            _ = try tape.type("Last")
            let posted = try tape.post(id: 211)
            try tape.idle(8)
            return Asked(
                "/comments/selection", directly: [posted.before("/comments/comments")],
                from: opened.comments.action("/comments/_0/didReceive/_0"))
        },
        Plant(episodesApp(), .id, "the edit went to another comment than the one meant") { tape in
            let server = try Server()
            try tape.launch(server)
            try tape.signIn(as: "ada")
            try tape.open(server, 11) { $0 = own }
            let editing = try tape.send(.comments(.beginEditing(106)))
            _ = try tape.type("And the lights.")
            try tape.idle(3)
            let saving = try tape.save()
            let saved = try tape.answer(saving.effect, saving.answer)
            try tape.idle(9)
            return Asked(
                "/comments/comments/0/text",
                directly: [saved.action("/comments/_0/editDidFinish/text"), saved.action("/comments/_0/editDidFinish/id")],
                from: editing.action("/comments/_0/beginEditing/_0"))
        },
    ]
}
