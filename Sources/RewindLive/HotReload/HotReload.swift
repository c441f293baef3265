import RewindControl
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// A file that holds a store's state, and the actions taken when either changes.
actor HotReload {
    private let path: String
    private let make: @Sendable (StoreEdit) async throws -> StoreEdit.Outcome
    private let onEvent: @Sendable (HotReloadEvent) -> Void
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private var store: FollowedStore
    private var file: StateFile
    /// The present and earlier versions of the file, whether we or others wrote them.
    private var versions: ShownVersions
    /// What is wrong with the file's text, if it can't be the store's state; the file is then left alone.
    private var problem: HotReloadProblem?
    /// Why the file could not be read or written, as reported, until it can be.
    private var failure: String?
    /// Whether the state has changed since the file was written.
    private var isStale = true
    private var isWritingPlanned = false
    /// From when on the file may be written again.
    private var rested = ContinuousClock.now
    /// Counts what happens to the file, so that quiet is known.
    private var changes = 0
    /// Whether an edit could not be brought to the store, and waits for the next occasion.
    private var isUnsent = false

    private enum Event: Sendable {
        case recorded, fileChanged, writingDue
        /// The file has not changed since that many changes.
        case quiet(Int)
    }

    /// How long a text that is not JSON may be half written.
    private static let quiet = Duration.milliseconds(200)
    /// How long changes of the state are gathered; after writing, the pause is at least twice as long as the writing took.
    private static let gathering = Duration.milliseconds(15)
    /// How long before its write an editor may have read: a program that reads, changes and writes takes no longer, and a person takes
    /// more.
    static let raceTime = Duration.milliseconds(500)

    /// - Parameters:
    ///   - store: the recorded state.
    ///   - make: has the store make an edit.
    ///   - raceTime: how long before its write an editor may have read.
    init(
        _ path: String, _ store: FollowedStore, make: @escaping @Sendable (StoreEdit) async throws -> StoreEdit.Outcome,
        raceTime: Duration = HotReload.raceTime, onEvent: @escaping @Sendable (HotReloadEvent) -> Void
    ) {
        self.path = path
        self.store = store
        self.make = make
        self.onEvent = onEvent
        (events, continuation) = AsyncStream.makeStream()
        file = StateFile(path: path)
        versions = ShownVersions(raceTime: raceTime)
    }

    /// Has the recorded state looked at: something was written.
    nonisolated func noteWritten() { continuation.yield(.recorded) }

    /// Follows both until the task is cancelled.
    ///
    /// - Parameter overwrites: whether any file may be replaced at the beginning; if not, only one with JSON text.
    func run(overwrites: Bool = false) async throws {
        let continuation = continuation
        try store.readChanges(flushing: true)
        guard let state = store.state else { throw store.missingError }
        let old = try file.begin(with: Self.text(of: state), overwrites: overwrites)
        versions.show(state, at: file.knownTime)
        isStale = false
        file.removeError()
        let watch = try FileWatch(path) { continuation.yield(.fileChanged) }
        onEvent(.began(path: path))
        if let old { onEvent(.savedPrevious(path: old)) }
        continuation.yield(.recorded)
        continuation.yield(.fileChanged)
        try await withTaskCancellationHandler {
            for await event in events {
                do {
                    try await handle(event)
                } catch let error as RecordingError {
                    if error.description != failure { onEvent(.failed(error.description)) }
                    failure = error.description
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

    private func handle(_ event: Event) async throws {
        switch event {
        case .recorded:
            if try !store.readChanges().isEmpty { planWriting() }
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
        yield(.writingDue, after: max(Self.gathering, ContinuousClock.now.duration(to: rested)))
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
        if state == versions.newest, failure == nil {
            isStale = false
            return
        }
        let began = ContinuousClock.now
        switch try file.replace(with: Self.text(of: state)) {
        case .replaced:
            isStale = false
            versions.show(state, at: file.knownTime)
            let ended = ContinuousClock.now
            rested = ended + (ended - began) * 2
            markSound()
        case .foreign:
            // Another program wrote first: its text is taken, then the file is written again.
            try await read(isQuiet: false)
            if isStale { planWriting() }
        }
    }

    private static func text(of state: JSONValue) -> [UInt8] { state.withPrettyBytes(Array.init) + [UInt8(ascii: "\n")] }

    // MARK: From the file to the app

    /// Reads the file if it isn't what was written last, and applies its text to the store.
    private func read(isQuiet: Bool) async throws {
        guard let text = try file.foreignText() else {
            if file.isThere { return markSound() }
            guard let link = file.danglingLink else {
                // Removing a refused file asks for a new one.
                if problem != nil { return isQuiet ? markSound() : waitForQuiet() }
                if isStale, failure != nil { planWriting() }
                return
            }
            // A link whose target is being replaced dangles for a moment.
            if isQuiet { throw link }
            return waitForQuiet()
        }
        try FileLimits.check(text[...], of: path)
        let time = file.time
        let value: JSONValue
        do throws(JSONParseError) {
            value = try JSONValue(parsing: UserText.utf8(text))
        } catch {
            return isQuiet ? refuse(HotReloadProblem(error, in: text, file: path)) : waitForQuiet()
        }
        // A text that is cut off is not JSON, unless it's a number alone.
        if case .number = value, !isQuiet { return waitForQuiet() }
        let (edit, unread) = versions.edit(to: value, writtenAt: time, site: "hot-reload \(FileSystem.parts(of: path).name)")
        if edit.patch.isEmpty {
            file.noteWritten(text, at: time)
            return markSound()
        }
        do {
            let outcome = try await make(edit)
            file.noteWritten(text, at: time)
            versions.show(value, at: time)
            markSound()
            onEvent(.edited(outcome.patch.operations.map(\.pointer), overruled: outcome.overruled))
            if !unread.isEmpty { onEvent(.unrecognized(unread)) }
            // What the store made of the edit is shown, if it differs.
            if try !store.readChanges(flushing: true).isEmpty || outcome.patch != edit.patch { planWriting() }
        } catch let error as StoreEditError {
            refuse(HotReloadProblem(error, in: text, file: path))
        }
    }

    private func waitForQuiet() { yield(.quiet(changes), after: Self.quiet) }

    private func refuse(_ problem: HotReloadProblem) {
        if problem == self.problem { return }
        self.problem = problem
        file.write(error: problem.description)
        onEvent(.refused(problem))
    }

    /// The file is sound.
    private func markSound() {
        guard problem != nil || failure != nil else { return }
        if problem != nil { file.removeError() }
        (problem, failure) = (nil, nil)
        onEvent(.repaired)
        if isStale { planWriting() }
    }
}
