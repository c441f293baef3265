import RewindArchive
import RewindControl
import RewindFormat
import RewindJournal
import RewindLive
import RewindSystem
import Synchronization

/// A running app as seen from a prompt: synchronous requests, and its recording.
protocol AppConnection: AnyObject {
    /// Sends a request, and waits for its answer.
    ///
    /// - Throws: `ControlError` if the app refuses it, `LiveError` if it can't be reached.
    func ask<Method: ControlMethod>(_ request: Method) throws -> Method.Answer

    /// The app's recording, followed from the first call on.
    ///
    /// - Throws: as ``ask(_:)``; `RecordingError` if there is no disk space for it.
    func recording() throws -> LiveRecording

}

extension AppConnection {
    /// How the app describes itself now.
    ///
    /// - Throws: as ``ask(_:)``.
    func presentInfo() throws -> AppInfo { try ask(GetAppInfo()) }
}

final class ConnectedApp: AppConnection {
    let info: AppInfo
    /// When the connection was begun, in nanoseconds since 1970.
    let connected = SystemFacts.wallNanoseconds()
    private let client: LiveClient
    private let folder: TemporaryDirectory
    private let start: FollowStart
    private var followed: LiveRecording?
    /// Whether the followed recording includes its ending.
    private var hasEnded = false
    private let isLocal: Bool
    private let answerTime: Duration
    private let news = NewsQueue()
    private let reading: Task<Void, Never>

    /// Connects to an app.
    ///
    /// - Parameters:
    ///   - folder: the folder for its recording.
    ///   - start: where the recording begins here.
    ///   - answerTime: how long to wait for an answer; by default the client's own timeout.
    init(
        _ address: LiveAddress, folder: TemporaryDirectory, from start: FollowStart = .start, answerTime: Duration? = nil
    ) throws {
        var options = LiveClient.Options()
        options.answerTime = answerTime ?? options.answerTime
        let client = LiveClient(address, options: options)
        info = try Self.waiting { try await client.connect() }
        (self.client, self.folder, self.start, isLocal) = (client, folder, start, address.isLoopback)
        self.answerTime = options.answerTime
        reading = Task.detached { [news] in for await event in client.events { news.add(event) } }
    }

    deinit { reading.cancel() }

    func ask<Method: ControlMethod>(_ request: Method) throws -> Method.Answer {
        try whileItIsThere { try Self.waiting { [client] in try await client.call(request) } }
    }

    /// Runs work with the app; if it fails because the app has ended, the error says so, and where its recording is.
    private func whileItIsThere<Answer>(_ work: () throws -> Answer) throws -> Answer {
        do {
            return try work()
        } catch let error as LiveError where error.code == .disconnected {
            // A process that has ended is not immediately reported as such.
            let deadline = ContinuousClock.now + .seconds(1)
            while end == nil, ContinuousClock.now < deadline { idle(for: .milliseconds(10)) }
            if end != nil { throw gone }
            throw LiveError(.disconnected, "the app can't be reached for now", advice: "The connection is tried again; wait a moment")
        }
    }

    /// The error that the app has ended, which says where to look for its recording.
    private var gone: LiveError {
        let here = followed == nil ? "" : "What came over is here: look at it, or save it. "
        let elsewhere = (isLocal ? ownRecording : nil).map { "What it recorded is in \(RecordingLibrary.nearName(of: $0))" }
        return LiveError(
            .closed, "\(info.app.isEmpty ? "the app" : info.app), process \(info.process), has ended",
            advice: here + (elsewhere ?? "'rewind list' shows what was recorded on this machine"))
    }

    /// The directory of the app's own recording; `nil` if it is on this machine and no longer a recording: the app may have removed it.
    var ownRecording: String? {
        guard let directory = info.directory else { return nil }
        return !isLocal || FileSystem.kind(of: "\(directory)/\(Manifest.entryName)") == .file ? directory : nil
    }

    /// Waits for an answer; tells the user if that takes long.
    private static func waiting<Answer: Sendable>(_ work: @escaping @Sendable () async throws -> Answer) throws -> Answer {
        let notice = Task.detached {
            guard StandardStream.error.isTerminal, (try? await Task.sleep(for: .seconds(5))) != nil else { return }
            Diagnostics.say("the app does not answer; still waiting (C-c ends)")
        }
        defer { notice.cancel() }
        return try runBlocking(work)
    }

    func recording() throws -> LiveRecording {
        let recording = try followed ?? follow()
        if let end, !hasEnded {
            hasEnded = true
            // An app on this machine that closed the connection and removed its directory has ended its recording.
            let isWhole = isLocal && end.code == .closed && info.directory != nil && ownRecording == nil
            try recording.end(isWhole: isWhole)
        }
        guard recording.hasBegun else {
            throw LiveError(
                .unreachable, "the app answers, but nothing of its recording has come so far", advice: "Try again: the app may be busy")
        }
        return recording
    }

    /// Starts following the recording, and waits until it has arrived.
    private func follow() throws -> LiveRecording {
        let path =
            folder.path + "/\(info.app.isEmpty ? "app" : info.app.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()).live"
        let answer = try whileItIsThere { try runBlocking { [client, start] in try await client.follow(into: path, from: start) } }
        let recording = LiveRecording(directory: path)
        followed = recording
        try Activity.during("receiving the recording") {
            // On a busy machine, or over a slow network, this takes time.
            let deadline = ContinuousClock.now + answerTime
            while !recording.hasBegun, end == nil, ContinuousClock.now < deadline { idle(for: .milliseconds(5)) }
            try recording.wait(for: answer.step)
        }
        return recording
    }

    /// The events of the connection since the last call.
    func drainEvents() -> [LiveEvent] { news.drainEvents() }

    /// The error that ended the connection for good, if any.
    var end: LiveError? { news.end }

    var isConnected: Bool { news.isConnected }

    func close() { try? runBlocking { [client] in await client.close() } }
}

/// Events that wait to be reported.
private final class NewsQueue: Sendable {
    private let state = Mutex<(waiting: [LiveEvent], end: LiveError?, isConnected: Bool)>(([], nil, true))

    func add(_ event: LiveEvent) {
        state.withLock { state in
            switch event {
            case .connected: state.isConnected = true
            case .disconnected: state.isConnected = false
            case .ended(let error): (state.end, state.isConnected) = (error, false)
            case .skipped: break
            }
            state.waiting.append(event)
        }
    }

    func drainEvents() -> [LiveEvent] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    var end: LiveError? { state.withLock { $0.end } }
    var isConnected: Bool { state.withLock { $0.isConnected } }
}
