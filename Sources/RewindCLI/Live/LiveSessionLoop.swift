import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// A prompt for a running app, or a script of its commands.
struct LiveSessionLoop {
    let app: ConnectedApp
    var debugger: LiveDebugger
    let console: Console
    let asJSON: Bool
    private var news = NewsText()
    /// The last step that was announced.
    private var announced = 0

    init(_ app: ConnectedApp, _ debugger: LiveDebugger, console: Console, asJSON: Bool) {
        (self.app, self.debugger, self.console, self.asJSON) = (app, debugger, console, asJSON)
    }

    /// Whether steps were missed.
    var hasSkipped: Bool { news.hasSkipped }

    // MARK: A script

    /// A command, or a line that says one.
    enum Request {
        case command(LiveCommand)
        case line(String)
    }

    /// Executes commands, and prints their answers.
    ///
    /// - Throws: ``ExitStatus`` if a command failed.
    mutating func run(_ requests: some Sequence<Request>) throws {
        var worst = ExitStatus.done
        for request in requests {
            let answer =
                switch request {
                case .command(let command): debugger.execute(command)
                case .line(let line): debugger.execute(line)
                }
            sayNews()
            if case .recorded(.quit) = answer { break }
            try print(answer, toErrors: true)
            if case .failed = answer { throw ExitStatus.failed }
            if answer.isProblem { worst = .no }
            if case .saved(let recording) = answer, !recording.losses.isEmpty, worst == .done { worst = .lossy }
        }
        if worst != .done { throw worst }
    }

    /// Prints an answer.
    ///
    /// - Parameter toErrors: whether anything but results goes to standard error, as for scripts.
    private mutating func print(_ answer: LiveAnswer, toErrors: Bool) throws {
        switch answer {
        case .follow(let filter): try follow(filter)
        case .refused(let text) where toErrors, .failed(let text) where toErrors: Diagnostics.say(text)
        case .done(let text) where toErrors: Diagnostics.say(text)
        case .template(let action, let remark?) where toErrors:
            Diagnostics.say(remark)
            try print(.template(action, remark: nil), toErrors: true)
        case .recorded(.problem(let text, let remarks)) where toErrors:
            Diagnostics.say(text + remarks.map(\.continuation).joined())
        case .recorded(.no(let reason, let remarks)) where toErrors:
            Diagnostics.say(reason.sentence + remarks.map(\.continuation).joined())
        case .saved(let recording) where toErrors: for line in SealedText(recording).lines { Diagnostics.say(line) }
        case .value(let value, let hidden) where toErrors && !hidden.isEmpty:
            if let note = LiveAnswer.note(hidden: hidden) { Diagnostics.say(note) }
            try print(.value(value, hidden: []), toErrors: true)
        case .steps(let text, _, _) where toErrors:
            Diagnostics.say(text)
            fallthrough
        default:
            if asJSON, let values = answer.json {
                for value in values { console.print(json: value) }
            } else {
                let skipsSentence = if case .steps = answer, toErrors { true } else { false }
                let lines = answer.lines(drawing(folds: !toErrors), foldedWith: toErrors ? nil : "rewind connect --get")
                console.print(Array(lines.dropFirst(skipsSentence ? 1 : 0)))
            }
        }
        console.flush()
    }

    private func drawing(folds: Bool) -> DebuggerLines? {
        debugger.debugger.map { debugger in
            DebuggerLines(timeline: debugger.timeline, foldedWith: folds ? "rewind connect --command print" : nil)
        }
    }

    // MARK: A person

    /// Reads commands until the user leaves.
    ///
    /// - Parameter first: a command that was entered for another run of the app.
    /// - Returns: the app's new run after this one has ended, and the command for it.
    mutating func prompt(first: String? = nil) throws -> (app: RunningApp, line: String)? {
        var first = first
        let recording = try app.recording()
        try debugger.refresh()
        announced = recording.lastStep
        var prompt = Prompt()
        while true {
            sayNews()
            let position = debugger.debugger?.position ?? 0
            let end = max(debugger.debugger?.timeline.steps.upperBound ?? 0, recording.lastStep)
            announced = max(announced, end)
            let completion = debugger.completion
            var (counted, sentences) = (announced, news)
            var isPaused = debugger.isPaused
            var successor: RunningApp?
            defer { first = nil }
            func sign() -> String {
                let state = app.end != nil ? " gone" : !app.isConnected ? " lost" : isPaused ? " paused" : ""
                return "(\(position)/\(counted)\(state)) "
            }
            let line =
                first
                ?? prompt.line(
                    after: sign(), completion: completion,
                    news: { [app] in
                        var said: [String] = []
                        for event in app.takeNews() {
                            said += sentences.sentence(event).map { [$0] } ?? []
                            if case .ended(let error) = event, let words = Self.end(of: app, error) { said.append(words) }
                            if case .disconnected = event, isPaused {
                                isPaused = false
                                said.append(Self.unlocked)
                            }
                        }
                        if app.end != nil, successor == nil {
                            successor = AppChoice.successor(of: app.info, since: app.connected)
                            if let successor { said.append(Self.started(successor)) }
                        }
                        _ = try? recording.look()
                        var count: String?
                        if recording.lastStep > counted {
                            counted = recording.lastStep
                            count = "+\(counted - end) step\(counted - end == 1 ? "" : "s"), now at \(counted)"
                        }
                        return Prompt.News(said: said, count: count, prompt: sign())
                    })
            (announced, news) = (counted, sentences)
            if debugger.isPaused, !isPaused { debugger.loseLock() }
            guard let line else { break }
            if let successor, !["q", "quit"].contains(line) { return (successor, line) }
            sayNews()
            let answer = debugger.execute(line)
            if case .recorded(.quit) = answer { break }
            // As at the debugger's prompt; endless output is not paged.
            let hasEnd = if case .follow = answer { false } else { true }
            if hasEnd { StandardOutput.usePager(isAtPrompt: true) }
            try print(answer, toErrors: false)
            StandardOutput.close()
        }
        if debugger.isPaused { try? print(debugger.execute("resume"), toErrors: false) }
        return nil
    }

