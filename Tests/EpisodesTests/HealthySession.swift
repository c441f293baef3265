import TestSupport

@testable import EpisodesCore

/// The actions of somebody who uses the app, and of a server that answers, made up from a seed: the app does nothing wrong in them.
///
/// The one thing that nobody does here is what the app is known to do wrong: a comment whose edit is being saved is neither deleted nor
/// edited again.
struct HealthySession {
    private(set) var actions: [AppAction] = []
    private var state = AppState()
    private var random: TestSupport.SeededGenerator
    /// What the server will answer, each request once.
    private var answers: [AppAction] = []
    private var nextComment = 200

    init(seed: UInt64, choices: Int = 40) {
        random = TestSupport.SeededGenerator(seed: seed)
        dispatch(.navigation(.launch))
        dispatch(.home(.load))
        if random.below(2) == 0 { dispatch(.navigation(.splashDidEnd)) } else { answerAll() }
        answerAll()
        if state.navigation.current == .splash { dispatch(.navigation(.splashDidEnd)) }
        for _ in 0..<choices {
            choose()
            if random.below(3) > 0 { answerAll() }
        }
    }

    private static let reducer = Bug("nothing", find: "true", at: "", in: []) { _, _ in }

    private static let shows = ["Office Hours", "Dead Air", "Night Bus to Orion", "Salt", "The Long Count"]
    private static let words = ["summit", "stapler", "terminus", "signal", "harbour", "ledger", "winter", "mirror"]
    private static let people = ["ada", "bob", "cleo", "dan", "edith", "farid", "gus", "hana", "ivo", "jun", "kim", "lev"]

    /// The episodes that the server has.
    static let episodes = (11..<31).map { id in
        Episode(
            id: id, show: shows[id % shows.count], season: id % 4 + 1, number: id % 9 + 1,
            title: "\(words[id % 8].prefix(1).uppercased())\(words[id % 8].dropFirst()) \(words[(id / 3) % 8])",
            airs: "2026-1\(id % 3)-\(10 + id % 19)")
    }

    private mutating func dispatch(_ action: AppAction) {
        Self.reducer.reduce(&state, action)
        actions.append(action)
        let fails = random.below(8) == 0
        switch action {
        case .home(.load): answers.append(fails ? .home(.didFail("The server is busy.")) : .home(.didReceive(someEpisodes())))
        case .search(.setQuery): answers.removeAll { if case .search = $0 { true } else { false } }
        case .search(.start):
            let query = state.search.query
            answers.append(
                fails
                    ? .search(.didFail(query: query, message: "The server is busy."))
                    : .search(.didReceive(query: query, results: Self.episodes.filter { $0.title.lowercased().contains(query) })))
        case .details(.load(let id)):
            guard let episode = Self.episodes.first(where: { $0.id == id }) else { return }
            answers.append(
                fails
                    ? .details(.didFail("The server is busy."))
                    : .details(
                        .didReceive(
                            EpisodeDetails(
                                episode: episode, network: "Channel \(id % 5)", summary: "About a \(word()).", guests: [word()],
                                rating: Double(random.below(100)) / 10))))
        case .comments(.load(let id)):
            answers.append(random.below(8) == 0 ? .comments(.didFail("The server is busy.")) : .comments(.didReceive(someComments(of: id))))
        case .comments(.post(let text)):
            nextComment += 1 + random.below(3)
            answers.append(
                fails
                    ? .comments(.postDidFail(text: text, message: "Try again."))
                    : .comments(.postDidFinish(Comment(id: nextComment, author: state.session?.user ?? "ada", text: text))))
        case .comments(.edit(let id, let text)):
            answers.append(fails ? .comments(.editDidFail(id: id, message: "Try again.")) : .comments(.editDidFinish(id: id, text: text)))
        case .comments(.delete(let id)):
            answers.append(fails ? .comments(.deleteDidFail(id: id, message: "Try again.")) : .comments(.deleteDidFinish(id: id)))
        case .signIn(.submit):
            let name = state.signIn.name
            answers.append(
                fails
                    ? .signIn(.didFail("Wrong password."))
                    : .session(
                        .didBegin(Session(user: name, token: "tok-\(random.below(1000))", refreshToken: "ref-\(random.below(1000))"))))
        default: break
        }
    }

    private mutating func answerAll() {
        while !answers.isEmpty {
            let answer = answers.removeFirst()
            dispatch(answer)
            if case .session(.didBegin) = answer, state.navigation.current == .signIn { dispatch(.navigation(.back)) }
        }
    }

