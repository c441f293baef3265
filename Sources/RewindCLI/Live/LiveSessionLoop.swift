import RewindDebugger
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
    private var news = AppNews()

    init(_ app: ConnectedApp, _ debugger: LiveDebugger, console: Console, asJSON: Bool) {
        (self.app, self.debugger, self.console, self.asJSON) = (app, debugger, console, asJSON)
    }

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
        if case .follow(let filter) = answer { return try follow(filter, isAtPrompt: true) }
        let drawing = debugger.debugger.map {
            DebuggerLines(timeline: $0.timeline, foldedWith: toErrors ? nil : "rewind connect --command print")
        }
        if toErrors { for sentence in answer.sentences { Diagnostics.say(sentence) } }
        if asJSON, let values = answer.json {
            for value in values { console.print(json: value) }
        } else {
            console.print(toErrors ? answer.result(drawing) : answer.lines(drawing, foldedWith: "rewind connect --get"))
        }
        console.flush()
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
        while true {
            sayNews()
            let present = try debugger.opened()
            let end = max(present.timeline.steps.upperBound, recording.lastStep)
            let state = app.end != nil ? " gone" : !app.isConnected ? " lost" : debugger.isPaused ? " paused" : ""
            let typed =
                first
                ?? Prompt.line(after: "(\(present.position)/\(end)\(state)) ") { news.sentencesWithRestart(from: app, for: &debugger) }
            first = nil
            guard let line = typed else { break }
            if let successor = news.successor, !["q", "quit"].contains(line) { return (successor, line) }
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
    private mutating func sayNews() { for sentence in news.sentences(from: app, for: &debugger) { Diagnostics.say(sentence) } }

    // MARK: Following

    /// Shows steps when they happen, until the app ends.
    ///
    /// - Throws: ``ExitStatus`` if steps were missed, or the connection was lost for good.
    mutating func watch(_ filter: StepFilter, withLogs: Bool, fromStart: Bool) throws {
        try follow(filter, withLogs: withLogs, fromStart: fromStart)
        if app.end?.code != .closed { throw ExitStatus.failed }
        if news.hasSkipped { throw ExitStatus.lossy }
    }

    /// Shows steps when they happen, until the app ends.
    ///
    /// - Parameter isAtPrompt: whether it ends by Ctrl-C or q, too, if there is a terminal.
    private mutating func follow(_ filter: StepFilter, withLogs: Bool = false, fromStart: Bool = false, isAtPrompt: Bool = false) throws {
        let recording = try app.recording()
        let noteTime = fromStart ? .min : try recording.timeline().times?.upperBound ?? .min
        var rows = LiveRows(
            from: fromStart ? 1 : recording.lastStep + 1, noteTime: noteTime, filter: filter, withLogs: withLogs, on: console,
            asJSON: asJSON)
        let terminal = isAtPrompt && StandardStream.input.isTerminal ? KeyTerminal() : nil
        let hasKeys = terminal != nil
        if hasKeys { Diagnostics.say("showing steps as they happen; C-c goes back to the prompt") }
        var isWarned = filter.types.isEmpty
        while true {
            if !isWarned, recording.lastStep > 0 {
                Diagnostics.say(try recording.timeline().typesNotFound(filter.types))
                isWarned = true
            }
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
}
