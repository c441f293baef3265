public import RewindCapture
public import RewindControl
import RewindFormat
public import RewindRecorder

extension LiveStore where State: Codable & Sendable, Action: Decodable & SendableMetatype {
    /// Opens an endpoint for the app, prints its URL to standard error, and serves this store until the task is cancelled.
    ///
    /// ```swift
    /// let live = Task { try await store.goLive(recorder) }
    /// ```
    ///
    /// The store is used where this is called: on its actor, if it has one.
    ///
    /// - Parameters:
    ///   - recorder: what records the store.
    ///   - name: the store's name in the recording.
    ///   - configuration: by default, only this machine can connect.
    /// - Throws: ``LiveError`` if the endpoint can't listen.
    public func goLive(
        _ recorder: Recorder, store name: String = "main", configuration: LiveConfiguration = LiveConfiguration()
    ) async throws {
        try await open(LiveEndpoint(recorder, configuration)) { await serve($0, as: name) }
    }

    /// Serves this store at an endpoint until that closes or the task is cancelled.
    ///
    /// The store is used where this is called: on its actor, if it has one.
    public func serve(_ endpoint: LiveEndpoint, as name: String = "main") async {
        await serve(endpoint, as: name) { try ($0.action ?? .null).decode(Action.self) }  // its errors say where
    }
}

extension LiveStore where State: Codable & Sendable {
    /// Opens an endpoint for the app and serves this store, whose actions are of several types.
    ///
    /// The same as ``goLive(_:store:configuration:)`` with the types as which actions are decoded.
    public func goLive(
        _ recorder: Recorder, store name: String = "main", actions: ActionTypes<Action>,
        configuration: LiveConfiguration = LiveConfiguration()
    ) async throws {
        try await open(LiveEndpoint(recorder, configuration)) { await serve($0, as: name, actions: actions) }
    }

    /// Serves this store, whose actions are of several types, at an endpoint until that closes or the task is cancelled.
    public func serve(_ endpoint: LiveEndpoint, as name: String = "main", actions: ActionTypes<Action>) async {
        await serve(endpoint, as: name) { try actions.decode($0) }
    }

    private func open(_ endpoint: LiveEndpoint, _ serve: (LiveEndpoint) async -> Void) async throws {
        try await endpoint.open()
        await serve(endpoint)
        await endpoint.close()
    }

    private func serve(_ endpoint: LiveEndpoint, as name: String, decode: @escaping (ActionLine) throws -> Action) async {
        let hub = endpoint.hub
        // Clients know it as the recording does.
        let redactor = hub.recorder.makeRedactor()
        let name = (hub.recorder.redactor ?? redactor).recorded(store: name)
        let info = AppInfo.StoreInfo(name: name, state: TypeName.of(State.self), action: TypeName.of(Action.self))
        let (served, calls) = hub.add(info)
        var control = StoreControl(
            self, name: name, decode: decode, redactor: redactor, reveals: hub.configuration.reveals,
            lastStep: { hub.recorder.lastStep }, lockChanged: { hub.setLock(of: name, by: $0) })
        await control.serve(calls)
        hub.remove(served)
    }
}
