import RewindStore
import Synchronization
import Testing

/// The fourth article: a sign-in flow with an error state, a session persister, a selector and scoped state.
@Suite(.timeLimit(.minutes(5))) struct SignInStyle {
    struct User: Codable, Equatable, Sendable { var name: String }

    struct Form: Codable, Equatable, Sendable {
        var name = ""
        var error: String?
    }

    enum AppState: Codable, Equatable, Sendable {
        case signedOut(Form)
        case signedIn(User)

        var form: Form? { if case .signedOut(let form) = self { form } else { nil } }
        var user: User? { if case .signedIn(let user) = self { user } else { nil } }
    }

    enum AppAction: Codable, Equatable, Sendable {
        case setName(String)
        case signIn
        case signInFailed(String)
        case signedIn(User)
        case signOut
    }

    struct Rejected: Error {}

    static let reducer = Reducer<AppState, AppAction> { state, action in
        switch (action, state) {
        case (.setName(let name), .signedOut): state = .signedOut(Form(name: name))
        case (.signIn, .signedOut(let form)):
            return .run(
                { send in
                    guard form.name == "ada" else { throw Rejected() }
                    send(.signedIn(User(name: form.name)))
                },
                catch: { _ in .signInFailed("Nobody of that name.") })
        case (.signInFailed(let message), .signedOut(var form)):
            form.error = message
            state = .signedOut(form)
        case (.signedIn(let user), .signedOut): state = .signedIn(user)
        case (.signOut, .signedIn): state = .signedOut(Form())
        default: break
        }
        return .none
    }

    /// Keeps the user from one launch to the next.
    final class SessionPersister: Sendable {
        private let saved = Mutex<[User?]>([])

        var history: [User?] { saved.withLock(\.self) }
        func load() -> User? { history.last ?? nil }
        @Sendable func save(_ user: User?) async throws { saved.withLock { $0.append(user) } }
    }

    static func hasError(_ state: AppState) -> Bool { state.form?.error != nil }

    @Test("A sign-in after an error saves the session for the next launch and ends the form's subscription")
    func signInSavesSessionAndEndsFormSubscription() async throws {
        let persister = SessionPersister()
        let errors = Notes<Bool>()
        let forms = Notes<String>()
        let app = RecordedApp(initialState: AppState.signedOut(Form()), reducer: Self.reducer)
        let session = try await app.record([.persisting(\.user, save: persister.save)]) { store in
            let selecting = store.subscribe(to: Self.hasError) { errors.add($0) }
            let editing = store.subscribe(whileSome: \.form, onEnd: { forms.add("over") }) { forms.add($0.name) }
            for name in ["bob", "ada"] {
                store.dispatch(.setName(name))
                store.dispatch(.signIn)
                await store.finish()
            }
            store.dispatch(.signOut)
            await store.finish()
            store.dispatch(.setName("ada"))
            store.dispatch(.signIn)
            await store.finish()
            selecting.cancel()
            editing.cancel()
        }
        #expect(
            session.steps == [
                "setName", "signIn", "signInFailed", "setName", "signIn", "signedIn", "signOut", "setName", "signIn", "signedIn",
            ]
        )
        #expect(errors.entries == [false, true, false])
        #expect(forms.entries == ["", "bob", "bob", "ada", "over"])
        #expect(persister.history == [User(name: "ada"), nil, User(name: "ada")])

        let next = Store(initialState: persister.load().map(AppState.signedIn) ?? .signedOut(Form()), reducer: Self.reducer)
        #expect(next.state.user == User(name: "ada"))
    }
}
