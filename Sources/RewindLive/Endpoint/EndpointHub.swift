import RewindControl
import RewindFormat
import RewindRecorder
import RewindSystem
import Synchronization

/// The state shared by the connections of an endpoint: the stores, the clients, and the counters.
final class EndpointHub: Sendable {
    let recorder: Recorder
    let configuration: LiveConfiguration
    let token: String
    private let state = Mutex(State())
    /// The recorded states, for clients that ask for an earlier one.
    let recorded: RecordedStates

    private struct State {
        var counters = EndpointCounters() { didSet { tellOfChange() } }
        /// Connections that have not shown the token yet, the oldest first.
        var handshakes: [Handshaking] = []
        var lastClient = 0
        var lastStore = 0
        var stores: [ServedStore] = [] { didSet { tellOfChange() } }
        var clients: [Int: Mailbox<FollowCommand>] = [:]
        var isClosing = false
        var watchers: [AsyncStream<Void>.Continuation] = []

        private mutating func tellOfChange() {
            watchers.removeAll { if case .terminated = $0.yield() { true } else { false } }
        }
    }

    /// A connection that has not shown the token yet.
    private struct Handshaking {
        let wire: Connection
        let began = ContinuousClock.now
    }

    struct ServedStore {
        fileprivate let number: Int
        fileprivate var info: AppInfo.StoreInfo
        fileprivate let calls: AsyncStream<StoreCall>.Continuation
    }

    init(_ recorder: Recorder, _ configuration: LiveConfiguration) {
        (self.recorder, self.configuration) = (recorder, configuration)
        token = configuration.token ?? Token.make()
        recorded = RecordedStates(recorder)
    }

    func count(_ counter: any WritableKeyPath<EndpointCounters, Int> & Sendable) { state.withLock { $0.counters[keyPath: counter] += 1 } }

    // MARK: Connections

    /// Whether there is no room for another connection that still has to show the token: even the oldest has not had its grace yet.
    var isFull: Bool {
        guard let oldest = state.withLock({ $0.handshakes.count < configuration.limits.handshakes ? nil : $0.handshakes.first }) else {
            return false
        }
        return ContinuousClock.now - oldest.began < configuration.limits.handshakeGrace
    }

    /// Lets a connection begin its handshake; if there are too many, the oldest one is dropped.
    ///
    /// - Returns: whether the connection may begin; `false` while the endpoint closes.
    func admit(_ wire: Connection) -> Bool {
        state.withLock { state in
            if state.isClosing { return false }
            if state.handshakes.count >= configuration.limits.handshakes {
                state.counters.flooded += 1
                state.handshakes.removeFirst().wire.shutDown()
            }
            state.handshakes.append(Handshaking(wire: wire))
            return true
        }
    }

    /// Forgets a connection whose handshake is over.
    func endHandshake(_ wire: Connection) { state.withLock { $0.handshakes.removeAll { $0.wire === wire } } }

    /// The number of a new client; `nil` if there are as many as may be.
    func enter(_ mailbox: Mailbox<FollowCommand>) -> Int? {
        state.withLock { state in
            guard state.clients.count < configuration.limits.clients, !state.isClosing else {
                state.counters.flooded += 1
                return nil
            }
            state.lastClient += 1
            state.clients[state.lastClient] = mailbox
            state.counters.clients = state.clients.count
            return state.lastClient
        }
    }

    /// Forgets a client, and unlocks the stores that it has locked.
    func leave(_ client: Int) {
        let stores = state.withLock { state in
            state.clients[client] = nil
            state.counters.clients = state.clients.count
            return state.stores
        }
        for store in stores { store.calls.yield(StoreCall.make(.leave, of: client).call) }
    }

    /// Ends all connections, each after it got what is recorded so far; no more are accepted.
    func close() {
        let clients = state.withLock { state in
            state.isClosing = true
            return state.clients.values
        }
        for mailbox in clients { mailbox.post(.close) }
    }

    // MARK: Stores

