import FlyingSocks
import Foundation
import RewindControl
import RewindFormat
import RewindJournal
import RewindMiddleware
import RewindRecorder
import RewindStore
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindLive

struct ShopState: Codable, Equatable, Sendable {
    var items: [String] = []
    var total = 0
    var note: String?
    var password = "hunter2-and-more"
}

enum ShopAction: Codable, Sendable {
    case add(String, price: Int)
    case later(String)
    case write(String)
    case clear
}

extension ShopState {
    mutating func reduce(_ action: ShopAction) {
        switch action {
        case .add(let item, let price):
            items.append(item)
            total += price
        case .later: break
        case .write(let text): (note, total) = (text, total + 1)
        case .clear: (items, total) = ([], 0)
        }
    }
}

/// An app with RewindStore's store, a recorder and an open endpoint.
final class OpenApp: Sendable {
    let folder: TemporaryFolder
    let recorder: Recorder
    let store: Store<ShopState, ShopAction>
    let endpoint: LiveEndpoint
    let address: LiveAddress
    private let serving: Task<Void, Never>

    init(
        limits: RecordingLimits = .none, level: RedactionLevel = .secrets, _ change: (inout LiveConfiguration) -> Void = { _ in }
    ) async throws {
        folder = TemporaryFolder()
        var recording = Recorder.Configuration(app: "Shop", directory: folder.path("recordings"), level: level)
        recording.limits = limits
        recorder = Recorder(recording)
        let reducer = Reducer<ShopState, ShopAction> { state, action in
            state.reduce(action)
            if case .later(let item) = action {
                return .run { send in
                    await Task.yield()
                    send(.add(item, price: 1))
                }
            }
            return .none
        }
        store = Store(initialState: ShopState(), reducer: reducer, middlewares: [recorder.middleware(initialState: ShopState())])
        var configuration = LiveConfiguration()
        configuration.isPrinted = false
        configuration.isAnnounced = false
        (configuration.limits.handshakeTime, configuration.limits.pingInterval) = (patience, patience)
        change(&configuration)
        endpoint = LiveEndpoint(recorder, configuration)
        address = try await endpoint.open()
        serving = Task { [store, endpoint] in await store.serve(endpoint) }
        await endpoint.untilServing(1)
    }

    static var patientOptions: LiveClient.Options {
        var options = LiveClient.Options()
        (options.patience, options.connectTime, options.answerTime) = (patience, patience, patience)
        return options
    }

    deinit { serving.cancel() }

    /// A client that is connected, to the app or to what stands before it.
    func client(at port: UInt16? = nil, _ change: (inout LiveClient.Options) -> Void = { _ in }) async throws -> LiveClient {
        var options = Self.patientOptions
        change(&options)
        let client = LiveClient(LiveAddress(port: port ?? address.port, token: address.token), options: options)
        try await client.connect()
        return client
    }

    /// Dispatches so many actions; returns the last step.
    @discardableResult
    func add(_ count: Int, bytes: Int = 8) -> Int {
        let text = String(repeating: "tea ", count: bytes / 4)
        for number in 0..<count { store.dispatch(.write(text + "\(number)")) }
        return recorder.lastStep
    }

    /// Waits until something is so that connections to the endpoint, or what became of its stores, has brought about.
    func expect(
        _ what: Comment, location: SourceLocation = #_sourceLocation, _ isSo: () async throws -> Bool
    ) async throws {
        try await waitUntil(what, after: endpoint.hub.changes(), location: location, isSo)
    }

    /// Waits until the client's directory has a step's action and state.
    func expectStep(_ step: Int, of client: LiveClient, location: SourceLocation = #_sourceLocation) async throws {
        let directory = try #require(client.directory)
        try await waitUntil("step \(step) has not come", after: client.growth, location: location) {
            try lastSteps(in: directory).allSatisfy { $0 >= step }
        }
    }

    /// The last action and state in a live directory.
    func lastSteps(in directory: String) throws -> [Int] {
        var tail = try RecordingTail(following: directory, from: .newest)
        var last = [0, 0]
        for piece in try tail.read(limit: .max).pieces {
            let place = piece.stream == .actions ? 0 : 1
            last[place] = max(last[place], LineSteps.last(in: piece.bytes[...]) ?? 0)
        }
        return last
    }
}

/// Collects what happens to a client.
final class EventLog: Sendable {
    /// One element whenever something has happened; for one task to read.
    let news: AsyncStream<Void>
    private let state = Mutex<[LiveEvent]>([])
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(_ client: LiveClient) {
        let events = client.events
        let (news, sink) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.news = news
        task.withLock { task in
            task = Task { [weak self] in
                for await event in events {
                    self?.state.withLock { $0.append(event) }
                    sink.yield()
                }
            }
        }
    }

    deinit { task.withLock { $0 }?.cancel() }

    var all: [LiveEvent] { state.withLock { $0 } }
    var skips: [RecordingSkipped] { all.compactMap { if case .skipped(let skipped) = $0 { skipped } else { nil } } }
    var connects: Int { all.count { if case .connected = $0 { true } else { false } } }
    var end: LiveError? { all.lazy.compactMap { if case .ended(let error) = $0 { error } else { nil } }.first }
}
