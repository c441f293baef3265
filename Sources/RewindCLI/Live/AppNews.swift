import RewindControl
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay

/// What happens to a running app while a person uses its prompt, as sentences.
struct AppNews {
    private var text = NewsText()
    /// The app's next run, once this one has ended.
    private(set) var successor: RunningApp?

    /// Whether steps were missed.
    var hasSkipped: Bool { text.hasSkipped }

    /// Takes what has happened since the last call.
    ///
    /// - Parameter debugger: the prompt, which loses its lock on the app with the connection.
    mutating func sentences(from app: ConnectedApp, for debugger: inout LiveDebugger) -> [String] {
        var said: [String] = []
        for event in app.drainEvents() {
            if let sentence = text.sentence(event) { said.append(sentence) }
            if case .ended(let error) = event, let words = Self.end(of: app, error) { said.append(words) }
            if case .disconnected = event, debugger.isPaused {
                debugger.loseLock()
                said.append("the app is no longer paused; if it runs, it goes on in the state that it had")
            }
        }
        return said
    }

    /// The same, and whether the app that has ended was started again.
    mutating func sentencesWithRestart(from app: ConnectedApp, for debugger: inout LiveDebugger) -> [String] {
        let said = sentences(from: app, for: &debugger)
        guard app.end != nil, successor == nil, let found = AppChoice.successor(of: app.info, since: app.connected) else { return said }
        successor = found
        return said + ["\(found.app) was started again, process \(found.process): the next command goes to that"]
    }

    /// How the app ended, or where to find that; `nil` if it only closed its endpoint.
    private static func end(of app: ConnectedApp, _ error: LiveError) -> String? {
        guard let recording = try? app.recording(), error.code != .closed || recording.hasEnd else { return nil }
        if recording.hasEnd, let manifest = try? recording.timeline().recording.manifest {
            if error.code == .closed, manifest.ending.how == .finished { return nil }
            let reason = manifest.ending.crashReason.map { ": \($0.words)" } ?? ""
            return "\(manifest.appName ?? "the app") \(EndingText(ending: manifest.ending).verb)\(reason)"
        }
        return app.ownRecording.map { "what was recorded after that, and the app's end, are in the app's own recording: \($0)" }
    }
}

/// Describes the events of a connection as sentences; events that do not matter to the user have no sentence.
struct NewsText {
    /// Whether the first connection was reported.
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
