import RewindControl
import RewindLive
import RewindMiddleware
import RewindRecorder
import RewindStore
import RewindValue
import Synchronization
import TestSupport

struct Item: Codable, Equatable, Sendable {
    var id: Int
    var title: String
}

struct ListState: Codable, Equatable, Sendable {
    var items = [Item(id: 1, title: "tea"), Item(id: 2, title: "cake"), Item(id: 3, title: "milk")]
    var count = 0
    var edited = 0
    var password = "hunter2"
    var notes: [String: Int] = [:]
    var screen = "list"
}

enum ListAction: Codable, Sendable {
    case count
    case rename(id: Int, String)
    case add(Item)
    case set([Item])
    case note(String, Int)
    case remove(id: Int)
    case show(String)
    case signIn(String)
}

extension Reducer<ListState, ListAction> {
    static let list = Reducer { state, action in
        switch action {
        case .count: state.count += 1
        case .rename(let id, let title): if let index = state.items.firstIndex(where: { $0.id == id }) { state.items[index].title = title }
        case .add(let item): state.items.append(item)
        case .set(let items): state.items = items
        case .note(let name, let value): state.notes[name] = value
        case .remove(let id): state.items.removeAll { $0.id == id }
        case .show(let screen): state.screen = screen
        case .signIn(let password): state.password = password
        }
        return .none
    }
}

/// An app with a store that is recorded.
final class ListApp: Sendable {
    let recorder: Recorder
    let store: Store<ListState, ListAction>

    init(_ folder: TemporaryFolder, _ name: String = "recordings", state: ListState = ListState(), details: [String: String] = [:]) {
        var configuration = Recorder.Configuration(app: "List", directory: folder.path(name), level: .secrets)
        configuration.details = details
        recorder = Recorder(configuration)
        store = Store(initialState: state, reducer: .list, middlewares: [recorder.middleware(initialState: state)])
    }

    deinit { recorder.finish() }
}

/// Waits until a store's state is as it should be, and returns it.
func waitForState<State: Sendable, Action: Sendable>(
    of store: Store<State, Action>, _ condition: (State) -> Bool
) async throws -> State {
    guard let state = await store.firstState(where: condition) else { throw Waited(what: "\(store.state)") }
    return state
}

/// One element now and after each change of some stores; several may come as one.
func changes<State: Sendable, Action: Sendable>(of stores: Store<State, Action>...) -> AsyncStream<Void> {
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let subscriptions = stores.map { store in store.subscribe { _ in continuation.yield() } }
    continuation.onTermination = { _ in for subscription in subscriptions { subscription.cancel() } }
    return changes
}

/// The time was over.
struct Waited: Error { var what: String }

extension AsyncStream where Element: Sendable {
    /// The next element; one reader at a time.
    func next() async -> Element? {
        for await element in self { return element }
        return nil
    }
}
