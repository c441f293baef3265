import RewindControl
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// A file that holds a store's state, and what is done when either changes.
actor HotReload {
    private let path: String
    private let make: @Sendable (StoreEdit) async throws -> StoreEdit.Outcome
    private let onEvent: @Sendable (HotReloadEvent) -> Void
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private var store: FollowedStore
    private var file: StateFile
    /// What the file shows, by what we or others wrote there; `nil` before it was written.
    private var shown: JSONValue?
    /// What the file showed before, the newest last: an editor may have read that.
    private var shownBefore: [JSONValue] = []
    /// What the file says, if that can't be the store's state; then it's left alone.
    private var problem: HotReloadProblem?
    /// Whether the state has changed since the file was written.
    private var isStale = true
    private var isWritingPlanned = false
    private var lastWriting = Duration.zero
    /// Counts what happens to the file, so that quiet is known.
    private var changes = 0
    /// Whether an edit could not be brought to the store, and waits for the next occasion.
    private var isUnsent = false

    private enum Event: Sendable {
        case recorded, fileChanged, writingDue
        /// Nothing has happened to the file since that many changes.
        case quiet(Int)
    }

    /// So long a text that is no JSON may be half of one.
    private static let quiet = Duration.milliseconds(200)
    /// So long changes of the state are gathered; at least as long as twice what writing took.
    private static let gathering = Duration.milliseconds(15)
    private static let sizeLimit = 1 << 30

    /// - Parameters:
    ///   - store: the recorded state.
    ///   - make: has the store make an edit.
    init(
        _ path: String, _ store: FollowedStore, make: @escaping @Sendable (StoreEdit) async throws -> StoreEdit.Outcome,
        onEvent: @escaping @Sendable (HotReloadEvent) -> Void
    ) {
        self.path = path
        self.store = store
        self.make = make
        self.onEvent = onEvent
        (events, continuation) = AsyncStream.makeStream()
        file = StateFile(path: path, sizeLimit: Self.sizeLimit)
    }

    /// Has the recorded state looked at: something was written.
    nonisolated func noteWritten() { continuation.yield(.recorded) }

    /// Follows both until the task is cancelled.
    ///
    /// - Parameter overwrites: whether any file may be replaced at the beginning; else only one with JSON text.
    func run(overwrites: Bool = false) async throws {
        let continuation = continuation
        try store.look(flushes: true)
        guard let state = store.state else {
            throw RecordingError(.noSuchStep, "no store named '\(store.name)' is recorded")
        }
        try file.begin(with: Self.text(of: state), overwrites: overwrites)
        (shown, isStale) = (state, false)
        file.removeError()
        let watch = try rethrowing { () throws(SystemError) in
            try FileWatch(path) { continuation.yield(.fileChanged) }
        }
        onEvent(.began(path: path))
        continuation.yield(.recorded)
        continuation.yield(.fileChanged)
        try await withTaskCancellationHandler {
            for await event in events {
                do {
                    try await take(event)
                } catch let error as RecordingError {
                    onEvent(.failed(error.description))
                } catch let error as LiveError {
                    isUnsent = true
                    onEvent(.failed(error.description))
                }
            }
        } onCancel: {
            continuation.finish()
        }
        withExtendedLifetime(watch) {}
    }

    private func take(_ event: Event) async throws {
        switch event {
        case .recorded:
            if try !store.look().isEmpty { planWriting() }
            if isUnsent {
                isUnsent = false
                try await read(isQuiet: false)
            }
        case .writingDue:
            isWritingPlanned = false
            try await write()
        case .fileChanged:
            changes += 1
            try await read(isQuiet: false)
        case .quiet(let count):
            if count == changes { try await read(isQuiet: true) }
        }
    }

    // MARK: From the app to the file

    private func planWriting() {
        isStale = true
        if isWritingPlanned || problem != nil { return }
        isWritingPlanned = true
        yield(.writingDue, after: max(Self.gathering, lastWriting * 2))
    }

    private func yield(_ event: Event, after time: Duration) {
        let continuation = continuation
        Task {
            try? await Task.sleep(for: time)
            continuation.yield(event)
        }
    }

    /// Writes the state if it's another than the file shows.
    private func write() async throws {
        guard isStale, problem == nil, let state = store.state else { return }
        isStale = false
        if state == shown { return }
        let began = ContinuousClock.now
        switch try file.replace(with: Self.text(of: state)) {
        case .replaced:
            show(state)
            lastWriting = ContinuousClock.now - began
        case .foreign:
            // Somebody was faster: what they wrote is taken first, then the file is written anew.
            isStale = true
            try await read(isQuiet: false)
        }
    }

    private func show(_ state: JSONValue) {
        if let shown {
            shownBefore.append(shown)
            if shownBefore.count > Self.versionCount { shownBefore.removeFirst() }
        }
        shown = state
    }

    private static let versionCount = 8

    private static func text(of state: JSONValue) -> [UInt8] { Array((state.prettyText + "\n").utf8) }

    // MARK: From the file to the app

    /// Reads the file if it isn't what was written last, and has the store take what it says.
    private func read(isQuiet: Bool) async throws {
        guard let text = try file.foreignText() else {
            if file.isThere { settle() }
            return
        }
        let value: JSONValue
        do throws(JSONParseError) {
            value = try JSONValue(parsing: text)
        } catch {
            return isQuiet ? refuse(HotReloadProblem(error, in: text, file: path)) : waitForQuiet()
        }
        // A text that is cut off is no JSON, unless it's a number alone.
        if case .number = value, !isQuiet { return waitForQuiet() }
        let edit = edit(to: value)
        if edit.patch.isEmpty {
            file.known = text
            return settle()
        }
        do {
            let outcome = try await make(edit)
            file.known = text
            show(value)
            settle()
            onEvent(.edited(outcome))
            // What the store made of it is shown, should that be something else.
            if try !store.look(flushes: true).isEmpty || outcome.patch != edit.patch { planWriting() }
        } catch let error as StoreEditError {
            refuse(HotReloadProblem(error, in: text, file: path))
        }
    }

    /// What was edited, which is the least by which a version that the file had differs from what it says: whoever wrote it may have read the file
    /// before the app changed it.
    private func edit(to value: JSONValue) -> StoreEdit {
        let site = "hot-reload \(Files<SystemError>.parts(of: path).name)"
        var edit = StoreEdit(from: shown ?? .null, to: value, site: site)
        if edit.patch.operations.count < 2 { return edit }
        var weight = edit.patch.weight
        for version in shownBefore.reversed() {
            let other = StoreEdit(from: version, to: value, site: site)
            if other.patch.weight < weight { (edit, weight) = (other, other.patch.weight) }
        }
        return edit
    }

    private func waitForQuiet() { yield(.quiet(changes), after: Self.quiet) }

    private func refuse(_ problem: HotReloadProblem) {
        if problem == self.problem { return }
        self.problem = problem
        file.write(error: problem.description)
        onEvent(.refused(problem))
    }

    /// The file is sound.
    private func settle() {
        guard problem != nil else { return }
        problem = nil
        file.removeError()
        onEvent(.mended)
        if isStale { planWriting() }
    }

    private func rethrowing<Value>(_ body: () throws(SystemError) -> Value) throws -> Value {
        do throws(SystemError) { return try body() } catch { throw RecordingError(error) }
    }
}
