import FlyingSocks
import RewindCapture
import RewindControl
import RewindFormat
import RewindRecorder
import RewindValue
import Synchronization

/// One client of an endpoint, from its handshake to its end.
final class ClientConnection: Sendable {
    private let hub: EndpointHub
    private let socket: WebSocket
    private let client: Int
    private let mailbox: Mailbox<FollowCommand>
    private let waiting = Mutex((count: 0, bytes: 0))
    private let requests: AsyncStream<[UInt8]>
    private let requestSink: AsyncStream<[UInt8]>.Continuation

    private var limits: LiveLimits { hub.configuration.limits }

    private init(_ hub: EndpointHub, _ socket: WebSocket, client: Int, mailbox: Mailbox<FollowCommand>) {
        (self.hub, self.socket, self.client, self.mailbox) = (hub, socket, client, mailbox)
        (requests, requestSink) = AsyncStream.makeStream()  // bounded by what `accept(_:)` lets in
    }

    /// Serves a connection that was admitted, and closes it.
    static func serve(_ wire: Connection, _ hub: EndpointHub) async {
        let mailbox = Mailbox<FollowCommand>()
        let rest: (client: Int, bytes: [UInt8])?
        do {
            rest = try await within(hub.configuration.limits.handshakeTime) { try await shakeHands(wire, hub, mailbox) }
        } catch {
            rest = nil
            if error is TimedOut { hub.count(\.badHandshakes) }
        }
        hub.endHandshake(wire)
        guard let rest else { return wire.close() }
        let limit = hub.configuration.limits.messageBytes
        let socket = WebSocket(wire, side: .app, limit: limit, receivedAhead: rest.bytes)
        await ClientConnection(hub, socket, client: rest.client, mailbox: mailbox).run()
    }

    /// Answers the request for a WebSocket; `nil` if it is refused.
    private static func shakeHands(
        _ wire: Connection, _ hub: EndpointHub, _ mailbox: Mailbox<FollowCommand>
    ) async throws -> (client: Int, bytes: [UInt8])? {
        do {
            let (head, rest) = try await wire.head()
            let answer = try Handshake.answer(head, token: hub.token, origins: hub.configuration.origins)
            guard let client = hub.enter(mailbox) else { throw Handshake.Refusal.full }
            do {
                try await wire.write(answer)
            } catch {
                hub.leave(client)
                throw error
            }
            return (client, rest)
        } catch let refusal as Handshake.Refusal {
            switch refusal {
            case .token: hub.count(\.wrongTokens)
            case .origin: hub.count(\.foreignOrigins)
            case .full: break  // counted already
            default: hub.count(\.badHandshakes)
            }
            try await wire.write(refusal.bytes)
            return nil
        }
    }

    // MARK: The life of a client

    /// The endpoint closes, and the client got all that there was.
    private struct Closing: Error {}