    /// Adds a store; another one of the same name is replaced.
    ///
    /// - Returns: the store, to be passed to ``remove(_:)``, and its requests.
    func add(_ info: AppInfo.StoreInfo) -> (served: ServedStore, calls: AsyncStream<StoreCall>) {
        let (calls, continuation) = AsyncStream<StoreCall>.makeStream()  // a client has one request under way, so few wait
        return state.withLock { state in
            state.lastStore += 1
            let served = ServedStore(number: state.lastStore, info: info, calls: continuation)
            if let place = state.stores.firstIndex(where: { $0.info.name == info.name }) {
                state.stores[place].calls.finish()
                state.stores[place] = served
            } else {
                state.stores.append(served)
            }
            return (served, calls)
        }
    }

    /// Forgets a store whose requests are no longer read; returns `false` if another one has taken its place.
    func remove(_ served: ServedStore) -> Bool {
        state.withLock { state in
            state.stores.removeAll { $0.number == served.number }
            return !state.stores.contains { $0.info.name == served.info.name }
        }
    }

    /// Notes which client has locked a store.
    func setLock(of store: String, by client: Int?) {
        state.withLock { state in
            if let place = state.stores.firstIndex(where: { $0.info.name == store }) { state.stores[place].info.lockedBy = client }
        }
    }

    func endStores() {
        let stores = state.withLock { state in
            defer { state.stores = [] }
            return state.stores
        }
        for store in stores { store.calls.finish() }
    }

    /// Sends a request to a store; returns the store's name and its answer.
    ///
    /// - Parameter name: the store; by default the first of the recording.
    /// - Throws: ``ControlError``, or `CancellationError`.
    func ask(_ name: String?, _ request: StoreRequest, for client: Int) async throws -> StoreCall.Answer {
        try await post(request, to: store(name), for: client).value
    }

    /// Hands a request to a store, and keeps no reference to it: a request that is released unanswered is answered with an error.
    private func post(_ request: StoreRequest, to store: ServedStore, for client: Int) -> Promise<StoreCall.Answer> {
        let (call, answer) = StoreCall.make(request, of: client)
        store.calls.yield(call)
        return answer
    }

    /// The name of a store; by default of the first of the recording.
    func storeName(_ name: String?) throws(ControlError) -> String { try store(name).info.name }

    private func store(_ name: String?) throws(ControlError) -> ServedStore {
        let stores = inOrder(state.withLock { $0.stores })
        guard let name else {
            if let first = stores.first { return first }
            throw ControlError(.noSuchStore, "the app serves no store")
        }
        if let store = stores.first(where: { $0.info.name == name }) { return store }
        let names = stores.map(\.info.name).joined(separator: ", ")
        throw ControlError(.noSuchStore, "the app serves no store '\(name)', only: \(names)")
    }

    /// Stores in the order of the recording, and not in the order in which their tasks began; unrecorded ones come last.
    private func inOrder(_ stores: [ServedStore]) -> [ServedStore] {
        if stores.count < 2 { return stores }
        let names = recorder.manifest?.stores.map(\.name) ?? []
        func place(_ store: ServedStore) -> (Int, Int) { (names.firstIndex(of: store.info.name) ?? names.count, store.number) }
        return stores.sorted { place($0) < place($1) }
    }

    // MARK: What it tells

    /// One element whenever the counters or the stores of ``info`` may have changed since the last one was taken; for one task to read.
    func changes() -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.watchers.append(continuation) }
        return changes
    }

    /// What the app reports about itself.
    var info: AppInfo {
        let (served, counters) = state.withLock { ($0.stores, $0.counters) }
        let stores = inOrder(served).map(\.info)
        let manifest = recorder.manifest
        return AppInfo(
            version: 1, library: RewindVersion.text, app: manifest?.app["name"]?.string ?? "", process: Int(SystemFacts.processID),
            recording: recorder.recordingName, directory: recorder.directory.map { FileSystem.absolutePath($0) },
            started: manifest?.started ?? 0, step: recorder.lastStep,
            level: manifest?.level ?? "", reveals: configuration.reveals, stores: stores, counters: counters)
    }
}
