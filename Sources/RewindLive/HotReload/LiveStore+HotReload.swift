public import RewindControl
public import RewindRecorder

extension LiveStore where State: Codable & Sendable {
    /// Keeps the recorded state in a file, as readable JSON, and applies edits of the file to the app at once.
    ///
    /// ```swift
    /// Task { for await event in store.hotReload("state.json", recorder) { print(event) } }
    /// ```
    ///
    /// The file is written when the state changes, and read when another program writes it: any editor will do. What the recording hides is
    /// hidden in the file, and stays as it is in the app. An edit is the difference from what the file showed last, so what is in the file
    /// is in the app; if the app changed the same place meanwhile, the edit wins, and is reported. A text that doesn't parse or decode is
    /// reported with line, column and path, as an event and in a file next to it (`state.json.error`), until it's mended; the app
    /// keeps its state.
    ///
    /// Call it where the store is: on its actor, if it has one. The edits are made there; everything else is done elsewhere. Hot reload
    /// lasts as long as the sequence is read, and leaves the file. With `Recorder.off` the sequence is empty.
    ///
    /// - Parameters:
    ///   - path: the file, or a symbolic link to it; it's made if it's not there, for its owner alone. The state of an earlier run, which
    ///     is any JSON text, is replaced; any other file is left alone, and an error.
    ///   - recorder: records the store.
    ///   - name: the store's name in the recording; needed only if the recorder has several stores with this type of state.
    /// - Returns: what happens. The last event is ``HotReloadEvent/ended(_:)`` if nothing is recorded, several stores could be meant or no
    ///   store has that name, or the file can't be written at the beginning or is not JSON text.
    public func hotReload(
        _ path: String, _ recorder: Recorder, store name: String? = nil, isolation: isolated (any Actor)? = #isolation
    ) -> AsyncStream<HotReloadEvent> {
        let (events, continuation) = AsyncStream<HotReloadEvent>.makeStream()
        let task = Task {
            _ = isolation
            try? await hotReload(path, recorder, store: name) { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return events
    }

    /// The same as a call that lasts until its task is cancelled, and throws why it ended.
    ///
    /// - Parameter raceTime: the time that an editor has from reading to writing.
    package func hotReload(
        _ path: String, _ recorder: Recorder, store name: String? = nil, raceTime: Duration = HotReload.raceTime,
        onEvent: @escaping @Sendable (HotReloadEvent) -> Void
    ) async throws {
        if recorder === Recorder.off { return }
        let requests = EditRequests()
        do {
            let store = try recorder.recordedName(ofStore: name, State.self)
            let reload = HotReload(
                path, try FollowedStore(recorder, store: store), make: requests.make, raceTime: raceTime, onEvent: onEvent)
            let following = recorder.whenWritten { reload.noteWritten() }
            defer { following.cancel() }
            try await serve(requests, form: recorder.form) { try await reload.run() }
        } catch {
            if !(error is CancellationError) { onEvent(.ended("\(error)")) }
            throw error
        }
    }
}
