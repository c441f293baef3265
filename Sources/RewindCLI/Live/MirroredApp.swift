import RewindCapture
import RewindControl
import RewindFormat
import RewindJournal
import RewindLive
import RewindReplay
import RewindSystem
import RewindValue

/// An app in a mirror: its connection, and its state according to its recording.
struct MirroredApp {
    let info: AppInfo
    let store: AppInfo.StoreInfo
    let client: LiveClient
    private let manifest: Manifest
    /// The form in which a leader's changes are passed to others.
    private let form: SharedForm
    private var tail: RecordingTail
    private var states = FollowedStates()
    /// Whether it may lack the leader's state, so that it gets the whole state next time.
    var isBehind = true
    /// The values that it was not given, with the reasons, as sentences to report.
    private var complaints: [String] = []
    /// The sentences that were already reported.
    private var said: Set<String> = []

    /// Connects to an app and follows its recording.
    ///
    /// - Parameters:
    ///   - name: the store; by default the first of its recording.
    ///   - directory: the directory for the recording.
    ///   - options: how the client behaves.
    ///   - patience: how long to wait for its current state.
    /// - Throws: as `LiveClient` does; ``NegativeAnswer`` if the app has no such store, or records pseudonyms.
    init(
        _ address: LiveAddress, store name: String?, directory: String, options: LiveClient.Options = .init(),
        patience: Duration = .seconds(10)
    ) async throws {
        let client = LiveClient(address, options: options)
        let info = try await client.connect()
        (self.client, self.info) = (client, info)
        let title = "\(info.app) \(info.process)"
        guard let store = info.stores.first(where: { name == nil || $0.name == name }) else {
            await client.close()
            throw NegativeAnswer(description: name.map { "\(title) serves no store '\($0)'" } ?? "\(title) serves no store")
        }
        self.store = store
        if info.level == RedactionLevel.masked.rawValue {
            await client.close()
            throw NegativeAnswer(
                description: "\(title) records pseudonyms in place of all texts, and these can't be shared: record at the level 'secrets'")
        }
        let answer = try await client.follow(into: directory, from: .now)
        tail = try RecordingTail(following: directory, from: .newest)
        manifest = try await Self.manifest(in: directory, of: title)
        let type = manifest.stores.first { $0.name == store.name }?.state ?? ""
        form = SharedForm(ofType: type, CollectionPlaces(shapes: manifest.types))
        let deadline = ContinuousClock.now + patience
        while true {
            try readChanges()
            // The last step may belong to another store.
            let isHere = states.state(of: store.name) != nil
            if isHere, states.lastStep >= answer.step || ContinuousClock.now > deadline { return }
            if ContinuousClock.now > deadline {
                throw LiveError(
                    .unreachable,
                    "\(title) did not send the state of its store '\(store.name)' within \(patience.components.seconds) seconds")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Waits for an app's manifest.
    private static func manifest(in directory: String, of title: String) async throws -> Manifest {
        let path = "\(directory)/\(Manifest.entryName)"
        let deadline = ContinuousClock.now + .seconds(10)
        while FileSystem.kind(of: path) == nil {
            if ContinuousClock.now > deadline { throw LiveError(.unreachable, "\(title) did not send its recording within 10 seconds") }
            try await Task.sleep(for: .milliseconds(5))
        }
        return try Manifest(parsing: try FileSystem.read(path, limit: FormatLimits.default.manifestBytes), path: path)
    }

    /// The app's name and process.
    var title: String { "\(info.app) \(info.process)" }

    /// The app, with the name of its store if it has several.
    var titleWithStore: String { info.stores.count > 1 ? "\(title) in its store \(store.name)" : title }

    /// The state after its last step; `nil` while it is unknown.
    var state: JSONValue? { states.state(of: store.name)?.state }

    /// The reason why this app can't follow another one; `nil` if it can.
    func refusal(of leader: MirroredApp) -> String? {
        if info.app != leader.info.app { return "it is another app than \(leader.info.app)" }
        for key in ["version", "build"] where manifest.app[key] != leader.manifest.app[key] {
            func text(_ app: MirroredApp) -> String { app.manifest.app[key]?.string ?? "none" }
            return "its \(key) is \(text(self)), the leader's is \(text(leader))"
        }
        if store.state != leader.store.state { return "its state is a \(store.state), the leader's is a \(leader.store.state)" }
        for (name, shape) in manifest.types {
            if let other = leader.manifest.types[name], other != shape { return "its type \(name) has another shape than the leader's" }
        }
        return nil
    }

    /// Reads the steps that were recorded since the last call.
    ///
    /// - Returns: the operations of these steps, in the shared form; `nil` if only the whole state can be passed on.
    @discardableResult
    mutating func readChanges() throws(RecordingError) -> JSONPatch? {
        var patch: JSONPatch? = JSONPatch()
        while true {
            let reading = try tail.read()
            if !reading.dropped.isEmpty {
                states.forget()
                patch = nil
            }
            for piece in reading.pieces where piece.stream == .states {
                let lines = LiveLines.states(in: piece.bytes, segment: piece.segment)
                for change in states.apply(lines, applying: form.applying(to: store.name)) where change.store == store.name {
                    if case .patched(let next) = change.kind { patch?.operations += next.operations } else { patch = nil }
                }
            }
            if !reading.hasMore { return patch }
        }
    }

    /// Sends a whole state to the app, as the differences from its own.
    ///
    /// If the app refuses a part, it keeps its own value there and gets the rest.
    mutating func setState(_ state: JSONValue, from leader: String) async throws {
        let own = try await client.call(GetState(store: store.name)).value
        var state = state
        while true {
            let patch = TreeDiff(from: form.of(own), to: form.of(state)).exactPatch
            if patch.isEmpty { break }
            do {
                try await make(try form.recorded(patch, in: own), from: leader)
                break
            } catch let error as ControlError where error.code != .locked {
                let path = (error.data?["path"]?.string).flatMap { try? JSONPointer(parsing: $0) } ?? .root
                let part = Self.part(at: path, of: own, state)
                guard !part.tokens.isEmpty, let kept = own[part], kept != state[part] else { throw error }
                try JSONPatch([.replace(part, kept)]).apply(to: &state)
                complaints.append("\(title) keeps its own \(part): \(error.message)")
            }
        }
        isBehind = false
    }

    /// The innermost member around a place that two states both have, outside arrays, whose elements do not correspond.
    private static func part(at path: JSONPointer, of own: JSONValue, _ state: JSONValue) -> JSONPointer {
        var part = JSONPointer.root
        for token in path.tokens {
            guard own[part]?.object?[token] != nil, state[part]?.object?[token] != nil else { break }
            part = part.appending(token)
        }
        return part
    }

    /// Makes the leader's changes in the app, given in the shared form; where the recording hides a value, the app keeps its own.
    ///
    /// - Throws: `ControlError` or `JSONPatchError` if the changes do not apply to this app's state; `LiveError` if it can't be reached.
    mutating func apply(_ patch: JSONPatch, from leader: String) async throws {
        guard form.concerns(patch) else { return try await make(patch, from: leader) }
        // Only the app's own state determines the place of an element or a key; if the state changes meanwhile, it is requested again.
        for attempt in 1...Self.attempts {
            let own = try await client.call(GetState(store: store.name))
            do {
                return try await make(
                    try form.recorded(patch, in: own.value), from: leader, at: attempt < Self.attempts ? own.step : nil)
            } catch let error as ControlError where error.code == .stale {}
        }
    }

    private static let attempts = 8

    /// - Parameter step: the step whose state the patch starts from; by default any.
    private mutating func make(_ patch: JSONPatch, from leader: String, at step: Int? = nil) async throws {
        let request = PatchState(store: store.name, patch: patch.json, from: step, by: "mirror of \(leader)", keepsOwn: true)
        let answer = try await client.call(request)
        for place in answer.hidden ?? [] {
            complaints.append("\(title) was not given \(place), which the recording hides: it keeps its own, or has a placeholder there")
        }
    }

    /// Returns and clears the sentences about values that it was not given, each one once.
    mutating func drainComplaints() -> [String] {
        defer { complaints = [] }
        return complaints.filter { said.insert($0).inserted }
    }
}
