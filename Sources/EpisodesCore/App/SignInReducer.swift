import RewindStore

extension Reducer where State == AppState, Action == AppAction {
    /// The sign-in form, and the resulting session.
    static func signIn(_ dependencies: AppDependencies) -> Reducer {
        Reducer { state, action in
            switch action {
            case .signIn(.setName(let name)): state.signIn.name = name
            case .signIn(.setPassword(let password)): state.signIn.password = password
            case .signIn(.focus(let field)): state.signIn.focus = field
            case .signIn(.didFail(let message)): state.signIn.loading = .failed(message)
            case .signIn(.submit):
                guard state.signIn.loading != .loading else { return .none }
                state.signIn.loading = .loading
                let (name, password) = (state.signIn.name, state.signIn.password)
                return .run(
                    { send in send(.session(.didBegin(try await dependencies.repository.signIn(name: name, password: password)))) },
                    catch: { .signIn(.didFail("\($0)")) })
            case .session(.didBegin(let session)):
                state.session = session
                state.signIn = SignInState()
            case .session(.didRefresh(let session)): state.session = session
            case .session(.signOut): state.session = nil
            default: break
            }
            return .none
        }
    }
}

extension AppDependencies {
    /// Makes a request with the session's token; if it has expired, gets a fresh token and sends it to the app, or reports the end of the
    /// session if the server gives none.
    func withAuthorization<Answer: Sendable>(
        of session: Session, send: Send<AppAction>, request: (_ token: String) async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await request(session.token)
        } catch RepositoryError.tokenExpired {
            let fresh: Session
            do {
                fresh = try await repository.refresh(session.refreshToken)
            } catch RepositoryError.signedOut {
                send(.session(.signOut))
                throw RepositoryError.signedOut
            }
            send(.session(.didRefresh(fresh)))
            return try await request(fresh.token)
        }
    }
}
