import RewindControl
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindValue
import TestSupport
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

// What AStoreThatIsNotYours.md says to write.

// MARK: A library's store

/// What a library declares.
private enum Library {
    final class Store<State, Action> {
        private var state: State
        private let reducer: (State, Action) -> State
        private var observers: [(State) -> Void] = []

        init(initialState: State, reducer: @escaping (State, Action) -> State) { (state, self.reducer) = (initialState, reducer) }

        func send(_ action: Action) {
            state = reducer(state, action)
            for observer in observers { observer(state) }
        }

        func subscribe(_ observer: @escaping (State) -> Void) {
            observers.append(observer)
            observer(state)
        }
    }
}

private struct ShopState: Codable, Equatable, Sendable {
    var items: [String] = []
    var isLoading = false
}

/// Actions of many types, which are not `Sendable`.
private protocol ShopAction {}
private struct Add: ShopAction, Codable { var item: String }
private enum Cart: ShopAction, Codable { case clear, load }

private func shopReducer(state: ShopState, action: any ShopAction) -> ShopState {
    var state = state
    switch action {
    case let add as Add: state.items.append(add.item)
    case Cart.clear: state.items = []
    case Cart.load: state.isLoading = true
    default: break
    }
    return state
}

private enum ShopStoreAction {
    case app(any ShopAction)
    case replaceState(ShopState)
}

private final class Shop {
    let store: Library.Store<ShopState, ShopStoreAction>
    let steered: StoreAdapter<ShopState, any ShopAction>

    init(_ recorder: Recorder) {
        let storeRecorder = recorder.store(initialState: ShopState())
        let recorded = storeRecorder.recording(shopReducer)
        let store = Library.Store(initialState: ShopState()) { (state: ShopState, action: ShopStoreAction) in
            switch action {
            case .app(let action): recorded(state, action)
            case .replaceState(let state): state
            }
        }
        var shown = ShopState()
        store.subscribe { shown = $0 }
        steered = StoreAdapter(
            state: { shown }, replace: { store.send(.replaceState($0)) }, reduce: shopReducer, dispatch: { store.send(.app($0)) },
            didReplace: { storeRecorder.didReplace(with: $0, site: $1) })
        self.store = store
    }
}

// MARK: Effects that are publishers

private struct SearchState: Codable, Equatable, Sendable {
    var query = ""
    var results: [String] = []
}

private enum SearchAction: Codable, Sendable {
    case search(String)
    case didFind([String])
}

private final class SearchStore {
    private(set) var state = SearchState()
    private let storeRecorder: StoreRecorder<SearchState>
    private let find: (String) -> AnyPublisher<[String], Never>
    private var running: Set<AnyCancellable> = []

    init(_ recorder: Recorder, find: @escaping (String) -> AnyPublisher<[String], Never>) {
        storeRecorder = recorder.store(initialState: state)
        self.find = find
    }

    func send(_ action: SearchAction) {
        let (effect, cause) = storeRecorder.reduce(action, in: &state) { (reduce(&$0, $1), Cause.current) }
        // A publisher calls from anywhere, at any time: what it sends names the step that it was started by.
        effect?.sink { [weak self] answer in Cause.$current.withValue(cause) { self?.send(answer) } }.store(in: &running)
    }

    private func reduce(_ state: inout SearchState, _ action: SearchAction) -> AnyPublisher<SearchAction, Never>? {
        switch action {
        case .search(let query):
            state.query = query
            return find(query).map(SearchAction.didFind).eraseToAnyPublisher()
        case .didFind(let results):
            state.results = results
            return nil
        }
    }
}

