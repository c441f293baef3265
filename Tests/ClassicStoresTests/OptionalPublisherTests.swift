import RewindCombine
import RewindStore
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// The second article: a middleware `(State, Action) -> AnyPublisher<Action, Never>?` that its store asks before the reducer; to-dos are toggled.
@Suite(.timeLimit(.minutes(5))) struct OptionalPublisherStyle {
    struct Todo: Codable, Equatable, Sendable {
        var id: Int
        var title: String
        var isDone = false
    }

    struct AppState: Codable, Equatable, Sendable {
        var todos = [Todo(id: 1, title: "Milk"), Todo(id: 2, title: "Bread")]
        var saved: [Int] = []
        var error: String?
    }

    enum AppAction: Codable, Equatable, Sendable {
        case toggle(Int)
        case toggleSaved(Int)
        case toggleFailed(Int)
    }

    struct TodoService: Sendable {
        enum Failure: Error { case offline }

        func save(_ todo: Todo) -> AnyPublisher<Int, Failure> {
            todo.id == 2
                ? Fail(error: .offline).eraseToAnyPublisher() : Just(todo.id).setFailureType(to: Failure.self).eraseToAnyPublisher()
        }
    }

    typealias Middleware<State, Action> = @Sendable (State, Action) -> AnyPublisher<Action, Never>?

    static func todoMiddleware(service: TodoService, seen: Notes<Bool>) -> Middleware<AppState, AppAction> {
        { state, action in
            switch action {
            case .toggle(let id):
                guard let todo = state.todos.first(where: { $0.id == id }) else { return nil }
                seen.add(todo.isDone)
                return service.save(todo)
                    .map(AppAction.toggleSaved)
                    .catch { _ in Just(AppAction.toggleFailed(id)) }
                    .eraseToAnyPublisher()
            default: return nil
            }
        }
    }

    static func appReducer(state: AppState, action: AppAction) -> AppState {
        var state = state
        switch action {
        case .toggle(let id): state.toggle(id)
        case .toggleSaved(let id): state.saved.append(id)
        case .toggleFailed(let id):
            state.toggle(id)
            state.error = "Not saved."
        }
        return state
    }

    @Test func theMiddlewareSeesTheToDoAsItWasWhatFailsIsToggledBack() async throws {
        let app = RecordedApp(initialState: AppState(), reducer: Reducer(pure: Self.appReducer))
        let seen = Notes<Bool>()
        let session = try await app.record([.publishers(at: .before, Self.todoMiddleware(service: TodoService(), seen: seen))]) { store in
            for id in [1, 2, 3] {
                store.dispatch(.toggle(id))
                await store.finish()
            }
        }
        #expect(seen.entries == [false, false])
        #expect(session.steps == ["toggle", "toggleSaved", "toggle", "toggleFailed", "toggle"])
        #expect(session.state.todos.map(\.isDone) == [true, false])
        #expect(session.state.error == "Not saved.")
    }

    @Test func theStateIsAPublisherWithoutRepetitions() {
        let store = Store(initialState: AppState(), reducer: Reducer(pure: Self.appReducer))
        let done = Notes<Int>()
        let counting = store.publisher { $0.todos.count { $0.isDone } }.sink { done.add($0) }
        store.dispatch(.toggle(1))
        store.dispatch(.toggleSaved(1))
        counting.cancel()
        store.dispatch(.toggle(2))
        #expect(done.entries == [0, 1])
    }
}

extension OptionalPublisherStyle.AppState {
    fileprivate mutating func toggle(_ id: Int) {
        guard let index = todos.firstIndex(where: { $0.id == id }) else { return }
        todos[index].isDone.toggle()
    }
}
