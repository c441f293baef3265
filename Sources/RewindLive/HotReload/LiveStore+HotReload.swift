public import RewindControl
public import RewindRecorder

extension LiveStore where State: Codable & Sendable {
    /// Keeps the recorded state in a file, as readable JSON, and applies edits of the file to the app at once.
    ///
    /// ```swift
    /// let reloading = Task { try await store.hotReload("state.json", recorder) }
    /// ```
    ///
    /// The file is written when the state changes, and read when another program writes it: any editor will do. What the recording hides is
    /// hidden in the file, and stays as it is in the app. An edit is the difference from what the file showed last, so what is in the file
    /// is in the app; if the app changed the same place meanwhile, the edit wins, and is reported. A text that doesn't parse or decode is
    /// reported with line, column and path, on standard error and in a file next to it (`state.json.error`), until it's mended; the app
    /// keeps its state.
    ///
    /// Call it where the store is: on its actor, if it has one. The edits are made there; everything else is done elsewhere. With
    /// `Recorder.off` this returns at once.
    ///
    /// - Parameters:
    ///   - path: the file, or a symbolic link to it; it's made if it's not there, for its owner alone. The state of an earlier run, which
    ///     is any JSON text, is replaced; any other file is left alone, and an error.
    ///   - recorder: records the store.
    ///   - name: the store's name in the recording; needed only if the recorder has several stores with this type of state.
    ///   - onEvent: called with what happens, not on the store's actor; by default, problems go to standard error.
    /// - Throws: `RecordingError` if nothing is recorded, several stores could be meant or no store has that name, or the file can't be
    ///   written at the beginning or is not JSON text, which `onEvent` receives too; `CancellationError` when the task is cancelled, which
    ///   ends it and leaves the file.
    public func hotReload(
        _ path: String, _ recorder: Recorder, store name: String? = nil,
        onEvent: @escaping @Sendable (HotReloadEvent) -> Void = HotReloadEvent.complain
    ) async throws {
        try await hotReload(path, recorder, store: name, raceTime: HotReload.raceTime, onEvent: onEvent)
    }

    /// The same, with another time that an editor has from reading to writing.
    func hotReload(
        _ path: String, _ recorder: Recorder, store name: String? = nil, raceTime: Duration,
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
