import Dispatch
import RewindControl
import RewindFormat
import RewindSystem
import RewindValue
import Synchronization

/// A server of the Model Context Protocol: it takes messages, each a line of JSON, and writes its own.
///
/// Requests are answered at once by threads of their own, so in any order, and each can be cancelled. Revision 2026-07-28 knows no
/// session; for a client that begins with `initialize`, it is a server of 2025-11-25.
final class AssistantServer: Sendable {
    private let tools: AssistantTools
    private let write: @Sendable ([UInt8]) -> Void
    private let writing = Mutex(())
    private let state = Mutex(State())
    /// Signalled when a call ends.
    private let ended = DispatchSemaphore(value: 0)

    private struct State {
        /// Whether the client has begun as those of 2025-11-25 do.
        var isLegacy = false
        var running: [JSONValue: OwnStopRequest] = [:]
        var waiting: [Call] = []
        var threads = 0
    }

    private struct Call: Sendable {
        let id: JSONValue
        let stop: OwnStopRequest
        let isLegacy: Bool
        let work: @Sendable () -> JSONObject?
    }

    /// How many calls are worked on at once, and how many more may wait.
    private static let threadLimit = 4, waitingLimit = 256

    /// - Parameter write: takes a message with the end of its line; any thread, one at a time.
    init(_ tools: AssistantTools, write: @escaping @Sendable ([UInt8]) -> Void) {
        (self.tools, self.write) = (tools, write)
    }

    // MARK: Messages

