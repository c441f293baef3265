import RewindStore

/// The id that cancels all requests about comments.
enum CommentRequests { case all }

extension Reducer where State == AppState, Action == AppAction {
    /// The server requests for comments; those that change something need a session.
    static func commentRequests(_ dependencies: AppDependencies) -> Reducer {
        Reducer { state, action in
            guard let action = action.comments else { return .none }
            let request: Effect<AppAction>? =
                switch (action, state.session, state.comments.episode) {
                case (.load(let episode), _, _): load(episode, dependencies)
                case (.post(let text), let session?, let episode?): post(text, to: episode, session, dependencies)
                case (.edit(let id, let text), let session?, _): edit(id, text, session, dependencies)
                case (.delete(let id), let session?, _): delete(id, session, dependencies)
                default: nil
                }
            return request?.cancellable(id: CommentRequests.all) ?? .none
        }
    }

    private static func load(_ episode: Int, _ dependencies: AppDependencies) -> Effect<AppAction> {
        .run(
            { send in send(.comments(.didReceive(try await dependencies.repository.comments(of: episode)))) },
            catch: { .comments(.didFail("\($0)")) })
    }

    private static func post(_ text: String, to episode: Int, _ session: Session, _ dependencies: AppDependencies) -> Effect<AppAction> {
        .run(
            { send in
                let comment = try await dependencies.withAuthorization(of: session, send: send) {
                    try await dependencies.repository.post(text, to: episode, token: $0)
                }
                send(.comments(.postDidFinish(comment)))
            },
            catch: { .comments(.postDidFail(text: text, message: "\($0)")) })
    }

    private static func edit(_ id: Int, _ text: String, _ session: Session, _ dependencies: AppDependencies) -> Effect<AppAction> {
        .run(
            { send in
                try await dependencies.withAuthorization(of: session, send: send) {
                    try await dependencies.repository.edit(id, text: text, token: $0)
                }
                send(.comments(.editDidFinish(id: id, text: text)))
            },
            catch: { .comments(.editDidFail(id: id, message: "\($0)")) })
    }

    private static func delete(_ id: Int, _ session: Session, _ dependencies: AppDependencies) -> Effect<AppAction> {
        .run(
            { send in
                try await dependencies.withAuthorization(of: session, send: send) {
                    try await dependencies.repository.delete(id, token: $0)
                }
                send(.comments(.deleteDidFinish(id: id)))
            },
            catch: { .comments(.deleteDidFail(id: id, message: "\($0)")) })
    }
}
