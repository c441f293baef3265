import ArgumentParser
import RewindControl
import RewindFormat
import RewindLive
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
    /// The actions in the recording when they were last read.
    var seen = SeenActions()
    private var lastLine = ""
    /// Marks made here, which the recording may not contain yet, with the last step at that time.
    private var marks: [String: Int] = [:]
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
        var line = line
        while line.last?.isWhitespace == true { line.removeLast() }
        if line.isEmpty { line = lastLine }
        lastLine = ""
        do {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let word = words.first else { return try recorded("") }
            if (try? StepReference(parsing: word)) == nil, case .live(let verb) = try LiveVerb.named(word) {
                let rest = line[word.endIndex...].drop { $0.isWhitespace }
                if verb == .help, let topic = words.dropFirst().first, case .recorded = try LiveVerb.named(topic) {
                    return try recorded(line)
                }
                return try perform(verb, rest)
            }
            lastLine = line
            return try recorded(line)
        } catch {
            return refusal(error)
        }
    }

    /// The answer for a command that failed.
    private func refusal(_ error: any Error) -> LiveAnswer {
        switch error {
        case let problem as Debugger.Problem: .refused(problem.message)
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
                let reason = (error as? JSONParseError).map { "line \($0.line), column \($0.column): \($0.reason)" } ?? refusal.reason
                if retries("\(reason)") {
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
            debugger = Debugger(timeline, at: timeline.steps.upperBound, predicate: WrittenCondition.predicate)
        } else {
            debugger?.follow(timeline)
        }
        debugger?.store = store.flatMap { timeline.storeNames.contains($0) ? $0 : nil }
    }

    /// The completions of a line.
    func completion(of line: String) -> Debugger.Completion {
        let words = line.split(separator: " ")
        let last = line.hasSuffix(" ") ? "" : words.last.map(String.init) ?? ""
        func those(_ candidates: [String]) -> Debugger.Completion {
            let fitting = Set(candidates.filter { $0.hasPrefix(last) }).sorted()
            return Debugger.Completion(start: line.count - last.count, words: fitting, endsWord: true)
        }
        guard words.count > 1 || words.count == 1 && line.hasSuffix(" "), let verb = words.first else { return those(LiveVerb.words) }
        switch try? LiveVerb.named(verb) {
        case .live(.dispatch), .live(.actions):
            return those(
                Array((try? debugger?.timeline.actionTypes()) ?? [])
                    + (debugger.map { ActionTemplate.types(in: $0.timeline.recording.manifest) } ?? []))
        case .live(.resume): return those(["--keep"])
        case .live(.help): return those(LiveVerb.words)
        case .live(.get), .live(.set), .live(.edit):
            // A path is completed as for 'print'.
            guard words.count + (line.hasSuffix(" ") ? 1 : 0) == 2, var found = debugger?.completion(of: "print " + last) else { break }
            found.start += line.count - last.count - "print ".count
            return found
        case .live, nil: break
        case .recorded: if let debugger { return debugger.completion(of: line) }
        }
        return Debugger.Completion(start: line.count, words: [])
    }

    // MARK: The recording

    private mutating func recorded(_ line: String) throws -> LiveAnswer {
        try refresh()
        guard var debugger else { return .refused("nothing of the app's recording is here yet") }
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

    private mutating func perform(_ verb: LiveVerb, _ rest: Substring) throws -> LiveAnswer {
        var rest = rest
        let store = store
        defer { self.store = store }
        if verb.isAboutStore, let name = try Debugger.takeStore(from: &rest) { self.store = name }
        switch verb {
        case .help: return .help(try rest.isEmpty ? nil : Self.verb(rest))
        case .dispatch: return try dispatch(rest)
        case .actions: return try actions(rest)
        case .get:
            let path = try path(rest)
            let asked = try self.store(with: path)
            let answer = try shown(at: path, of: asked)
            return .value(answer.value, hidden: answer.redacted ?? [])
        case .set: return try set(rest)
        case .edit: return try edit(at: path(rest))
        case .pause: return try pause()
        case .resume: return try resume(rest)
        case .follow:
            try refresh()
            let words = try ShellWords.split(rest)
            do {
                return .follow(try LogFilters.parse(words).filter(store: store))
            } catch {
                throw Debugger.Problem(LogFilters.message(for: error))
            }
        case .mark:
            let words = rest.split(whereSeparator: \.isWhitespace)
            guard let name = words.first else { throw Self.lacking("name", verb) }
            if words.count > 1 {
                throw Debugger.Problem("a mark's name is one word, as in 'mark \(words.joined(separator: "-"))'")
            }
            let mark = String(name.hasPrefix(":") ? name.dropFirst() : name)
            try refresh()
            if let step = try marks[mark] ?? debugger?.timeline.step(ofMark: mark) {
                throw Debugger.Problem("the mark '\(mark)' already stands after step \(step): choose another name")
            }
            _ = try app.ask(MarkRecording(mark))
            marks[mark] = debugger?.timeline.steps.upperBound ?? 0
            let deadline = ContinuousClock.now + .milliseconds(500)
            while try debugger?.timeline.step(ofMark: mark) == nil, ContinuousClock.now < deadline {
                idle(for: .milliseconds(5))
                try refresh()
            }
            return .done("marked :\(mark)")
        case .save: return try save(rest)
        }
    }

    private static func verb(_ word: Substring) throws -> LiveVerb? {
        if case .live(let verb) = try LiveVerb.named(word) { verb } else { nil }
    }

    static func lacking(_ what: String, _ verb: LiveVerb) -> Debugger.Problem {
        Debugger.Problem("no \(what) given: the command is '\(verb.usage)'")
    }

    private func path(_ text: Substring) throws -> JSONPointer {
        if text.isEmpty || text == "." { return .root }
        guard let path = try Debugger.place(in: text) else {
            if text.contains(" --") { throw Debugger.Problem.misplacedOption }
            throw Debugger.Problem("'\(text)' is not a path: write .cart.items[0] or /cart/items/0")
        }
        return path
    }

    // MARK: The state

    private mutating func set(_ rest: Substring) throws -> LiveAnswer {
        let words = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard words.count == 2 else { throw Self.lacking(words.isEmpty ? "path" : "value", .set) }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: String(words[1].drop { $0.isWhitespace }))
        } catch {
            throw Debugger.Problem("'\(words[1])' is not JSON: a text needs its quotes, as in \"Ada\"")
        }
        let path = try path(words[0])
        return try set(value, at: path, of: store(with: path, adds: true))
    }

    private mutating func set(_ value: JSONValue, at path: JSONPointer, of asked: String?) throws -> LiveAnswer {
        let request = SetState(
            store: asked, path: path.description, value: value, reveal: reveals ? true : nil, by: "rewind connect")
        return try done(ask(request, of: asked), in: asked)
    }

    /// A store's name as part of a sentence.
    static func told(_ store: String?) -> String { store.map { " in \($0)" } ?? "" }

    private mutating func done(_ answer: EditAnswer, in store: String?) throws -> LiveAnswer {
        if debugger != nil {
            try app.recording().wait(for: answer.step, patience: .milliseconds(500))
            try refreshAtHead()
        }
        return .done(
            answer.changed ? "changed\(Self.told(store)); the app is at step \(answer.step)" : "nothing changed: the app had that already")
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
        if isPaused { throw Debugger.Problem("the app is paused already; 'resume' lets it go on") }
        let asked = try wholeStore()
        let answer = try ask(BeginReplay(store: asked), of: asked)
        (isPaused, shownStep, pausedStore) = (true, nil, asked)
        try app.recording().wait(for: answer.step, patience: .milliseconds(500))
        try refresh()
        if let timeline = debugger?.timeline { debugger?.follow(timeline, at: answer.step) }
        return .done(
            "paused\(Self.told(asked)) at step \(answer.step): back, next and goto show that state in the app; 'resume' lets it go on")
    }

    private mutating func resume(_ rest: Substring) throws -> LiveAnswer {
        guard ["", "--keep"].contains(rest) else { throw Debugger.Problem("'resume' takes nothing but --keep") }
        guard isPaused else {
            throw Debugger.Problem(
                try app.isPausedBySomebody()
                    ? "another 'rewind connect', or a 'rewind play --into', has paused the app: 'resume' there, or end that command"
                    : "the app is not paused")
        }
        let keeps = rest == "--keep"
        let answer: EndReplay.Answer
        do {
            answer = try app.ask(EndReplay(store: pausedStore, keep: keeps))
        } catch let error as ControlError where error.code == .notLocked {
            isPaused = false
            throw Debugger.Problem("the app was not paused any more: the connection had been lost")
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

    private func save(_ rest: Substring) throws -> LiveAnswer {
        var words = try ShellWords.split(rest)
        let overwrites = words.contains("--force")
        words.removeAll { $0 == "--force" }
        guard let file = words.first else { throw Self.lacking("file", .save) }
        if words.count > 1 { throw Debugger.Problem("'save' takes one file: a name with blanks needs quotes, as in 'a b.rewind'") }
        do {
            let recording = try app.recording().save(to: file, overwrites: overwrites)
            return .saved(recording)  // 'latest' still refers to the app's own recording
        } catch let problem as RecordingError where problem.code == .exists {
            var error = problem
            error.advice = "Name another file, or replace it with --force"
            throw error
        }
    }
}