    private mutating func word() -> String { Self.words[random.below(Self.words.count)] }

    private mutating func someEpisodes() -> [Episode] { Array(Self.episodes.shuffled(using: &random).prefix(3 + random.below(4))) }

    private mutating func someComments(of episode: Int) -> [Comment] {
        (0..<random.below(5)).map { number in
            Comment(
                id: 100 + number * 3 + random.below(3), author: Self.people[random.below(Self.people.count)],
                text: "A \(word()), a \(word()).")
        }
    }

    /// Types a text, letter by letter.
    private mutating func type(_ text: String, _ action: (String) -> AppAction) {
        for count in 1...text.count { dispatch(action(String(text.prefix(count)))) }
    }

    private mutating func choose() {
        switch state.navigation.current {
        case .splash: dispatch(.navigation(.splashDidEnd))
        case .home: chooseAtHome()
        case .search: chooseInSearch()
        case .details: chooseInDetails()
        case .signIn: signIn()
        }
    }

    private mutating func chooseAtHome() {
        switch random.below(10) {
        case 0...3: dispatch(.home(.move(random.below(2) * 2 - 1)))
        case 4: dispatch(.home(.load))
        case 5: open(.search)
        case 6 where state.session == nil, 7 where state.session == nil: open(.signIn)
        case 6 where random.below(3) == 0: dispatch(.session(.signOut))
        default: if let episode = state.home.selected { openDetails(episode.id) }
        }
    }

    private mutating func open(_ screen: Screen) {
        if screen == .search { answers.removeAll { if case .search = $0 { true } else { false } } }
        dispatch(.navigation(.open(screen)))
    }

    private mutating func openDetails(_ id: Int) {
        dispatch(.navigation(.open(.details(id))))
        dispatch(.details(.load(id)))
        dispatch(.comments(.load(id)))
    }

    private mutating func back() {
        dispatch(.navigation(.back))
        answers.removeAll { answer in
            switch answer {
            case .search: !state.navigation.stack.contains(.search)
            case .details, .comments: !state.navigation.showsDetails
            default: false
            }
        }
    }

    private mutating func chooseInSearch() {
        switch random.below(6) {
        case 0...1:
            type(String(word().prefix(2 + random.below(4)))) { .search(.setQuery($0)) }
            dispatch(.search(.start))
        case 2: dispatch(.search(.move(random.below(2) * 2 - 1)))
        case 3: if let episode = state.search.selected { openDetails(episode.id) }
        case 4 where random.below(3) == 0: dispatch(.search(.setQuery("")))
        default: back()
        }
    }

    private mutating func chooseInDetails() {
        if state.session == nil, random.below(3) == 0 { return open(.signIn) }
        let mine = state.comments.comments.filter {
            $0.author == state.session?.user && !state.comments.saving.contains($0.id) && !state.comments.deleting.contains($0.id)
        }
        switch random.below(8) {
        case 0...1: dispatch(.comments(.move(random.below(2) * 2 - 1)))
        case 2...3 where state.session != nil && state.comments.loading == .loaded:
            dispatch(.comments(.compose))
            let text = "\(word()) \(word())"
            type(text) { .comments(.setDraft($0)) }
            if random.below(4) == 0 { dispatch(.comments(.cancelDraft)) } else { dispatch(.comments(.post(text: text))) }
        case 4 where !mine.isEmpty:
            guard let comment = mine.randomElement(using: &random) else { return }
            dispatch(.comments(.beginEditing(comment.id)))
            let text = comment.text + "!"
            dispatch(.comments(.setDraft(text)))
            dispatch(.comments(.edit(id: comment.id, text: text)))
        case 5 where !mine.isEmpty: if let comment = mine.randomElement(using: &random) { dispatch(.comments(.delete(id: comment.id))) }
        case 6 where state.session == nil: dispatch(.comments(.show(notice: "Sign in first.")))
        default: back()
        }
    }

    private mutating func signIn() {
        let name = Self.people[random.below(Self.people.count)]
        if state.signIn.name != name { type(name) { .signIn(.setName($0)) } }
        dispatch(.signIn(.focus(.password)))
        type(String("lovelace\(random.below(100))".suffix(4 + random.below(4)))) { .signIn(.setPassword($0)) }
        if random.below(6) == 0 { return back() }
        dispatch(.signIn(.submit))
        answerAll()
    }
}
