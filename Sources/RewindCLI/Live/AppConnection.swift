import RewindArchive
import RewindControl
import RewindFormat
import RewindJournal
import RewindLive
import RewindSystem
import Synchronization

/// A running app as a prompt sees it: requests that are answered before the next, and its recording.
protocol AppConnection: AnyObject {
    /// Sends a request, and waits for its answer.
    ///
    /// - Throws: `ControlError` if the app refuses it, `LiveError` if it can't be reached.
    func ask<Method: ControlMethod>(_ request: Method) throws -> Method.Answer

    /// The names of the stores that the app serves now.
    ///
    /// - Throws: as ``ask(_:)``.
    func storeNames() throws -> [String]

    /// Whether a client has paused a store of the app, or replays a recording in it.
    ///
    /// - Throws: as ``ask(_:)``.
    func isPausedBySomebody() throws -> Bool

    /// The app's recording, which is followed from the first call on.
    ///
    /// - Throws: as ``ask(_:)``; `RecordingError` if there is no room for it.
    func recording() throws -> LiveRecording

    /// Whether the app can be asked now.
    var isConnected: Bool { get }
}

/// A running app, connected.
final class ConnectedApp: AppConnection {
    let info: AppInfo
    private let client: LiveClient
    private let folder: TemporaryDirectory
    private let start: FollowStart
    private var followed: LiveRecording?
    /// Whether the followed recording says how it ended.
    private var hasEnded = false
    private let isLocal: Bool
    private let answerTime: Duration
    private let news = NewsQueue()
    private let reading: Task<Void, Never>

    /// Connects to an app.
    ///
    /// - Parameters:
    ///   - folder: where its recording goes.
    ///   - start: with what the recording begins here.
    ///   - answerTime: how long an answer is waited for; by default as long as a client does.
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

    func storeNames() throws -> [String] { try ask(GetAppInfo()).stores.map(\.name) }

    func isPausedBySomebody() throws -> Bool { try ask(GetAppInfo()).isPaused }

    /// Does something with the app; where that ends because the app has, says so, and where its recording is.
    private func whileItIsThere<Answer>(_ work: () throws -> Answer) throws -> Answer {
        do {
            return try work()
        } catch let error as LiveError where error.code == .disconnected {
            // A process that has ended is not known as such at once.
            let deadline = ContinuousClock.now + .seconds(1)
            while end == nil, ContinuousClock.now < deadline { idle(for: .milliseconds(10)) }
            if end != nil { throw gone }
            throw LiveError(.disconnected, "the app can't be reached for now", advice: "The connection is tried again; wait a moment")
        }
    }

    /// That the app has gone, and where to look for its recording.
    private var gone: LiveError {
        let left = isLocal ? ownRecording : nil
        let isGone = isLocal && left == nil && info.directory != nil
        let kept =
            isGone
            ? "The app has taken its recording away: 'save FILE' here keeps what came over"
            : "Its recording is here: look at it, or save it"
        let here = followed == nil ? "" : kept + ". "
        let what = followed == nil ? "What it recorded" : "The app's own"
        let elsewhere =
            left.map { "\(what) is in \(RecordingLibrary.nearName(of: $0)): try 'rewind play' with that" }
            ?? "'rewind list' shows what was recorded on this machine, and 'rewind play latest' plays the newest"
        return LiveError(
            .closed, "\(info.app.isEmpty ? "the app" : info.app), process \(info.process), has ended", advice: here + elsewhere)
    }

    /// The directory of the app's own recording, unless that is of this machine and no recording any more: the app may have taken it away.
    var ownRecording: String? {
        guard let directory = info.directory else { return nil }
        return !isLocal || FileSystem.kind(of: "\(directory)/\(Manifest.entryName)") == .file ? directory : nil
    }

    /// Waits for an answer; to a person it is said when that takes long.
    private static func waiting<Answer: Sendable>(_ work: @escaping @Sendable () async throws -> Answer) throws -> Answer {
        let notice = Task.detached {
            guard StandardStream.error.isTerminal, (try? await Task.sleep(for: .seconds(5))) != nil else { return }
            Diagnostics.say("the app does not answer; still waiting (C-c ends)")
        }
        defer { notice.cancel() }
        return try runToEnd(work)
    }

    func recording() throws -> LiveRecording {
        let recording = try followed ?? follow()
        if let end, !hasEnded {
            hasEnded = true
            // An app of this machine that took its leave, and its directory with it, has ended its recording.
            let isWhole = isLocal && end.code == .closed && info.directory != nil && ownRecording == nil
            try recording.end(isWhole: isWhole)
        }
        guard recording.hasBegun else {
            throw LiveError(
                .unreachable, "the app answers, but nothing of its recording has come so far", advice: "Try again: the app may be busy")
        }
        return recording
    }

    /// Has the recording come, and waits until it is here.
    private func follow() throws -> LiveRecording {
        let path =
            folder.path + "/\(info.app.isEmpty ? "app" : info.app.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()).live"
        let answer = try whileItIsThere { try runToEnd { [client, start] in try await client.follow(into: path, from: start) } }
        let recording = LiveRecording(directory: path)
        followed = recording
        try Activity.during("receiving the recording") {
            // A busy machine, or a slow network, takes its time.
            let deadline = ContinuousClock.now + answerTime
            while !recording.hasBegun, end == nil, ContinuousClock.now < deadline { idle(for: .milliseconds(5)) }
            try recording.wait(for: answer.step)
        }
        return recording
    }

    /// What happened to the connection since the last call.
    func takeNews() -> [LiveEvent] { news.take() }

    /// Whether the connection has ended for good, and why.
    var end: LiveError? { news.end }

    var isConnected: Bool { news.isConnected }

    /// Ends the connection.
    func close() { try? runToEnd { [client] in await client.close() } }
}

/// Events that wait until somebody says them.
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

    func take() -> [LiveEvent] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    var end: LiveError? { state.withLock { $0.end } }
    var isConnected: Bool { state.withLock { $0.isConnected } }
}

/// The events of a connection as sentences; those of which nobody has to know have none.
struct NewsText {
    /// Whether the first connection was told.
    private var isConnected = true
    private var skipped = 0

    /// Whether steps were missed.
    var hasSkipped: Bool { skipped > 0 }

    mutating func sentence(_ event: LiveEvent) -> String? {
        switch event {
        case .connected(let info):
            defer { isConnected = true }
            return isConnected ? nil : "connected again, at step \(info.step)"
        case .disconnected(let error):
            isConnected = false
            return "the connection is lost (\(error.message)); trying again"
        case .skipped(let gap):
            skipped += 1
            let steps =
                switch (gap.from, gap.to) {
                case (let from?, let to?) where from == to: "step \(from) is missing"
                case (let from?, let to?): "steps \(from) to \(to) are missing"
                case (let from?, nil): "steps from \(from) on are missing"
                case (nil, let to?): "steps up to \(to) are missing"
                case (nil, nil): "some steps are missing"
                }
            return "\(steps): "
                + (gap.why == .ring ? "the app no longer had them" : "the app made them faster than they could be taken here")
        case .ended(let error) where error.code == .closed: return error.message
        case .ended(let error): return "the app is gone: \(error.message)"
        }
    }
}