@Suite("A store that is not yours", .timeLimit(.minutes(5))) struct ForeignStoreTests {
    private let folder = TemporaryFolder()
    private let recorder: Recorder

    init() throws { recorder = Recorder(.init(app: "Shop", directory: folder.path, level: .everything)) }

    private func timeline() throws -> Timeline {
        recorder.finish()
        return try Timeline(Recording(directory: #require(recorder.directory)))
    }

    @Test func aLibrarysStoreIsRecordedAndSteered() async throws {
        let shop = Shop(recorder)
        shop.store.send(.app(Add(item: "tea")))
        shop.store.send(.app(Cart.load))
        let path: JSONPointer = try JSONPointer(parsing: "/items/0")
        try shop.steered.apply(StoreEdit(JSONPatch([.replace(path, "cake")]), site: "rewind connect"))
        #expect(shop.steered.state == ShopState(items: ["cake"], isLoading: true))
        shop.steered.dispatch(remote: Add(item: "milk"))
        let timeline = try timeline()
        let steps = try (1...4).map { try #require(try timeline.step(at: $0)) }
        #expect(steps.map(\.type) == ["Add", "Cart/load", ActionLine.external, "Add"])
        #expect(steps[2].site == "rewind connect")

        let other = Shop(.off)
        let report = try await other.steered.replay(
            timeline, actions: ActionTypes<any ShopAction>(Add.self, Cart.self), schedule: PlaySchedule(speed: 1_000_000))
        #expect(report.reduced == 3 && report.restored == [3] && other.steered.state == shop.steered.state)
        try other.steered.restore(from: timeline, at: 1)
        #expect(other.steered.state == ShopState(items: ["tea"]))
    }

    @Test func whatAPublisherSendsNamesTheStepThatStartedIt() throws {
        let found = PassthroughSubject<[String], Never>()
        let store = SearchStore(recorder) { query in query == "now" ? Just([query]).eraseToAnyPublisher() : found.eraseToAnyPublisher() }
        store.send(.search("tea"))
        store.send(.search("now"))
        found.send(["green tea"])
        #expect(store.state.results == ["green tea"])
        let timeline = try timeline()
        #expect(try (1...4).map { try timeline.step(at: $0)?.type } == ["search", "search", "didFind", "didFind"])
        #expect(try (1...4).map { try timeline.step(at: $0)?.cause } == [nil, nil, 2, 1])
    }

    // MARK: Effects

    /// A thunk as ReSwift has it, which says when it is done.
    private struct LoadCart: ShopAction {
        let run: (_ dispatch: (any ShopAction) -> Void, _ done: @escaping ((any Error)?) -> Void) -> Void
    }

    private struct NoNetwork: Error {}

    @Test func aThunkIsAnEffectThatWhatItSendsNames() throws {
        let storeRecorder = recorder.store(initialState: ShopState())
        var state = ShopState()
        var later: [((any Error)?) -> Void] = []
        func send(_ action: any ShopAction) {
            guard let thunk = action as? LoadCart else {
                state = storeRecorder.reduce(action, as: (any ShopAction).self, from: state) { shopReducer(state: $0, action: $1) }
                return
            }
            let effect = storeRecorder.beginEffect(EffectName(of: thunk))
            effect.withCause { thunk.run(send) { storeRecorder.endEffect(effect, error: $0) } }
        }
        send(
            LoadCart { dispatch, done in
                dispatch(Cart.load)
                later.append(done)
            })
        send(
            LoadCart { dispatch, done in
                dispatch(Add(item: "tea"))
                done(nil)
            })
        send(LoadCart { _, done in later.append(done) })
        later[0](NoNetwork())
        let timeline = try timeline()
        #expect(try (1...2).map { try timeline.step(at: $0)?.effect } == [1, 2])
        #expect(try timeline.effectsUnderWayAtEnd()?.map(\.id) == [3])
        let rows = try #require(try timeline.statistics().effects)
        #expect(rows.count == 1 && rows[0].name.hasSuffix("LoadCart"))
        #expect(rows[0].count == 3 && rows[0].finished == 1 && rows[0].failed == 1)
    }

    /// An effect as Mobius has it.
    private enum ShopEffect { case comments(Comments) }
    private enum Comments { case save(draft: String) }

    @Test func anEffectIsCalledByItsCases() throws {
        let storeRecorder = recorder.store(initialState: ShopState())
        let effect = storeRecorder.beginEffect(EffectName(of: ShopEffect.comments(.save(draft: "hunter2"))))
        storeRecorder.endEffect(effect, error: CancellationError())
        _ = storeRecorder.reduce(Cart.clear, from: ShopState()) { state, _ in state }
        let rows = try #require(try timeline().statistics().effects)
        #expect(rows.map(\.name) == ["comments/save"] && rows[0].cancelled == 1)
    }
}
