public import RewindCapture
public import RewindControl
import RewindFormat
public import RewindRecorder
import RewindSystem

extension LiveStore where State: Codable & Sendable, Action: Decodable & SendableMetatype {
    /// Opens an endpoint for the app, prints its URL to standard error, and serves this store until the task is cancelled.
    ///
    /// ```swift
    /// let live = Task { try await store.goLive(recorder) }
    /// let wishing = Task { try await wishes.goLive(recorder, store: "wishes") }
    /// ```
    ///
    /// Stores that go live with the same recorder and configuration share an endpoint: the first opens it, and it closes with the last.
    /// The store is used where this is called: on its actor, if it has one. With `Recorder.off` this returns at once, and opens nothing.
    ///
    /// - Parameters:
    ///   - recorder: what records the store.
    ///   - name: the store's name in the recording; needed only if the recorder has several stores with this type of state. Of two with one
    ///     name, the later takes the place of the earlier.
    ///   - configuration: by default, only this machine can connect.
    /// - Throws: ``LiveError`` if the endpoint can't listen or another store takes this one's place; `RecordingError` if several stores
    ///   could be meant. Unless ``LiveConfiguration/isPrinted`` is off, standard error says so too.
    public func goLive(
        _ recorder: Recorder, store name: String? = nil, configuration: LiveConfiguration = LiveConfiguration()
    ) async throws {
        try await goLive(recorder, name, configuration) { await serve($0, recordedAs: $1, decode: Self.decode) }
    }

    /// Serves this store at an endpoint until that closes or the task is cancelled.
    ///
    /// The store is used where this is called: on its actor, if it has one.
    public func serve(_ endpoint: LiveEndpoint, as name: String = "main") async {
        await serve(endpoint, recordedAs: endpoint.hub.recorder.recordedName(ofStore: name), decode: Self.decode)
    }

    /// The action of a line; errors say where it does not decode.
    private static func decode(_ line: ActionLine) throws -> Action { try (line.action ?? .null).decode(Action.self) }
}

extension LiveStore where State: Codable & Sendable {
    /// Goes live with this store, whose actions have several types.
    ///
    /// The same as ``goLive(_:store:configuration:)``, with the types that actions decode as.
    public func goLive(
        _ recorder: Recorder, store name: String? = nil, actions: ActionTypes<Action>,
        configuration: LiveConfiguration = LiveConfiguration()
    ) async throws {
        try await goLive(recorder, name, configuration) { await serve($0, recordedAs: $1) { try actions.decode($0) } }
    }

    /// Serves this store, whose actions have several types, at an endpoint until that closes or the task is cancelled.
    public func serve(_ endpoint: LiveEndpoint, as name: String = "main", actions: ActionTypes<Action>) async {
        await serve(endpoint, recordedAs: endpoint.hub.recorder.recordedName(ofStore: name)) { try actions.decode($0) }
    }

    /// Serves at the endpoint that stores of this recorder share.
    ///
    /// - Parameter serve: serves as the store of that name in the recording; returns whether another store has taken this one's place.
    private func goLive(
        _ recorder: Recorder, _ name: String?, _ configuration: LiveConfiguration, _ serve: (LiveEndpoint, String) async -> Bool
    ) async throws {
        if recorder === Recorder.off { return }
        do {
            let recordedName = try recorder.recordedName(ofStore: name, State.self)
            let endpoint = try await SharedEndpoints.join(recorder, configuration)
            let isReplaced = await serve(endpoint, recordedName)
            await SharedEndpoints.leave(endpoint)
            if isReplaced, !Task.isCancelled { throw LiveError(replaced: name ?? recordedName) }
        } catch {
            // Most apps go live in a task whose result is never read.
            if configuration.isPrinted { _ = StandardStream.error.write("rewind: \(error)\n".utf8) }
            throw error
        }
    }

    /// Serves until the endpoint closes or the task is cancelled; returns whether another store has taken this one's place before that.
    ///
    /// - Parameter name: its name in the recording: clients know it as that does.
    @discardableResult
    private func serve(_ endpoint: LiveEndpoint, recordedAs name: String, decode: @escaping (ActionLine) throws -> Action) async -> Bool {
        let hub = endpoint.hub
        let info = AppInfo.StoreInfo(name: name, state: TypeName.of(State.self), action: TypeName.of(Action.self))
        let (served, calls) = hub.add(info)
        var control = StoreControl(
            self, name: name, decode: decode, form: hub.recorder.shownForm, reveals: hub.configuration.reveals,
            lastStep: { hub.recorder.lastStep }, lockChanged: { hub.setLock(of: name, by: $0) })
        await control.serve(calls)
        return !hub.remove(served)
    }
}

extension LiveError {
    fileprivate init(replaced name: String) {
        self.init(
            .replaced, "a store is no longer live: another one has taken its name, '\(name)'",
            advice: "Give each store the name that it has in the recording, as in goLive(recorder, store: \"wishes\")")
    }
}
