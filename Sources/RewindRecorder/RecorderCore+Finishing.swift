import Dispatch
import RewindFormat
import Synchronization

/// What somebody waits for: a copy, a flush, the end.
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

    func flush() { _ = flush(by: .distantFuture) }

    private func flush(by deadline: DispatchTime) -> DispatchTimeoutResult {
        guard isRecording else { return .success }
        let flushed = DispatchSemaphore(value: 0)
        let isQueued = registry.withLock { registry in
            if registry.isStopping { return false }
            registry.flushes.append(flushed)
            return true
        }
        guard isQueued else { return .success }
        wakeWriterAtOnce()
        return flushed.wait(timeout: deadline)
    }

    /// Finishes as the process exits; when that happens in the middle of a step, the recording says so instead.
    ///
    /// Waits a second at most: `exit` may have been called on the thread that would do the work.
    func processWillExit() {
        guard !isForked, isRecording else { return }
        let isUnderWay = (0..<registry.withLock { $0.channels.count }).contains(where: status.isUnderWay)
        guard isUnderWay else {
            _ = finish(by: .now() + .seconds(1))
            return
        }
        _ = flush(by: .now() + .seconds(1))
        status.setExited()
        crash.stop()
    }

    func finish() { _ = finish(by: .distantFuture) }

    private func finish(by deadline: DispatchTime) -> DispatchTimeoutResult {
        guard !isForked, recording.exchange(false, ordering: .sequentiallyConsistent) else { return .success }
        registry.withLock { $0.isStopping = true }
        wakeWriterAtOnce()
        return done.wait(timeout: deadline)
    }
}