    /// Takes a message.
    func take(_ line: [UInt8]) {
        if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) { return }
        let message: AssistantMessage
        do throws(AssistantMessage.Unreadable) { message = try AssistantMessage(parsing: line) } catch {
            return send(AssistantMessage.error(error.error, id: error.id))
        }
        guard let id = message.id else { return notified(message) }
        do throws(ControlError) { try answer(message, id) } catch { send(AssistantMessage.error(error, id: id)) }
    }

    /// Answers a message that was too long to be read.
    func refuseLongMessage() {
        send(
            AssistantMessage.error(
                ControlError(.invalidRequest, "the message is longer than \(AssistantMessage.longest) bytes"), id: nil))
    }

    private func notified(_ message: AssistantMessage) {
        guard message.method == "notifications/cancelled", let id = message.parameters["requestId"] else { return }
        let stop = state.withLock { state in
            state.waiting.removeAll { $0.id == id }
            return state.running.removeValue(forKey: id)
        }
        stop?.make()
    }

    private func answer(_ message: AssistantMessage, _ id: JSONValue) throws(ControlError) {
        if message.method == "initialize" {
            state.withLock { $0.isLegacy = true }
            return send(AssistantMessage.result(AssistantProtocol.initialized(message.parameters, tools), id: id))
        }
        let isLegacy = try AssistantProtocol.isLegacy(message, hasInitialized: state.withLock { $0.isLegacy })
        switch message.method {
        case "ping" where isLegacy: send(AssistantMessage.result([:], id: id))
        case "server/discover" where !isLegacy: send(complete(AssistantProtocol.discovered(tools), id))
        case "tools/list":
            if let cursor = message.parameters["cursor"], cursor != .null {
                throw ControlError(.invalidParameters, "there is no such cursor: all tools are on one page")
            }
            let list: JSONObject = ["tools": .array(tools.list.map { $0.json(mayWrite: tools.folder != nil) })]
            send(isLegacy ? AssistantMessage.result(list, id: id) : complete(AssistantProtocol.cacheable(list), id))
        case "tools/call": try call(message, id, isLegacy: isLegacy)
        default:
            throw ControlError(.noSuchMethod, "there is no method \(AssistantText.quoted(message.method))")
        }
    }

    private func complete(_ result: JSONObject, _ id: JSONValue) -> JSONValue {
        AssistantMessage.result(AssistantProtocol.complete(result), id: id)
    }

    private func send(_ message: JSONValue) {
        var bytes: [UInt8] = []
        message.write(into: &bytes)
        writing.withLock { _ in write(bytes + "\n".utf8) }
    }

    // MARK: Calls

    private func call(_ message: AssistantMessage, _ id: JSONValue, isLegacy: Bool) throws(ControlError) {
        guard let name = message.parameters["name"]?.string else { throw ControlError(.invalidParameters, "the call names no tool") }
        guard AssistantTool.all.contains(where: { $0.name == name }) else {
            throw ControlError(.invalidParameters, "Unknown tool: \(AssistantText.quoted(name))")
        }
        let arguments = message.parameters["arguments"] ?? [:]
        guard let arguments = arguments.object else { throw ControlError(.invalidParameters, "the call's arguments are no object") }
        let stop = OwnStopRequest()
        let call = AssistantCall(
            tool: name, arguments: arguments, hypothesis: AssistantText.visible(arguments["hypothesis"]?.string ?? ""),
            progress: progress(of: message, stop))
        let tools = tools
        let queued = Call(id: id, stop: stop, isLegacy: isLegacy) { tools.result(of: call) }
        let isBusy: Bool = try state.withLock { (state) throws(ControlError) in
            if state.running[id] != nil { throw ControlError(.invalidRequest, "a request with this id is still under way") }
            if state.waiting.count >= Self.waitingLimit { throw ControlError(.failed, "too many calls are waiting: call again later") }
            state.running[id] = stop
            if state.threads >= Self.threadLimit {
                state.waiting.append(queued)
                return true
            }
            state.threads += 1
            return false
        }
        if isBusy { return }
        do throws(ThreadError) { try SystemThread.start(stackBytes: 8 << 20) { self.work(from: queued) } } catch {
            state.withLock { state in
                state.threads -= 1
                state.running[id] = nil
            }
            throw ControlError(.failed, "the system makes no thread")
        }
    }

    /// Tells the client how far a call is, if it wants to know: at most once a second.
    private func progress(of message: AssistantMessage, _ stop: OwnStopRequest) -> @Sendable (String) -> Void {
        guard let token = message.progressToken else { return { _ in } }
        let told = Told()
        return { words in
            guard !stop.isMade, let count = told.next() else { return }
            self.send(
                AssistantMessage.notification(
                    "notifications/progress",
                    ["progressToken": token, "progress": .number(JSONNumber(count)), "message": .string(words)]))
        }
    }

    /// Works on a call, and then on those that wait.
    private func work(from first: Call) {
        var next: Call? = first
        while let call = next {
            let result = StopRequest.$own.withValue(call.stop) { call.stop.isMade ? nil : call.work() }
            // One that was cancelled is no longer there, and gets no answer. Once it is answered, its id may be used again.
            let isWanted = state.withLock { state in
                guard state.running[call.id] === call.stop else { return false }
                state.running[call.id] = nil
                return true
            }
            if isWanted, let result { send(call.isLegacy ? AssistantMessage.result(result, id: call.id) : complete(result, call.id)) }
            next = state.withLock { state in
                if state.waiting.isEmpty {
                    state.threads -= 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            ended.signal()
        }
    }

    /// Waits until all calls have ended; those that have not after a while are stopped.
    func finish(within patience: Duration = .seconds(1)) {
        wait(until: ContinuousClock.now + patience)
        let rest = state.withLock { state in
            defer { (state.running, state.waiting) = ([:], []) }
            return Array(state.running.values)
        }
        for stop in rest { stop.make() }
        wait(until: ContinuousClock.now + patience)
    }

    private func wait(until end: ContinuousClock.Instant) {
        while state.withLock({ $0.threads > 0 }), ContinuousClock.now < end { _ = ended.wait(timeout: .now() + .milliseconds(20)) }
    }
}

/// When the progress of a call was told last.
private final class Told: Sendable {
    private let last = Mutex((count: 0, time: ContinuousClock.now))

    /// The number of the next notification; `nil` if the last one was less than a second ago.
    func next() -> Int? {
        last.withLock { last in
            let now = ContinuousClock.now
            if last.count > 0, now - last.time < .seconds(1) { return nil }
            last = (last.count + 1, now)
            return last.count
        }
    }
}
