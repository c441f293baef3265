import RewindLive
import RewindRendering
import RewindReplay

/// The verbs over a running app: those over its recording as it goes on, and those for the app itself.
struct LiveVerbs: ScreenVerbs {
    private let app: ConnectedApp
    private var live: LiveDebugger
    private(set) var debugger: Debugger
    private var news = NewsText()
    private var hasEnded = false
    /// The app's next run, once this one has ended.
    private var successor: RunningApp?
    /// The app's next run, and the command for it.
    private(set) var next: (app: RunningApp, line: String)?

    /// - Throws: `RecordingError`, or the app's error, if nothing of its recording is here.
    init(_ app: ConnectedApp, _ live: LiveDebugger) throws {
        (self.app, self.live) = (app, live)
        _ = try self.live.refreshed()
        debugger = try self.live.opened()
    }

    var words: PromptWords { LiveVerb.words }

    var status: String? { hasEnded ? "ended" : !app.isConnected ? "not connected" : live.isPaused ? "paused" : "live" }

    mutating func execute(_ line: String) -> ScreenAnswer {
        // To move in what was recorded, the app is not needed.
        if let successor, LiveVerb.isLive(line) {
            next = (successor, line)
            return ScreenAnswer(.quit, in: debugger.timeline)
        }
        let answer = live.execute(line)
        debugger = live.debugger ?? debugger
        _ = StopRequest.take()
        switch answer {
        case .recorded(let answer): return ScreenAnswer(answer, in: debugger.timeline)
        case .unshown(let answer, let reason):
            var shown = ScreenAnswer(answer, in: debugger.timeline)
            shown.lines.append(Line(reason, .alarm))
            return shown
        case .refused(let reason), .failed(let reason): return ScreenAnswer(problem: Line(reason, .alarm))
        case .done(let sentence): return ScreenAnswer(news: [Line(sentence)])
        case .follow:
            return ScreenAnswer(news: [Line("at the last step (End), the screen follows the app by itself; f lists only some steps")])
        case .saved, .steps, .value, .actions, .template, .help:
            return ScreenAnswer(lines: answer.lines(DebuggerLines(timeline: debugger.timeline)))
        }
    }

    func completion(of line: String) -> PromptWords.Completion { live.completion(of: line) }

    mutating func takeNews() -> [String]? {
        var said: [String] = []
        for event in app.takeNews() {
            said += news.sentence(event).map { [$0] } ?? []
            if case .disconnected = event, live.isPaused {
                live.loseLock()
                said.append(LiveSessionLoop.unlocked)
            }
        }
        if app.end != nil, successor == nil, let found = AppChoice.successor(of: app.info, since: app.connected) {
            successor = found
            said.append(LiveSessionLoop.started(found))
        }
        let isEnd = app.end != nil && !hasEnded
        guard let recording = try? app.recording(), (try? recording.look()) != nil else { return said.isEmpty ? nil : said }
        if isEnd || recording.lastStep > debugger.timeline.steps.upperBound || recording.lastState > shownState {
            hasEnded = hasEnded || isEnd
            shownState = recording.lastState
            try? live.refreshAtHead()
            debugger = live.debugger ?? debugger
            return said
        }
        return said.isEmpty ? nil : said
    }

    /// The last step whose state was here when the screen was drawn.
    private var shownState = 0

    /// Lets the app go on, if it was paused here.
    mutating func leave() { if live.isPaused { _ = live.execute("resume") } }
}
