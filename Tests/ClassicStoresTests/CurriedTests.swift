import RewindStore
import Testing

/// The first article: curried middlewares that log and load messages, and a routing trigger.
@Suite(.timeLimit(.minutes(5))) struct CurriedStyle {
    struct AppState: Codable, Equatable, Sendable {
        var messages: [String] = []
        var isLoading = false
    }

    enum AppAction: Codable, Equatable, Sendable {
        case openInbox
        case loadMessages
        case setMessages([String])
        case select(Int)
    }

    enum Route: Equatable, Sendable { case inbox, message(String) }

    let app = RecordedApp(
        initialState: AppState(),
        reducer: Reducer<AppState, AppAction>(pure: { state, action in
            var state = state
            switch action {
            case .loadMessages: state.isLoading = true
            case .setMessages(let messages): (state.messages, state.isLoading) = (messages, false)
            case .openInbox, .select: break
            }
            return state
        }))

    typealias CurriedMiddleware =
        @Sendable (@escaping @Sendable (AppAction) -> Void, @escaping @Sendable () -> AppState?) -> (
            @escaping @Sendable (AppAction) -> Void
        ) ->
        @Sendable (AppAction) -> Void

    static func logging(_ log: Notes<String>) -> CurriedMiddleware {
        { dispatch, getState in
            { next in
                { action in
                    let before = getState()?.messages.count ?? 0
                    next(action)
                    log.add("\(before) → \(getState()?.messages.count ?? 0)")
                }
            }
        }
    }

    static let loading: CurriedMiddleware = { dispatch, getState in
        { next in
            { action in
                next(action)
                switch action {
                case .openInbox where getState()?.messages.isEmpty == true: dispatch(.loadMessages)
                case .loadMessages:
                    Task { dispatch(.setMessages(["Hello", "Lunch?"])) }
                default: break
                }
            }
        }
    }

    @Test("Middlewares load messages once, log the count before and after, and take each route")
    func middlewaresLoadLogAndRouteMessages() async throws {
        let log = Notes<String>()
        let routes = Notes<Route>()
        let routing = Middleware<AppState, AppAction>.listening { action, _, _, state in
            switch action {
            case .openInbox: routes.add(.inbox)
            case .select(let index): routes.add(.message(state.messages[index]))
            default: break
            }
        }
        let session = try await app.record([.curried(Self.logging(log)), .curried(Self.loading), routing]) { store in
            store.dispatch(.openInbox)
            _ = await store.firstState { !$0.messages.isEmpty }
            store.dispatch(.openInbox)
            store.dispatch(.select(1))
        }
        #expect(session.steps == ["openInbox", "loadMessages", "setMessages", "openInbox", "select"])
        #expect(session.state == AppState(messages: ["Hello", "Lunch?"]))
        #expect(log.entries == ["0 → 0", "0 → 0", "0 → 2", "2 → 2", "2 → 2"])
        #expect(routes.entries == [.inbox, .inbox, .message("Lunch?")])
    }

    @Test("A curried middleware can delay an action in a task and hold another back for good")
    func curriedMiddlewareDelaysOrHoldsBackActions() async throws {
        let session = try await app.record([
            .curried { _, _ in
                { next in
                    { action in
                        if action == .loadMessages {
                            Task { next(action) }
                        } else if action != .select(9) {
                            next(action)
                        }
                    }
                }
            }
        ]) { store in
            store.dispatch(.loadMessages)
            store.dispatch(.select(9))
            _ = await store.firstState(where: \.isLoading)
        }
        #expect(session.steps == ["loadMessages"])
    }
}
