import RewindCapture
public import RewindFormat
import RewindJournal
import RewindValue
import Synchronization

/// Records what an app's stores do, into one recording for the life of the process.
///
/// ```swift
/// let recorder = Recorder(.init(app: "Episodes", directory: recordings))
/// let main = recorder.store(initialState: AppState())
/// // under the store's serial order, around the reducer:
/// state = main.reduce(action, from: state) { state, action in appReducer(state, action) }
/// ```
///
/// Nothing here throws, blocks or aborts into the app. If the directory can't be made or the disk fills, the app goes on unrecorded, the
/// loss is counted, and ``Configuration/onEvent`` is told. Thread-safe.
public final class Recorder: Sendable {
    let core: RecorderCore?

    /// The step whose effect is running in this task; the fallback for dispatches whose store sets no cause.
    @TaskLocal public static var cause: Int?

    init(core: RecorderCore?) { self.core = core }

    /// The directory of the recording; `nil` if it could not be made.
    public var directory: String? { core?.directory.path }

    /// Counters so far: what the manifest will say if nothing more comes.
    ///
    /// States that still wait count as what they will be; ``waitingStates`` tells how many do. Any thread; some locks, one for each store.
    public var counts: Manifest.Counts { core?.counts ?? Manifest.Counts() }

    /// How many states were handed over and are not in the recording's files yet.
    public var waitingStates: Int { core?.waitingStates ?? 0 }

    /// Writes what is still waiting, says in the manifest that the recording is finished, and releases its lock.
    ///
    /// Blocks until that is done: milliseconds, or as long as encoding the waiting states takes. What is dispatched afterwards is not
    /// recorded. A second call does nothing.
    public func finish() { core?.finish() }

    /// Records no actions until ``resume()``.
    ///
    /// They are counted, and a step `@@EXTERNAL` takes what they changed. A second call does nothing.
    public func pause() { core?.isPaused = true }

    /// Records actions again.
    public func resume() { core?.isPaused = false }

    /// Copies the recording so far into a new directory, while recording goes on: what a "report a bug" button calls.
    ///
    /// ```swift
    /// try recorder.saveRecent(to: "bug-1234.live")
    /// var sealing = Sealing()             // of RewindArchive; or later: rewind seal bug-1234.live
    /// sealing.removesDirectory = true
    /// sealing.formatLimits.threads = 1    // the other processors are the app's
    /// try sealing.seal("bug-1234.live", to: "bug-1234.rewind")
    /// ```
    ///
    /// The copy opens like a finished recording, and has whole steps only; one that is in its reducer just now is named as such. Segments that
    /// are over are hard links where the disk allows it, so the copy costs what the segments in use have: milliseconds. It
    /// appears when it is complete. With ``Configuration/limits``, it has what the ring holds. Blocks; any thread but the recorder's own.
    ///
    /// - Throws: ``RecordingError`` if something is at that path already, the disk refuses, or nothing is being recorded.
    public func saveRecent(to directory: String) throws(RecordingError) {
        guard let core else { throw RecordingError(.invalidRequest, "nothing is being recorded", path: directory) }
        try core.saveRecent(to: directory)
    }

    /// Waits until every state handed over so far is in the recording's files.
    public func flush() { core?.flush() }
}