    /// Reports the events of the connection.
    private mutating func sayNews() {
        for event in app.takeNews() {
            if let sentence = news.sentence(event) { Diagnostics.say(sentence) }
            if case .ended(let error) = event, let words = Self.end(of: app, error) { Diagnostics.say(words) }
            if case .disconnected = event, debugger.isPaused {
                debugger.loseLock()
                Diagnostics.say(Self.unlocked)
            }
        }
    }

    /// How the app ended, or where to find that; `nil` if it only closed its endpoint.
    private static func end(of app: ConnectedApp, _ error: LiveError) -> String? {
        guard let recording = try? app.recording(), error.code != .closed || recording.hasEnd else { return nil }
        if recording.hasEnd, let manifest = try? recording.timeline().recording.manifest {
            if error.code == .closed, manifest.ending.how == .finished { return nil }
            let reason = manifest.ending.reason.map { ": \($0)" } ?? ""
            return "\(manifest.appName ?? "the app") \(EndingText(ending: manifest.ending).verb)\(reason)"
        }
        return app.ownRecording.map { "what was recorded after that, and the app's end, are in the app's own recording: \($0)" }
    }

    static func started(_ app: RunningApp) -> String {
        "\(app.app) was started again, process \(app.process): the next command goes to that"
    }

    static let unlocked = "the app is no longer paused; if it runs, it goes on in the state that it had"

    // MARK: Following

    /// Shows steps when they happen: on a terminal until Ctrl-C or q, otherwise until the app ends.
    private mutating func follow(_ filter: StepFilter) throws {
        let recording = try app.recording()
        var rows = LiveRows(
            from: recording.lastStep + 1, noteTime: debugger.debugger?.timeline.times?.upperBound ?? .min, filter: filter, on: console,
            asJSON: asJSON)
        let terminal = StandardStream.input.isTerminal ? KeyTerminal() : nil
        let hasKeys = terminal != nil
        if hasKeys { Diagnostics.say("showing steps as they happen; C-c goes back to the prompt") }
        while true {
            let hasEnded = app.end != nil
            if hasEnded { _ = try app.recording() }  // the ending is read from the recording
            try rows.show(recording, isLast: hasEnded)
            sayNews()
            if hasEnded { return }
            if !hasKeys {
                idle(for: .milliseconds(30))
            } else if terminal?.wait(for: .milliseconds(30)).contains(.input) == true {
                let bytes = StandardStream.input.read(count: 64)
                let leaving: [UInt8] = [0x03, 0x04, UInt8(ascii: "q")]  // C-c, C-d
                if bytes.isEmpty || bytes.contains(where: leaving.contains) { return }
            }
        }
    }

    /// Shows steps when they happen, until the app ends.
    ///
    /// - Throws: ``ExitStatus`` if steps were missed; `LiveError` if the connection was lost for good.
    mutating func watch(_ filters: LogFilters, store: String?, withLogs: Bool, fromStart: Bool) throws {
        let recording = try app.recording()
        var rows = LiveRows(
            from: fromStart ? 1 : recording.lastStep + 1, noteTime: fromStart ? .min : try recording.timeline().times?.upperBound ?? .min,
            filter: filters.filter(store: store), withLogs: withLogs, on: console, asJSON: asJSON)
        var isWarned = filters.type.isEmpty
        while true {
            if !isWarned, recording.lastStep > 0 {
                Diagnostics.say(try recording.timeline().typesNotFound(filters.type.map { TypeGlob($0) }))
                isWarned = true
            }
            let end = app.end
            if end != nil { _ = try app.recording() }  // the ending is read from the recording
            try rows.show(recording, isLast: end != nil)
            sayNews()
            if let end {
                if end.code != .closed { throw ExitStatus.failed }
                if hasSkipped { throw ExitStatus.lossy }
                return
            }
            idle(for: .milliseconds(30))
        }
    }
}
