import RewindControl
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindValue
import Synchronization

/// The states of the app's own recording, while it goes on.
final class RecordedStates: Sendable {
    private let recorder: Recorder
    private let timeline = Mutex<Timeline?>(nil)

    init(_ recorder: Recorder) { self.recorder = recorder }

    /// The recorded state of a store after a step.
    ///
    /// Reads the recording from end to end if the step is newer than those that the last call read. Blocks meanwhile.
    ///
    /// - Throws: ``ControlError`` if the state is not in the recording.
    func state(of store: String, after step: Int) throws(ControlError) -> JSONValue {
        guard let directory = recorder.directory else { throw ControlError(.notRecorded, "the app records nothing") }
        do {
            let known = timeline.withLock { $0 }
            if let known, known.steps.contains(step), let state = try? known.state(at: step, store: store).get() { return state }
            recorder.flush()
            let fresh = try Timeline(Recording(directory: directory, holdsLock: true))
            timeline.withLock { $0 = fresh }
            return try fresh.state(at: step, store: store).get()
        } catch {
            throw ControlError(.noSuchStep, "the app can't show step \(step) of the store '\(store)': \(error)")
        }
    }

    /// Lets the memory go.
    func forget() { timeline.withLock { $0 = nil } }
}
