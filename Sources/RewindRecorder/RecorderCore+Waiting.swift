import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// Operations that a caller waits for: a copy, a flush, the end.
extension RecorderCore {
    /// Has the writer's thread make a copy of the recording, and waits for it.
    func saveRecent(to path: String) throws(RecordingError) {
        let request = CopyRequest(path: path)
        let isQueued = registry.withLock { registry in
            if registry.isStopping { return false }
            registry.copies.append(request)
            return true
        }
        guard isQueued, !isForked else {
            throw RecordingError(
                .invalidRequest, "the recording is finished", path: directory.path, advice: "Copy or seal that directory itself")
        }
        wakeWriterAtOnce()
        try request.wait()
    }

    func flush() { requestFlush()?.wait() }

    /// Asks the writer to write everything that was handed over so far; `nil` if recording has ended.
    func requestFlush(isExiting: Bool = false) -> WaitSignal? {
        guard isRecording else { return nil }
        let flushed = WaitSignal()
        let isQueued = registry.withLock { registry in
            if registry.isStopping { return false }
            if isExiting { registry.isExiting = true }
            registry.flushes.append(flushed)
            return true
        }
        guard isQueued else { return nil }
        wakeWriterAtOnce()
        return flushed
    }

    func finish() {
        guard !isForked, recording.exchange(false, ordering: .sequentiallyConsistent) else { return }
        registry.withLock { $0.isStopping = true }
        wakeWriterAtOnce()
        done.wait()
        done.signal()
    }
}
