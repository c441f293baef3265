import RewindStore

extension Store where State == AppState, Action == AppAction {
    /// Handles a key in the current state.
    func press(_ key: Key) {
        dispatch { state in key.action(in: state) }
    }
}

extension Key {
    /// The action for this key in a state; `nil` if it has none.
    package func action(in state: AppState) -> AppAction? {
        if self == .interrupt { return .navigation(.quit) }
        return switch state.navigation.current {
        case .splash: .navigation(self == .character("q") ? .quit : .splashDidEnd)
        case .home: homeAction(self, state)
        case .search: searchAction(self, state.search)
        case .details(let episode):
            state.comments.draft.map { draftAction(self, $0, isSignedIn: state.session != nil) } ?? detailsAction(self, episode, state)
        case .signIn: signInAction(self, state.signIn)
        }
    }
}

private func homeAction(_ key: Key, _ state: AppState) -> AppAction? {
    switch key {
    case .up, .character("k"): .home(.move(-1))
    case .down, .character("j"): .home(.move(1))
    case .enter: state.home.selected.map { .navigation(.open(.details($0.id))) }
    case .character("/"): .navigation(.open(.search))
    case .character("r"): .home(.load)
    case .character("s") where state.session == nil: .navigation(.open(.signIn))
    case .character("o") where state.session != nil: .session(.signOut)
    case .character("q"): .navigation(.quit)
    default: nil
    }
}

private func searchAction(_ key: Key, _ search: SearchState) -> AppAction? {
    switch key {
    case .up: .search(.move(-1))
    case .down: .search(.move(1))
    case .enter: search.selected.map { .navigation(.open(.details($0.id))) }
    case .escape: .navigation(.back)
    default: text(after: key, in: search.query).map { .search(.setQuery($0)) }
    }
}

private func detailsAction(_ key: Key, _ episode: Int, _ state: AppState) -> AppAction? {
    switch key {
    case .up, .character("k"): .comments(.move(-1))
    case .down, .character("j"): .comments(.move(1))
    case .character("r"): state.details.details == nil ? .details(.load(episode)) : .comments(.load(episode))
    case .character("s") where state.session == nil: .navigation(.open(.signIn))
    case .escape, .character("b"): .navigation(.back)
    case .character("c"), .character("e"), .character("x"): commentAction(key, state)
    default: nil
    }
}

private func commentAction(_ key: Key, _ state: AppState) -> AppAction? {
    guard let session = state.session else { return .comments(.show(notice: "Press s to sign in first.")) }
    if key == .character("c") { return .comments(.compose) }
    guard let comment = state.comments.selected else { return nil }
    guard comment.author == session.user else { return .comments(.show(notice: RepositoryError.notYours.description)) }
    guard !state.comments.deleting.contains(comment.id) else { return nil }
    return .comments(key == .character("e") ? .beginEditing(comment.id) : .delete(id: comment.id))
}

private func draftAction(_ key: Key, _ draft: Draft, isSignedIn: Bool) -> AppAction? {
    switch key {
    case .escape: .comments(.cancelDraft)
    case .enter where draft.text.isEmpty: .comments(.cancelDraft)
    case .enter where !isSignedIn: .comments(.show(notice: "Nobody is signed in: press esc, then s."))
    case .enter: .comments(draft.comment.map { .edit(id: $0, text: draft.text) } ?? .post(text: draft.text))
    default: text(after: key, in: draft.text).map { .comments(.setDraft($0)) }
    }
}

private func signInAction(_ key: Key, _ form: SignInState) -> AppAction? {
    switch (key, form.focus) {
    case (.escape, _): .navigation(.back)
    case (.tab, .name), (.backTab, .name), (.down, .name), (.enter, .name): .signIn(.focus(.password))
    case (.tab, .password), (.backTab, .password), (.up, .password): .signIn(.focus(.name))
    case (.enter, .password): .signIn(.submit)
    case (_, .name): text(after: key, in: form.name).map { .signIn(.setName($0)) }
    case (_, .password): text(after: key, in: form.password).map { .signIn(.setPassword($0)) }
    }
}

/// A text after a key: with a character added or removed.
private func text(after key: Key, in text: String) -> String? {
    switch key {
    case .character(let character): text + String(character)
    case .backspace where !text.isEmpty: String(text.dropLast())
    case .kill where !text.isEmpty: ""
    default: nil
    }
}
