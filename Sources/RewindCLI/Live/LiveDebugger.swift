import ArgumentParser
import RewindControl
import RewindDebugger
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindValue

/// The interpreter for a prompt over a running app: that over its growing recording, with additional verbs for the app itself.
struct LiveDebugger {
    /// The interpreter over the recording; `nil` until a command needs it.
    private(set) var debugger: Debugger?
    /// Whether this prompt has paused the app.
    private(set) var isPaused = false
    let app: any AppConnection
    /// The store named for this prompt, or for the current command.
    var store: String?
    let reveals: Bool
    private let edit: Edit
    /// Asks whether to edit a refused text again, given the reason.
    private let retries: (_ reason: String) -> Bool
    private var lastLine = ""
    /// The step that the paused app shows; `nil` for its own state.
    private var shownStep: Int?
    /// The store that this prompt has paused; `nil` for the only one.
    private var pausedStore: String?

    /// Lets the user edit a text; `nil` if it is unchanged.
    typealias Edit = (_ text: String, _ name: String) throws -> String?

    /// - Parameters:
    ///   - store: the store to use; by default the only possible one.
    ///   - reveals: whether to request values that are not recorded.
    init(
        _ app: any AppConnection, store: String? = nil, reveals: Bool = false, edit: @escaping Edit,
        retries: @escaping (_ reason: String) -> Bool = { _ in false }
    ) {
        (self.app, self.store, self.reveals, self.edit, self.retries) = (app, store, reveals, edit, retries)
    }

    /// Executes a line; an empty line repeats the last command if that was about the recording.
    mutating func execute(_ line: String) -> LiveAnswer {
        let line = PromptLine(line) == nil ? lastLine : line
        lastLine = ""
        do {
            guard let typed = PromptLine(line) else { return try recorded("") }
            if (try? StepReference(parsing: typed.verb)) == nil, let verb = try LiveVerb.named(typed.verb) {
                let (name, rest) = verb.isAboutStore ? try typed.store() : (nil, typed.rest)
                return try perform(LiveCommand(verb, rest), in: name)
            }
            lastLine = line
            return try recorded(line)
        } catch {
            return refusal(error)
        }
    }

    mutating func execute(_ command: LiveCommand) -> LiveAnswer { do { return try perform(command) } catch { return refusal(error) } }

    /// The answer for a command that failed.
    private func refusal(_ error: any Error) -> LiveAnswer {
        switch error {
        case let problem as PromptError: .refused(problem.message)
        case let error as LiveError: .failed("\(error)")
        case let error as RecordingError where error.code == .exists: .failed("\(error)")
        case let error as ControlError where error.code == .locked && isPaused: .refused("the app is paused: 'resume' it first")
        case let error as ControlError: .refused(error.message)
        case let error as ValidationError: .refused(error.message)
        default: .refused("\(error)")
        }
    }

    /// Lets the user edit a text, and uses the resulting JSON.
    ///
    /// If the text is not JSON, or its use fails, the editor can be opened again with the edited text; otherwise the text is kept in a file
    /// that the answer names.
    ///
    /// - Returns: `nil` if the text is unchanged.
    mutating func editing(
        _ text: String, _ name: String, _ work: (inout LiveDebugger, JSONValue) throws -> LiveAnswer
    ) throws -> LiveAnswer? {
        var text = text
        while let edited = try edit(text, name) {
            do {
                return try work(&self, JSONValue(parsing: edited))
            } catch {
                let refusal = refusal(error)
                let place = (error as? JSONParseError).map { "line \($0.line), column \($0.column): \($0.reason)" }
                let reason = place ?? refusal.sentences.joined()
                if retries(reason) {
                    text = edited
                    continue
                }
                let file = try TextEditor.keep(edited, name: name)
                let words = "\(reason); what you wrote is kept in \(file)"
                if case .failed = refusal { return .failed(words) }
                return .refused(words)
            }
        }
        return nil
    }

    /// Updates the recording after a change of the app: if the position was the last step, it moves to the new one.
    mutating func refreshAtHead() throws {
        let isAtHead = debugger.map { $0.position == $0.timeline.steps.upperBound } ?? false
        try refresh()
        if isAtHead, let timeline = debugger?.timeline { debugger?.follow(timeline, at: timeline.steps.upperBound) }
    }

    /// Updates the recording; the position is unchanged.
    ///
    /// - Throws: `RecordingError`, or the app's error.
    mutating func refresh() throws {
        let timeline = try app.recording().timeline()
        if debugger == nil {
            debugger = Debugger(timeline, at: timeline.steps.upperBound, words: LiveVerb.words, predicate: WrittenCondition.atPrompt)
            debugger?.sizes = { FileSizes(of: $0) }
        } else {
            debugger?.follow(timeline)
        }
        debugger?.store = store.flatMap { timeline.storeNames.contains($0) ? $0 : nil }
    }

    /// The recording as it is now.
    mutating func refreshed() throws -> Timeline {
        try refresh()
        return try opened().timeline
    }

    /// The interpreter over the recording, once that was refreshed.
    func opened() throws(PromptError) -> Debugger {
        guard let debugger else { throw PromptError("nothing of the app's recording is here yet") }
        return debugger
    }

    // MARK: The recording

    private mutating func recorded(_ line: String) throws -> LiveAnswer {
        _ = try refreshed()
        guard var debugger else { return .refused("") }
        let before = debugger.position
        let answer = line.isEmpty ? debugger.here() : debugger.execute(line)
        self.debugger = debugger
        if case .breakpoint(let breakpoint, nil) = answer {
            return .recorded(.breakpoint(breakpoint, remark: .stopsInRecordingOnly))
        }
        if isPaused, debugger.position != before || shownStep != nil && shownStep != debugger.position {
            do {
                _ = try app.ask(ShowState(store: pausedStore, step: debugger.position))
                shownStep = debugger.position
            } catch let error as ControlError {
                return .unshown(answer, "the app does not show it: \(error.message)")
            }
        }
        return .recorded(answer)
    }

