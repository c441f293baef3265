import RewindCapture
public import RewindFormat
import RewindJournal
import RewindValue
import Synchronization

/// Records what an app's stores do, into one recording for the life of the process.
///
/// ```swift
/// let recorder = Recorder(app: "Episodes")
/// let main = recorder.store(initialState: AppState())
/// // under the store's serial order, around the reducer:
/// state = main.reduce(action, from: state) { state, action in appReducer(state, action) }
/// ```
///
/// Nothing here throws, blocks or aborts into the app. If the directory can't be made or the disk fills, the app goes on unrecorded, the
/// loss is counted, and ``events`` has it. Thread-safe.
public final class Recorder: Sendable {
    let core: RecorderCore?
    private let log: EventLog

    init(core: RecorderCore?, log: EventLog = EventLog()) { (self.core, self.log) = (core, log) }

    /// A recorder that records nothing and makes no directory, for previews, and for tests of stores that are not about recording; a store
    /// does not go live with it.
    public static let off = Recorder(core: nil)

    /// The directory of the recording; `nil` if it could not be made, and of ``off``.
    public var directory: String? { core?.directory.path }

    /// The counts so far: those of the recording if nothing more is recorded.
    ///
    /// Waiting states are counted as if they had been written. Any thread; takes one lock for each
    /// store.
    public var counts: RecordingCounts { core?.counts ?? RecordingCounts() }

    /// How many states were handed over but are not in the recording's files yet.
    package var waitingStates: Int { core?.waitingStates ?? 0 }

    /// Writes what is still waiting, marks the recording as finished in the manifest, and releases its lock.
    ///
    /// Blocks until that is done: milliseconds, or as long as encoding the waiting states takes, and for a second where the disk refuses. Later dispatches are not recorded. A
    /// second call does nothing. The thread that writes has a lower priority, which a wait does not raise: Xcode's Thread Performance
    /// Checker reports a call on the main thread.
    public func finish() {
        core?.finish()
        log.finish()
    }

    /// What the recorder reports, now and of earlier processes: what is lost, what is expensive, what helps.
    ///
    /// ```swift
    /// Task { for await event in recorder.events { print(event) } }
    /// ```
    ///
    /// Each reader gets the latest hundred events so far, then those to come; the sequence ends when the recorder has finished. Any thread.
    public var events: AsyncStream<Event> { log.stream }

    /// Stops recording actions until ``resume()``.
    ///
    /// Actions are counted meanwhile, and a step `@@EXTERNAL` takes what they changed. No picture is taken of the app. A second call does
    /// nothing.
    public func pause() { core?.isPaused = true }

    /// Records actions again.
    public func resume() { core?.isPaused = false }

    /// Copies the recording so far into a new directory while recording goes on, as for a "report a bug" button.
    ///
    /// ```swift
    /// try recorder.saveRecent(to: "bug-1234.live")
    /// var sealing = Sealing()             // of RewindArchive; or later: rewind seal bug-1234.live
    /// sealing.removesDirectory = true
    /// sealing.threads = 1                 // the other processors are the app's
    /// try sealing.seal("bug-1234.live", to: "bug-1234.rewind")
    /// ```
    ///
    /// The copy opens like a finished recording. It has whole steps only; it names a step that is in its reducer at that moment. Completed
    /// segments are hard links where the disk allows it, so the copy costs only the segments in use: milliseconds. The copy appears when it
    /// is complete. With ``Configuration/limits``, it has what the ring holds. Blocks; call it on any thread but the recorder's own.
    ///
    /// - Throws: `RecordingError` if something is already at that path, writing fails, or nothing is being recorded.
    public func saveRecent(to directory: String) throws(RecordingError) {
        guard let core else { throw RecordingError(.invalidRequest, "nothing is being recorded", path: directory) }
        try core.saveRecent(to: directory)
    }

    /// Waits until every state handed over so far is in the recording's files.
    public func flush() { core?.flush() }
}