    private func run() async {
        let end: WebSocketError
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.receive() }
                group.addTask { try await self.work() }
                group.addTask { try await self.follow() }
                group.addTask { try await self.socket.watch(every: self.limits.pingInterval) }
                defer { group.cancelAll() }
                try await group.next()
            }
            end = WebSocketError(.normal, "")
        } catch let error as WebSocketError {
            hub.count(error.code == .tooLarge ? \.oversized : \.malformed)
            end = error
        } catch is Closing {
            end = WebSocketError(.goingAway, "the app closes its endpoint")
        } catch is CancellationError {
            end = WebSocketError(.goingAway, "the app closes its endpoint")
        } catch {
            if error is Gone { hub.count(\.lost) }
            end = WebSocketError(.normal, "")
        }
        hub.leave(client)
        requestSink.finish()
        // Not in a task that was cancelled: the farewell would not go out.
        let socket = socket
        await Task { await socket.close(end) }.value
    }

    // MARK: What comes

    private func receive() async throws {
        var throttle = Throttle(perSecond: limits.messagesPerSecond)
        while true {
            let incoming = try await socket.receive()
            if let pause = throttle.wait(at: .now) {
                hub.count(\.throttled)
                try await Task.sleep(for: pause)
            }
            switch incoming {
            case .message(let text): try await accept(text)
            case .ping(let bytes): try await socket.send(Frame(opcode: .pong, payload: bytes))
            case .close: return
            case .part, .pong: break
            }
        }
    }

    /// Lets a message wait for its turn, unless too many do.
    private func accept(_ text: [UInt8]) async throws {
        hub.count(\.messages)
        let isFree = waiting.withLock { waiting in
            guard waiting.count < limits.waitingRequests, waiting.count == 0 || waiting.bytes + text.count <= limits.messageBytes else {
                return false
            }
            waiting = (waiting.count + 1, waiting.bytes + text.count)
            return true
        }
        if isFree {
            requestSink.yield(text)
        } else {
            let id = (try? ControlMessage(parsing: text))?.requestID ?? .null
            try await answer(id, .failure(ControlError(.busy, "too many requests wait already: wait for their answers")))
        }
    }

    /// Serves the requests, one after the other.
    private func work() async throws {
        for await text in requests {
            try await handle(text)
            waiting.withLock { $0 = ($0.count - 1, $0.bytes - text.count) }
        }
        try Task.checkCancellation()
    }

    private func handle(_ text: [UInt8]) async throws {
        let message: ControlMessage
        do {
            message = try ControlMessage(parsing: text)
        } catch {
            hub.count(\.malformed)
            return try await answer(.null, .failure(error))
        }
        guard case .request(let id, let method, let parameters) = message else { return }  // nothing was asked, so it answers nothing
        let result: Result<JSONValue, ControlError>
        do {
            result = .success(try await self.result(of: method, parameters))
        } catch let error as ControlError {
            result = .failure(error)
        } catch let error as CancellationError {
            throw error
        } catch {
            result = .failure(ControlError(.failed, "\(method) has failed: \(error)"))
        }
        if let id { try await answer(id, result) }
        // The answer precedes the first lines.
        if case .success = result, let command = followCommand(method, parameters) { mailbox.post(command) }
    }

    private func answer(_ id: JSONValue, _ result: Result<JSONValue, ControlError>) async throws {
        try await socket.send(ControlMessage.response(id: id, result).text)
    }

    private func followCommand(_ method: String, _ parameters: JSONValue) -> FollowCommand? {
        switch method {
        case FollowRecording.name: (try? FollowRecording(parameters: parameters)).map(FollowCommand.follow)
        case UnfollowRecording.name: .unfollow
        default: nil
        }
    }

    // MARK: The methods

    private func result(of method: String, _ parameters: JSONValue) async throws -> JSONValue {
        switch method {
        case GetAppInfo.name: return try JSONValue(encoding: hub.info)
        case GetState.name:
            let request = try GetState(parameters: parameters)
            return try await ask(request.store, .get(request))
        case SetState.name:
            let request = try SetState(parameters: parameters)
            return try await ask(request.store, .set(request))
        case PatchState.name:
            let request = try PatchState(parameters: parameters)
            return try await ask(request.store, .patch(request))
        case DispatchAction.name:
            let request = try DispatchAction(parameters: parameters)
            return try await ask(request.store, .dispatch(request))
        case FollowRecording.name:
            guard RecordingPump.isSound(try FollowRecording(parameters: parameters)) else {
                throw ControlError(.invalidParameters, "the parameters of \(method) name a file that no recording has")
            }
            guard let recording = hub.recorder.recordingName else { throw ControlError(.notRecorded, "the app records nothing") }
            return try JSONValue(encoding: FollowRecording.Answer(recording: recording, step: hub.recorder.lastStep))
        case UnfollowRecording.name: return try JSONValue(encoding: Done())
        case MarkRecording.name:
            let request = try MarkRecording(parameters: parameters)
            hub.recorder.mark(typed: request.mark, note: request.note)
            return try JSONValue(encoding: Done())
        case BeginReplay.name: return try await ask(BeginReplay(parameters: parameters).store, .begin)
        case ShowState.name: return try await show(ShowState(parameters: parameters))
        case ReduceAction.name:
            let request = try ReduceAction(parameters: parameters)
            return try await ask(request.store, .reduce(request))
        case EndReplay.name:
            let request = try EndReplay(parameters: parameters)
            hub.recorded.forget()
            return try await ask(request.store, .end(keep: request.keep))
        default:
            throw ControlError(.noSuchMethod, "there is no method '\(method.prefix(100))'")
        }
    }

    private func ask(_ store: String?, _ request: StoreRequest) async throws -> JSONValue {
        try await hub.ask(store, request, for: client)()
    }

    private func show(_ request: ShowState) async throws -> JSONValue {
        switch (request.step, request.state) {
        case (let step?, nil):
            let state = try hub.recorded.state(of: hub.storeName(request.store), after: step)
            return try await ask(request.store, .show(state, keep: request.keep == true))
        case (nil, let state?): return try await ask(request.store, .show(state, keep: request.keep == true))
        default: throw ControlError(.invalidParameters, "the parameters of \(ShowState.name) have to have a step or a state, and not both")
        }
    }

    // MARK: The recording

    /// How long it waits before it looks whether something was recorded: longer the longer nothing was.
    private static let pauses: ClosedRange<Duration> = .milliseconds(4)...(.milliseconds(40))

    private func follow() async throws {
        var pump: RecordingPump?
        var pause = Self.pauses.lowerBound
        while true {
            let command = pump == nil ? try await mailbox.wait() : mailbox.popFirst()
            switch command {
            case .follow(let request):
                pump = try? hub.recorder.directory.map { directory throws(RecordingError) in
                    try RecordingPump(request, directory: directory, limits: limits)
                }
            case .unfollow: pump = nil
            case .close:
                if pump != nil {
                    hub.recorder.flush()
                    pump?.lookAtOnce()
                    while try await send(&pump) {}
                }
                throw Closing()
            case nil:
                if try await send(&pump) {
                    pause = Self.pauses.lowerBound
                } else {
                    try await Task.sleep(for: pause)
                    pause = min(pause * 1.3, Self.pauses.upperBound)
                }
            }
        }
    }

    /// Sends what was recorded since the last call; returns whether there was anything.
    private func send(_ pump: inout RecordingPump?) async throws -> Bool {
        let batch: RecordingPump.Batch
        do throws(RecordingError) {
            batch = try pump?.next() ?? .init()
        } catch {
            pump = nil  // the directory is gone, and with it the recording
            return false
        }
        for _ in 0..<batch.skips { hub.count(\.skips) }
        for message in batch.messages { try await socket.send(message) }
        return !batch.messages.isEmpty
    }
}

extension ControlMessage {
    fileprivate var requestID: JSONValue? { if case .request(let id, _, _) = self { id } else { nil } }
}
