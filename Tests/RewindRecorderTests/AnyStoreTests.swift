import RewindFormat
import RewindJournal
import RewindRecorder
import RewindValue
import TestSupport
import Testing

// The hooks of other stores, written out here as those packages have them, and the recorder on each. The article AnyStore shows the same.

@Suite("The recorder on any store", .timeLimit(.minutes(5)))
struct AnyStoreTests {
    let folder = TemporaryFolder()
    let recorder: Recorder

    init() throws { recorder = Recorder(.init(app: "Test", directory: folder.path)) }

    @Test func recordsReSwiftByItsReducer() throws {
        let storeRecorder = recorder.store(initialState: ReSwift.counter(ReSwift.Start(), nil))
        let store = ReSwift.Store(reducer: storeRecorder.recording(ReSwift.counter))
        store.dispatch(ReSwift.Add(amount: 2))
        store.dispatch(ReSwift.Add(amount: 3))
        try expectCounter(5, types: ["ReSwift.Add", "ReSwift.Add"])
    }

    @Test func recordsReSwiftByAMiddleware() throws {
        let storeRecorder = recorder.store(initialState: ReSwift.counter(ReSwift.Start(), nil))
        let store = ReSwift.Store(reducer: ReSwift.counter, middleware: [ReSwift.recording(by: storeRecorder)])
        store.subscriber = { [unowned store] in if $0.count == 2 { store.dispatch(ReSwift.Add(amount: 1)) } }
        store.dispatch(ReSwift.Add(amount: 2))
        store.dispatch(ReSwift.Add(amount: 2))
        try expectCounter(5, types: ["ReSwift.Add", "ReSwift.Add", "ReSwift.Add"])
    }

    @Test func recordsTheComposableArchitecture() throws {
        let storeRecorder = recorder.store(initialState: TCA.Feature.State())
        let reducer = TCA.Recorded(base: TCA.Feature(), storeRecorder: storeRecorder)
        var state = TCA.Feature.State()
        var waiting: [TCA.Feature.Action] = [.add(2), .addLater(2), .rows(.element(id: 7, action: .tapped))]
        while !waiting.isEmpty { waiting += reducer._reduce(into: &state, action: waiting.removeFirst()).actions }
        try expectCounter(5, types: ["add", "addLater", "rows/element/tapped", "add"])
    }

    @Test func recordsMobius() throws {
        let storeRecorder = recorder.store(initialState: Counter())
        let update = Mobius.recorded(Mobius.Update(Mobius.update), by: storeRecorder)
        var model = Counter()
        for event in [Mobius.Event.added(2), .ignored, .added(3)] { model = update.update(model: model, event: event).model ?? model }
        try expectCounter(5, types: ["added", "ignored", "added"])
    }

    private func expectCounter(_ count: Int, types: [String], at place: SourceLocation = #_sourceLocation) throws {
        let recording = try recorder.finished()
        let segment = try recording.segment(0)
        #expect(segment.actions.map(\.type) == types, sourceLocation: place)
        #expect(recording.losses.isEmpty, sourceLocation: place)
        #expect(try segment.states.known()[types.count]?["count"] == .number(JSONNumber(count)), sourceLocation: place)
    }
}

/// ReSwift: a reducer that makes the first state, and middlewares.
private enum ReSwift {
    protocol Action {}
    typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State
    typealias DispatchFunction = (any Action) -> Void
    typealias Middleware<State> = (@escaping DispatchFunction, @escaping () -> State?) -> (@escaping DispatchFunction) -> DispatchFunction

    final class Store<State> {
        private(set) var state: State { didSet { subscriber?(state) } }
        var subscriber: ((State) -> Void)?
        private var run: DispatchFunction = { _ in }

        init(reducer: @escaping Reducer<State>, middleware: [Middleware<State>] = []) {
            state = reducer(Start(), nil)
            let reduce: DispatchFunction = { [unowned self] in state = reducer($0, state) }
            run = middleware.reversed().reduce(reduce) { next, middleware in
                middleware({ [unowned self] in dispatch($0) }, { [unowned self] in state })(next)
            }
        }

        func dispatch(_ action: any Action) { run(action) }
    }

    struct Start: Action {}
    struct Add: Action, Codable { var amount: Int }

    static func counter(_ action: any Action, _ state: Counter?) -> Counter {
        var state = state ?? Counter()
        if let add = action as? Add { state.count += add.amount }
        return state
    }

    // The recipe: `storeRecorder.recording(reducer)`. Or, where the reducer is out of reach: the innermost middleware.
    static func recording<State>(by storeRecorder: StoreRecorder<State>) -> Middleware<State> {
        { _, getState in
            { next in
                { action in
                    guard let state = getState() else { return next(action) }
                    let step = storeRecorder.willReduce(action, from: state)
                    next(action)
                    storeRecorder.didReduce(step, to: getState() ?? state)
                }
            }
        }
    }
}

/// The Composable Architecture: a reducer that changes the state in place and returns an effect.
private enum TCA {
    struct Effect<Action> { var actions: [Action] = [] }

    protocol Reducer<State, Action> {
        associatedtype State
        associatedtype Action
        func _reduce(into state: inout State, action: Action) -> Effect<Action>
    }

    enum IdentifiedAction<ID: Codable, Action: Codable>: Codable { case element(id: ID, action: Action) }
    enum Row: Codable { case tapped }

    struct Feature: Reducer {
        struct State: Codable, Sendable { var count = 0 }
        enum Action: Codable {
            case add(Int)
            case addLater(Int)
            case rows(IdentifiedAction<Int, Row>)
        }

        func _reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .add(let amount):
                state.count += amount
                return Effect()
            case .addLater(let amount): return Effect(actions: [.add(amount)])
            case .rows:
                state.count += 1
                return Effect()
            }
        }
    }

    // The recipe: a reducer around yours.
    struct Recorded<Base: Reducer>: Reducer where Base.State: Encodable & Sendable {
        let base: Base
        let storeRecorder: StoreRecorder<Base.State>

        func _reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
            storeRecorder.reduce(action, in: &state) { state, action in base._reduce(into: &state, action: action) }
        }
    }
}

/// Mobius: an update that returns the next model, if it is another one, and effects.
private enum Mobius {
    struct Next<Model, Effect> {
        var model: Model?
        var effects: [Effect] = []
    }
    struct Update<Model, Event, Effect> {
        let closure: (Model, Event) -> Next<Model, Effect>
        init(_ update: @escaping (Model, Event) -> Next<Model, Effect>) { closure = update }
        func update(model: Model, event: Event) -> Next<Model, Effect> { closure(model, event) }
    }

    enum Event: Codable {
        case added(Int)
        case ignored
    }

    static func update(_ model: Counter, _ event: Event) -> Next<Counter, String> {
        guard case .added(let amount) = event else { return Next() }
        return Next(model: Counter(count: model.count + amount), effects: ["save"])
    }

    // The recipe: an update around yours.
    static func recorded<Model, Event, Effect>(
        _ update: Update<Model, Event, Effect>, by storeRecorder: StoreRecorder<Model>
    ) -> Update<Model, Event, Effect> {
        Update(storeRecorder.recording({ update.update(model: $0, event: $1) }, next: { $0.model }))
    }
}
