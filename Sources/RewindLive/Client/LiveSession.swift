import FlyingSocks
import RewindCapture
import RewindControl
import RewindValue
import Synchronization

/// One connection of a client: requests that wait for their answers, and notifications from the app.
final class LiveSession: Sendable {
    private let socket: WebSocket
    private let ending = Promise<Void>()
    private let state = Mutex(State())

    private struct State {
        var lastID = 0
        var waiting: [Int: Promise<JSONValue>] = [:]
        /// Why the connection ended.
        var end: LiveError?
    }

    private init(_ socket: WebSocket) { self.socket = socket }

    /// Connects to an app, within a time.
    static func open(_ address: LiveAddress, within time: Duration, messageLimit: Int) async throws(LiveError) -> LiveSession {
        do {
            return try await RewindLive.within(time) { try await connected(to: address, messageLimit: messageLimit) }
        } catch let error as LiveError {
            throw error
        } catch is TimedOut {
            throw LiveError(.unreachable, "the app at \(address.authority) did not answer within \(time.components.seconds) seconds")
        } catch is CancellationError {
            throw LiveError(.closed, "the client was closed")
        } catch {
            throw LiveError(
                .unreachable, "no app answers at \(address.authority): \(Self.text(for: error))",
                advice: "Check that the app is running, and that its URL is this one")
        }
    }

    private static func text(for error: any Error) -> String {
        switch error {
        case SocketError.failed(_, _, let message): message
        case SocketError.disconnected: "the connection was closed"
        default: "\(error)"
        }
    }

    private static func connected(to address: LiveAddress, messageLimit: Int) async throws -> LiveSession {
        let loop = try await SocketLoop.shared
        let wire = try await Connection.connected(to: address, pool: loop.pool)
        let key = Handshake.key()
        try await wire.write(Handshake.request(host: address.authority, token: address.token, key: key))
        let isNoApp = LiveError(.malformed, "what answers at \(address.authority) is not a running app")
        let (head, rest): (head: HTTPHead, rest: [UInt8])
        do { (head, rest) = try await wire.head() } catch is Handshake.Refusal { throw isNoApp }
        guard Handshake.isAccepted(head, key: key) else {
            guard head.startLine[0].hasPrefix("HTTP/"), let count = head.value("content-length").flatMap({ Int($0) }), count < 1024 else {
                throw isNoApp
            }
            var body = rest
            while body.count < count, let more = try? await wire.read(atMost: 1024) { body += more }
            let text = String(decoding: body.prefix { $0 >= 0x20 && $0 < 0x7f }, as: UTF8.self)
            throw LiveError(.refused, "the app at \(address.authority) refuses the client: \(head.startLine[1]) \(text)")
        }
        return LiveSession(WebSocket(wire, side: .client, limit: messageLimit, receivedAhead: rest))
    }

    /// Handles incoming messages until the connection ends, and returns why it did.
    ///
    /// - Parameter take: gets each notification's name and parameters, in order; a throw ends the connection.
    func run(take: @escaping @Sendable (String, JSONValue) throws -> Void) async -> LiveError {
        let end = await finish(running(take))
        let farewell = end.code == .closed ? WebSocketError(.normal, "") : WebSocketError(.goingAway, "")
        await socket.close(farewell)
        return end
    }

    func end(_ error: LiveError) { ending.resolve(.failure(error)) }

    private func running(_ take: @escaping @Sendable (String, JSONValue) throws -> Void) async -> LiveError {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.receive(take) }
                group.addTask { try await self.socket.watch(every: .seconds(15)) }
                group.addTask { try await self.ending.value }
                defer { group.cancelAll() }
                try await group.next()
            }
            return LiveError(.disconnected, "the connection to the app has ended")
        } catch let error as LiveError {
            return error
        } catch let error as WebSocketError {
            return LiveError(.malformed, "what the app sent is not the protocol: \(error.reason)")
        } catch SocketError.disconnected {
            return LiveError(.disconnected, "the app closed the connection without a word: it has ended, or was killed")
        } catch is Gone {
            return LiveError(.disconnected, "the app no longer answers")
        } catch is CancellationError {
            return LiveError(.closed, "the client was closed")
        } catch {
            return LiveError(.disconnected, "the connection to the app has ended: \(Self.text(for: error))")
        }
    }

    private func receive(_ take: @Sendable (String, JSONValue) throws -> Void) async throws {
        while true {
            switch try await socket.receive() {
            case .message(let text): try handle(text, take)
            case .ping(let bytes): try await socket.send(Frame(opcode: .pong, payload: bytes))
            case .close(let code, let reason):
                // An app that announces its end does not come back at this address.
                throw LiveError(
                    code == .goingAway ? .closed : .disconnected,
                    "the app has ended the connection" + (reason.isEmpty ? " (\(code.rawValue))" : ": \(reason)"))
            case .part, .pong: break
            }
        }
    }

    private func handle(_ text: [UInt8], _ take: @Sendable (String, JSONValue) throws -> Void) throws {
        let message: ControlMessage
        do {
            message = try ControlMessage(parsing: text)
        } catch {
            throw LiveError(.malformed, "what the app sent is not the protocol: \(error.message)")
        }
        switch message {
        case .request(_, let method, let parameters): try take(method, parameters)
        case .response(let id, let result):
            guard let id = id.int, let waiting = state.withLock({ $0.waiting[id] }) else { return }
            waiting.resolve(result.mapError { $0 as any Error })
        }
    }

    /// Ends all waiting requests without an answer.
    private func finish(_ end: LiveError) -> LiveError {
        let waiting = state.withLock { state in
            state.end = end
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for request in waiting { request.resolve(.failure(end)) }
        return end
    }

    /// Sends a request, and waits for its answer.
    ///
    /// - Throws: ``ControlError`` if the app refuses it, ``LiveError`` if the connection ends first, `CancellationError`.
    func call<Method: ControlMethod>(_ request: Method) async throws -> Method.Answer {
        let promise = Promise<JSONValue>()
        let id = try state.withLock { state throws(LiveError) in
            if let end = state.end { throw end }
            state.lastID += 1
            state.waiting[state.lastID] = promise
            return state.lastID
        }
        defer { state.withLock { _ = $0.waiting.removeValue(forKey: id) } }
        do {
            try await socket.send(request.message(id: .number(JSONNumber(id))).text)
        } catch is SocketError {
            throw LiveError(.disconnected, "the connection to the app has ended")
        }
        let answer = try await promise.value
        do {
            return try answer.decode(Method.Answer.self)
        } catch {
            throw LiveError(.malformed, "the app's answer to \(Method.name) is not the protocol: \(DecodingProblem(error).text)")
        }
    }
}
