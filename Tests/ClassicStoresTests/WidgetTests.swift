import RewindStore
import TestSupport
import Testing

/// The third article: a widget provider that asks for news not too often, an analytics middleware, and a listener.
@Suite(.timeLimit(.minutes(5))) struct WidgetStyle {
    struct AppState: Codable, Equatable, Sendable {
        var headline = "–"
        var refreshes = 0
    }

    enum AppAction: Codable, Equatable, Sendable {
        case refresh
        case didRefresh(String)
    }

    /// What a widget shows at a time; it asks whenever the system likes.
    struct WidgetProvider {
        let store: any ActionDispatcher<AppAction>

        func timeline() { store.dispatch(.refresh) }
    }

    static func reducer(_ clock: ManualClock) -> Reducer<AppState, AppAction> {
        Reducer { state, action in
            switch action {
            case .refresh:
                state.refreshes += 1
                return .run { [count = state.refreshes] in $0(.didRefresh("News \(count)")) }
                    .throttle(id: "refresh", for: .seconds(60), clock: clock)
            case .didRefresh(let headline):
                state.headline = headline
                return .none
            }
        }
    }

    @Test func newsComeAtMostOnceAMinuteAndAnalyticsHearsOfEveryAction() async throws {
        let clock = ManualClock()
        let events = Notes<String>()
        let analytics = Middleware<AppState, AppAction>.listening { action, context, old, new in
            events.add("\(action) at \(context.step ?? 0): \(old.headline) → \(new.headline)")
        }
        let shown = Notes<String>()
        let app = RecordedApp(initialState: AppState(), reducer: Self.reducer(clock))
        let session = try await app.record([analytics]) { store in
            let listener = store.subscribe(to: \.headline) { shown.add($0) }
            let provider = WidgetProvider(store: store)
            for seconds in [0, 30, 30] {
                clock.advance(by: .seconds(seconds))
                provider.timeline()
                await store.finish()
            }
            listener.cancel()
        }
        #expect(session.steps == ["refresh", "didRefresh", "refresh", "refresh", "didRefresh"])
        #expect(shown.entries == ["–", "News 1", "News 3"])
        #expect(events.entries.first == "refresh at 1: – → –")
        #expect(events.entries.last == #"didRefresh("News 3") at 5: News 1 → News 3"#)
        #expect(events.entries.count == 5)
    }
}
