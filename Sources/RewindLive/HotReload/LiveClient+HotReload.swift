import RewindControl
import RewindFormat
import RewindJournal
import RewindValue

extension LiveClient {
    /// Keeps the recorded state of the app in a file here, as readable JSON, and applies edits of the file to the app.
    ///
    /// The same as a store's own hot reload, from outside: the client follows the recording for it, so it must not follow one already. If
    /// the connection breaks, the file stays as it is, and an edit is sent once it is there again.
    ///
    /// - Parameters:
    ///   - path: the file, or a symbolic link to it; it is made if it is missing. A file that is not JSON text is left alone, and an error.
    ///   - directory: where the recording goes.
    ///   - name: the store; by default the app's first.
    ///   - overwrites: whether any other file is replaced, too.
    ///   - onEvent: called with what happens.
    /// - Throws: as ``follow(into:from:)``; `RecordingError` if the file can't be written at the beginning; `CancellationError` when the
    ///   task is cancelled, which ends it and leaves the file.
    package func hotReload(
        _ path: String, following directory: String, store name: String? = nil, overwrites: Bool = false,
        onEvent: @escaping @Sendable (HotReloadEvent) -> Void
    ) async throws {
        let answer = try await follow(into: directory, from: .now)
        let state = try await call(GetState(store: name, path: nil))
        let remote = try RemoteStore(self, directory: directory, store: state.store)
        await remote.waitForStep(answer.step, patience: .seconds(10))
        let reload = HotReload(
            path, try FollowedStore(in: directory, store: state.store, flush: {}), make: { try await remote.make($0) }, onEvent: onEvent)
        let following = Task { for await _ in growth { reload.noteWritten() } }
        defer { following.cancel() }
        try await reload.run(overwrites: overwrites)
        try Task.checkCancellation()
    }
}

/// A store of a running app, to which edits are sent.
private actor RemoteStore {
    private let client: LiveClient
    private var store: FollowedStore

    init(_ client: LiveClient, directory: String, store name: String) throws {
        self.client = client
        store = try FollowedStore(in: directory, store: name, flush: {})
    }

    /// Has the app make an edit, once no replay holds the store any more, and waits until the recording here has the edit.
    func make(_ edit: StoreEdit) async throws -> StoreEdit.Outcome {
        while true {
            do {
                return try await made(edit)
            } catch let error as ControlError where error.code == .locked {
                try await Task.sleep(for: .milliseconds(100))
            } catch let error as ControlError {
                throw StoreEditError(error)
            }
        }
    }

    private func made(_ edit: StoreEdit) async throws -> StoreEdit.Outcome {
        let answer = try await client.call(PatchState(store: store.name, patch: edit.patch.json, by: edit.site))
        await waitForStep(answer.step)
        return StoreEdit.Outcome(patch: answer.changed ? edit.patch : JSONPatch(), overruled: [])
    }

    /// Waits until a step is here, with the state after it.
    func waitForStep(_ step: Int, patience: Duration = .seconds(1)) async {
        let deadline = ContinuousClock.now + patience
        while ContinuousClock.now < deadline {
            _ = try? store.readChanges()
            if store.state != nil, store.step >= step { return }
            try? await Task.sleep(for: .milliseconds(3))
        }
    }
}

extension StoreEditError {
    /// Why an app refused an edit.
    fileprivate init(_ error: ControlError) {
        let path = (error.data?["path"]?.string).flatMap { try? JSONPointer(parsing: $0) } ?? .root
        let reason: Reason =
            switch error.code {
            case .noSuchPath: .notThere
            case .placeholder: .placeholder
            case .undecodable: .undecodable
            case .failed: .unencodable
            default: .refused
            }
        self.init(reason, at: path, error.data?["problem"]?.string ?? error.message)
    }
}