    // MARK: The app

    /// - Parameter name: the store that the command names.
    private mutating func perform(_ command: LiveCommand, in name: String? = nil) throws -> LiveAnswer {
        let store = store
        defer { self.store = store }
        if let name { self.store = name }
        switch command {
        case .dispatch(let action, let edits, let isForced): return try dispatch(action, edits: edits, isForced: isForced)
        case .actions(let type): return try actions(type)
        case .get(let path):
            let answer = try shown(at: path, of: self.store(with: path))
            return .value(answer.value, hidden: answer.redacted ?? [])
        case .set(let path, let value): return try set(value, at: path, of: self.store(with: path, adds: true))
        case .edit(let path): return try edit(at: path)
        case .pause: return try pause()
        case .resume(let keeps): return try resume(keeps: keeps)
        case .follow(let filters):
            try refresh()
            return .follow(filters.filter(store: store))
        case .mark(let name): return try mark(name)
        case .save(let file, let overwrites): return try save(file, overwrites: overwrites)
        }
    }

    private mutating func mark(_ mark: String) throws -> LiveAnswer {
        try refresh()
        if let step = try debugger?.timeline.step(ofMark: mark) {
            throw PromptError("the mark '\(mark)' is already set after step \(step): choose another name")
        }
        _ = try app.ask(MarkRecording(mark))
        let deadline = ContinuousClock.now + .milliseconds(500)
        while try debugger?.timeline.step(ofMark: mark) == nil, ContinuousClock.now < deadline {
            idle(for: .milliseconds(5))
            try refresh()
        }
        return .done("marked :\(mark)")
    }

    // MARK: The state

    private mutating func set(_ value: JSONValue, at path: JSONPointer, of asked: String?) throws -> LiveAnswer {
        let request = SetState(
            store: asked, path: path.description, value: value, reveal: reveals ? true : nil, by: "rewind connect")
        return try done(ask(request, of: asked), in: asked)
    }

    /// A store's name as part of a sentence.
    static func inStore(_ store: String?) -> String { store.map { " in \($0)" } ?? "" }

    private mutating func done(_ answer: EditAnswer, in store: String?) throws -> LiveAnswer {
        if debugger != nil {
            try app.recording().wait(for: answer.step, patience: .milliseconds(500))
            try refreshAtHead()
        }
        return .done(
            answer.changed
                ? "changed\(Self.inStore(store)); the app is at step \(answer.step)" : "nothing changed: the app had that already")
    }

    private mutating func edit(at path: JSONPointer) throws -> LiveAnswer {
        let asked = try store(with: path)
        let shown = try shown(at: path, of: asked).value
        let answer = try editing(shown.prettyText + "\n", "state") { debugger, edited in
            if debugger.reveals { return try debugger.set(edited, at: path, of: asked) }
            // Only the edits, because the app may have changed other values meanwhile.
            let patch = TreeDiff(from: shown, to: edited).exactPatch.moved(below: path)
            if patch.isEmpty { return .done("nothing changed: the values are as they were") }
            return try debugger.done(
                debugger.ask(PatchState(store: asked, patch: patch.json, by: "rewind connect"), of: asked), in: asked)
        }
        return answer ?? .done("nothing changed: the text is as it was")
    }

    // MARK: Time travel

    private mutating func pause() throws -> LiveAnswer {
        if isPaused { throw PromptError("the app is paused already; 'resume' lets it go on") }
        let asked = try wholeStore()
        let answer = try ask(BeginReplay(store: asked), of: asked)
        (isPaused, shownStep, pausedStore) = (true, nil, asked)
        try app.recording().wait(for: answer.step, patience: .milliseconds(500))
        try refresh()
        if let timeline = debugger?.timeline { debugger?.follow(timeline, at: answer.step) }
        return .done(
            "paused\(Self.inStore(asked)) at step \(answer.step): back, next and goto show that state in the app; 'resume' lets it go on")
    }

    private mutating func resume(keeps: Bool) throws -> LiveAnswer {
        guard isPaused else {
            throw PromptError(
                try app.presentInfo().isPaused
                    ? "another 'rewind connect', or a 'rewind play --into', has paused the app: 'resume' there, or end that command"
                    : "the app is not paused")
        }
        let answer: EndReplay.Answer
        do {
            answer = try app.ask(EndReplay(store: pausedStore, keep: keeps))
        } catch let error as ControlError where error.code == .notLocked {
            isPaused = false
            throw PromptError("the app was not paused any more: the connection had been lost")
        }
        let shown = shownStep
        (isPaused, shownStep) = (false, nil)
        let refused = answer.refused == 0 ? "" : "; \(answer.refused) action\(answer.refused == 1 ? " was" : "s were") refused meanwhile"
        let state = keeps ? shown.map { "the state after step \($0)" } ?? "the state that it had" : "the state that it had"
        return .done("the app goes on in \(state)\(refused)")
    }

    /// Records that the connection, and with it the pause, was lost.
    mutating func loseLock() { (isPaused, shownStep) = (false, nil) }

    // MARK: Files

    private func save(_ file: String, overwrites: Bool) throws -> LiveAnswer {
        do {
            return .saved(try app.recording().save(to: file, overwrites: overwrites))  // 'latest' still refers to the app's own recording
        } catch var error as RecordingError where error.code == .exists {
            error.advice = "Name another file, or replace it with --force"
            throw error
        }
    }
}
