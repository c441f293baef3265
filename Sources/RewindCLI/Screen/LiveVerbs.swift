import RewindDebugger
import RewindLive
import RewindRendering
import RewindReplay

/// The verbs over a running app: those over its recording as it goes on, and those for the app itself.
struct LiveVerbs: ScreenVerbs {
    private let app: ConnectedApp
    private var live: LiveDebugger
    private(set) var debugger: Debugger
    private var news = AppNews()
    private var hasEnded = false
    /// The app's next run, and the command for it.
    private(set) var next: (app: RunningApp, line: String)?

    /// - Throws: `RecordingError`, or the app's error, if nothing of its recording is here.
    init(_ app: ConnectedApp, _ live: LiveDebugger) throws {
        (self.app, self.live) = (app, live)
        _ = try self.live.refreshed()
        debugger = try self.live.opened()
    }

    var status: String? { hasEnded ? "ended" : !app.isConnected ? "not connected" : live.isPaused ? "paused" : "live" }

    mutating func answer(_ line: String) -> ScreenAnswer {
        // To move in what was recorded, the app is not needed.
        if let successor = news.successor, let typed = PromptLine(line), (try? LiveVerb.named(typed.verb)) != nil {
            next = (successor, line)
            return ScreenAnswer(.quit, in: debugger.timeline)
        }
        let answer = live.execute(line)
        debugger = live.debugger ?? debugger
        _ = StopRequest.withdraw()
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
        case .saved, .steps, .value, .actions, .template:
            return ScreenAnswer(lines: answer.lines(DebuggerLines(timeline: debugger.timeline)))
        }
    }

    mutating func drainNews() -> [String]? {
        let said = news.sentencesWithRestart(from: app, for: &live)
        let isEnd = app.end != nil && !hasEnded
        guard let recording = try? app.recording(), (try? recording.readLines()) != nil else { return said.isEmpty ? nil : said }
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
