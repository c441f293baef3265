import RewindCapture
package import RewindControl
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// A client of a running app: asks for its state, changes it, and follows its recording.
///
/// ```swift
/// let client = LiveClient(try LiveAddress(parsing: url))
/// print(try await client.connect().app)
/// print(try await client.call(GetState(path: "/cart")).value)
/// try await client.follow(into: "shop.live")    // a recording, which every reader reads
/// ```
///
/// When the connection breaks, the client reconnects by itself, and goes on with the followed recording where it was. Thread-safe.
package final class LiveClient: Sendable {
    package struct Options: Sendable {
        /// Whether the client reconnects after the connection broke.
        package var reconnects = true
        /// How long it tries to reconnect before it gives up.
        package var patience: Duration = .seconds(30)
        /// How long it waits for the connection, each time that it tries.
        package var connectTime: Duration = .seconds(10)
        /// How long it waits for an answer.
        package var answerTime: Duration = .seconds(60)
        /// Bytes of the longest message that it takes from the app.
        package var messageLimit = 1 << 30

        package init() {}
    }

    /// The app's address.
    package let address: LiveAddress
    private let options: Options
    /// What happens, in order, for one task to read.
    ///
    /// It ends with the client.
    package let events: AsyncStream<LiveEvent>
    private let eventSink: AsyncStream<LiveEvent>.Continuation
    /// One element whenever the followed recording may have grown since the last one was taken; for one task to read.
    package let growth: AsyncStream<Void>
    private let growthSink: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    private struct State {
        var session: LiveSession?
        var supervisor: Task<Void, Never>?
        var followed: FollowedDirectory?
        var recording: String?
        /// The app's own directory, if it's on this machine.
        var home: String?
        var isClosed = false
    }

    /// A client that is not connected yet.
    package init(_ address: LiveAddress, options: Options = Options()) {
        self.address = address
        self.options = options
        (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        (growth, growthSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit { state.withLock { $0.supervisor }?.cancel() }

    /// Connects to the app.
    ///
    /// - Returns: what the app reports about itself.
    /// - Throws: ``LiveError`` if it can't be reached or refuses, `ControlError` if it doesn't answer as it should.
    @discardableResult
    package func connect() async throws -> AppInfo {
        let isNew = state.withLock { !$0.isClosed && $0.supervisor == nil }
        guard isNew else { throw LiveError(.closed, "the client was connected before", advice: "Make another one") }
        let session = try await LiveSession.open(address, within: options.connectTime, messageLimit: options.messageLimit)
        let supervisor = Task { [weak self, eventSink, growthSink] in
            var next: LiveSession? = session
            var resumption: Task<Void, Never>?
            while let session = next {
                let end = await session.run { [weak self] method, parameters in
                    try self?.handle(notification: method, parameters: parameters)
                }
                resumption?.cancel()
                next = await self?.reconnect(after: end)
                if let next { resumption = Task { [weak self] in await self?.resume(next) } }
            }
            eventSink.finish()
            growthSink.finish()
        }
        let isClosed = state.withLock { state in
            if !state.isClosed { (state.session, state.supervisor) = (session, supervisor) }
            return state.isClosed
        }
        if isClosed {
            supervisor.cancel()
            throw LiveError(.closed, "the client was closed")
        }
        do {
            let info = try await call(GetAppInfo())
            let home = address.isLoopback ? info.directory.flatMap { LiveDirectory.isLocked($0) ? $0 : nil } : nil
            state.withLock { ($0.recording, $0.home) = (info.recording, home) }
            eventSink.yield(.connected(info))
            return info
        } catch {
            await close()
            throw error
        }
    }

    /// Sends a request, and waits for its answer.
    ///
    /// - Throws: `ControlError` if the app refuses it; ``LiveError`` without a connection.
    @discardableResult
    package func call<Method: ControlMethod>(_ request: Method) async throws -> Method.Answer {
        guard let session = state.withLock({ $0.session }) else { throw LiveError(.disconnected, "the client is not connected") }
        do {
            return try await within(options.answerTime) { try await session.call(request) }
        } catch is TimedOut {
            throw LiveError(
                .unreachable, "the app did not answer \(Method.name) within \(options.answerTime)",
                advice: "See whether its store is busy or stopped in a debugger")
        }
    }

    /// Follows the app's recording into a directory, which is then a recording itself.
    ///
    /// The directory opens like an app's own: while it grows, with `RecordingTail`; once the client is closed, with
    /// `Recording(directory:)`. A directory of an earlier client goes on where that stopped. A client follows one recording once.
    ///
    /// - Parameters:
    ///   - directory: the directory, which is made if it is not there.
    ///   - start: where to begin if the directory is new.
    /// - Returns: which recording it is, and how far the app is.
    /// - Throws: as ``call(_:)``; `RecordingError` if the directory can't be written, or has something else.
    @discardableResult
    package func follow(into directory: String, from start: FollowStart = .start) async throws -> FollowRecording.Answer {
        let followed = try FollowedDirectory(at: directory)
        let isFirst = state.withLock { state in
            if state.followed != nil { return false }
            state.followed = followed
            return true
        }
        guard isFirst else { throw LiveError(.closed, "the client is following already", advice: "Use another client") }
        do {
            return try await follow(followed, from: start)
        } catch {
            state.withLock { $0.followed = nil }
            throw error
        }
    }

    private func follow(_ followed: FollowedDirectory, from start: FollowStart) async throws -> FollowRecording.Answer {
        guard let recording = state.withLock({ $0.recording }) else {
            throw ControlError(.notRecorded, "the app records nothing")
        }
        try followed.begin(recording)
        let have = followed.have
        return try await call(FollowRecording(from: have.isEmpty ? start : nil, have: have.isEmpty ? nil : have))
    }

    /// The directory of the followed recording; `nil` if the client follows none.
    package var directory: String? { state.withLock { $0.followed?.path } }

    /// Ends the connection, and releases the followed recording.
    ///
    /// Returns when everything received is in the directory.
    package func close() async {
        let (supervisor, wasConnected) = state.withLock { state in
            defer { state.isClosed = true }
            return (state.supervisor, state.session != nil)
        }
        supervisor?.cancel()
        await supervisor?.value
        let followed = state.withLock { state in
            defer { state.followed = nil }
            return state.followed
        }
        try? followed?.finish(appGoesOn: wasConnected)
        eventSink.finish()
        growthSink.finish()
    }

    /// Handles a notification from the app.
    private func handle(notification method: String, parameters: JSONValue) throws {
        let followed = state.withLock { $0.followed }
        switch method {
        case RecordingLines.name:
            try followed?.append(parameters.decode(RecordingLines.self))
            growthSink.yield()
        case RecordingManifest.name:
            try followed?.update(manifest: parameters.decode(RecordingManifest.self).manifest)
            growthSink.yield()
        case RecordingSkipped.name:
            let skipped: RecordingSkipped = try parameters.decode()
            // The app may not know what a client that reconnects already has.
            if let missing = followed.map({ $0.missing(skipped) }) ?? skipped { eventSink.yield(.skipped(missing)) }
        default: break  // a later version tells more
        }
    }

    /// Goes on where the last connection ended.
    private func resume(_ session: LiveSession) async {
        state.withLock { $0.session = session }
        do {
            let info = try await call(GetAppInfo())
            let (known, followed) = state.withLock { ($0.recording, $0.followed) }
            guard info.recording == known else {
                throw LiveError(.otherRecording, "the app that answers now is another one: it records \(info.recording ?? "nothing")")
            }
            if let followed { _ = try await follow(followed, from: .start) }
            eventSink.yield(.connected(info))
        } catch let error as LiveError where error.code == .otherRecording {
            session.end(error)
        } catch {
            session.end(LiveError(.disconnected, "the app did not let the client go on: \(error)"))
        }
    }

    /// Connects again after the connection ended; `nil` if that is not wanted, or not to be.
    private func reconnect(after end: LiveError) async -> LiveSession? {
        let isClosed = state.withLock { state in
            state.session = nil
            return state.isClosed
        }
        guard options.reconnects, !isClosed, end.code == .disconnected else {
            if !isClosed, end.code == .closed { await complete(within: .milliseconds(500)) }
            eventSink.yield(.ended(end))
            return nil
        }
        eventSink.yield(.disconnected(end))
        var last = end
        var pause = Duration.milliseconds(50)
        let deadline = ContinuousClock.now + options.patience
        while ContinuousClock.now < deadline, !Task.isCancelled {
            try? await Task.sleep(for: pause * Double.random(in: 0.8...1.2))  // many clients don't come back at one moment
            pause = min(pause * 2, .seconds(5))
            do {
                return try await LiveSession.open(address, within: options.connectTime, messageLimit: options.messageLimit)
            } catch {
                last = error
                if error.code == .closed || error.code == .malformed { break }
                if await complete(within: .zero) {
                    last = LiveError(.unreachable, "its process has ended")
                    break
                }
            }
        }
        eventSink.yield(.ended(last))
        return nil
    }

    /// Completes the followed recording from the app's own directory, once the app's process on this machine has released that directory.
    ///
    /// - Returns: whether it has, whatever was left.
    @discardableResult
    private func complete(within time: Duration) async -> Bool {
        guard let home = state.withLock({ $0.home }) else { return false }
        let deadline = ContinuousClock.now + time
        while LiveDirectory.isLocked(home) {
            if ContinuousClock.now >= deadline { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        // If the app has sealed its recording, or another process holds its lock just now, what was received has to do.
        if FileSystem.kind(of: home) == .directory { try? state.withLock { $0.followed }?.complete(from: home) }
        return true
    }

}

/// What happens to a client while it is connected.
package enum LiveEvent: Sendable {
    /// The client is connected, for the first time or again.
    case connected(AppInfo)
    /// The connection is gone; the client tries to reconnect.
    case disconnected(LiveError)
    /// Some steps were not sent, and the recording goes on after them.
    case skipped(RecordingSkipped)
    /// The client is done, because it was closed or the app is gone; nothing follows.
    case ended(LiveError)
}
